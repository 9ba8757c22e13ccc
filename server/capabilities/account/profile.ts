import { ANONYMOUS, BROKERS, type BrokerId } from "#domain/access/brokers.ts";
import { daysLeft, type HeldPlan, planStateOf } from "#domain/access/plan-state.ts";
import type { Profile } from "#protocol/http/account.ts";
import type { Account } from "../../identity/repositories/accounts.ts";

function brokerDetails(broker: BrokerId): Profile["broker_details"] {
  const { name, positionsSupported, ordersSupported, tradeSupported, portfolioSupported } = BROKERS[broker];
  return {
    broker_name: name,
    broker_id: broker,
    positions_supported: positionsSupported,
    orders_supported: ordersSupported,
    trade_supported: tradeSupported,
    portfolio_supported: portfolioSupported,
  };
}

export const ANONYMOUS_PROFILE: Profile = {
  user_id: 0,
  id: "",
  name: "",
  email: null,
  external_user_id: "",
  is_anon_user: true,
  is_admin: false,
  is_mobile_app: false,
  created_at: null,
  a_b_c_group: "A",
  cohort_user_tag: null,
  has_taken_trial: false,
  has_upcoming_subscription: false,
  is_first_time_login: false,
  whatsapp_number: null,
  broker_details: brokerDetails(ANONYMOUS),
  subscription_plan: {
    billing_plan_id: "no_plan",
    billing_plan_type: "no_plan",
    days_left: null,
    reminder_acknowledged: false,
  },
  external_graph_service: null,
  delay_ms: BROKERS[ANONYMOUS].delayMs,
  preferences: {},
};

/**
 * What an embedded page may know of the account that is signed in: nothing by which its owner could be found
 * elsewhere.
 */
export function forWidget(profile: Profile): Profile {
  return { ...profile, email: null, whatsapp_number: null, is_admin: false, preferences: {} };
}

/** What a profile is read from. */
interface ProfilePorts {
  /** plans of an account, newest first */
  readonly subscriptions: {
    list(accountId: string): Promise<readonly (HeldPlan & { readonly isReminderAcknowledged: boolean })[]>;
  };
  readonly preferences: { all(accountId: string): Promise<Readonly<Record<string, unknown>>> };
  readonly clock: () => number;
}

/** What only the request says of its sender. */
interface Visit {
  readonly isMobileApp: boolean;
  /** the first session of the account */
  readonly isFirst?: boolean;
}

/** The profile of an account as of now. @throws AppError storage.* */
export type ProfileOf = (account: Account, visit: Visit) => Promise<Profile>;

export function createProfiles({ subscriptions, preferences, clock }: ProfilePorts): ProfileOf {
  return async (account, { isMobileApp, isFirst = false }) => {
    const at = clock();
    const [plans, preferred] = await Promise.all([
      subscriptions.list(account.id),
      preferences.all(account.id),
    ]);
    const { plan, current, upcoming } = planStateOf(plans, at);
    return {
      user_id: account.number,
      id: account.id,
      name: account.name,
      email: account.email,
      external_user_id: account.externalId,
      is_anon_user: false,
      is_admin: account.isAdmin,
      is_mobile_app: isMobileApp,
      created_at: new Date(account.createdAt).toISOString(),
      a_b_c_group: account.group,
      cohort_user_tag: account.cohort,
      has_taken_trial: account.hasTakenTrial,
      has_upcoming_subscription: upcoming !== null,
      is_first_time_login: isFirst,
      whatsapp_number: account.whatsapp,
      broker_details: brokerDetails(account.broker),
      subscription_plan: {
        billing_plan_id: current?.planId ?? "no_plan",
        billing_plan_type: plan,
        days_left: daysLeft(current, at),
        reminder_acknowledged: current?.isReminderAcknowledged ?? false,
      },
      external_graph_service: null,
      delay_ms: BROKERS[account.broker].delayMs,
      preferences: { ...preferred },
    };
  };
}
