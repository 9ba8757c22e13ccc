import { BROKERS, type BrokerId } from "#domain/access/brokers.ts";
import { type PlanState, planStateOf } from "#domain/access/plan-state.ts";
import { isPlanId, type PlanType } from "#domain/access/plans.ts";
import { type TrialRefusal, trialRefusal } from "#domain/access/trial.ts";
import { AppError } from "#domain/errors.ts";
import type { Account, AccountRepository } from "../../identity/repositories/accounts.ts";
import type { AuditRepository } from "../../identity/repositories/audit.ts";
import type { InTransaction, Transaction } from "../../platform/store/transaction.ts";
import type { Subscription, SubscriptionRepository } from "./repository.ts";

const DAY_MS = 86_400_000;

/** What a change of plan is made of. */
interface Kept {
  readonly accounts: Pick<AccountRepository, "hold" | "byId">;
  readonly subscriptions: SubscriptionRepository;
  readonly audit: Pick<AuditRepository, "add">;
}

interface SubscriptionPorts {
  readonly subscriptions: SubscriptionRepository;
  readonly transaction: Transaction<Kept>;
  /** what the account may do is read anew at its next request */
  readonly forgetAccount: (accountId: string) => void;
  readonly clock: () => number;
}

/** The account whose plans change. */
export type Holder = Pick<Account, "id" | "broker">;

/** Plans of an account, and the instant they are told for, epoch ms. */
export interface Plans extends PlanState<Subscription> {
  readonly at: number;
}

/** A plan that an account has begun to hold, or holds already. */
export interface Taken {
  readonly subscription: Subscription;
  readonly at: number;
}

/** Which plans an account holds, and what it may do with them. `address` is the caller's, for the audit log. */
export interface SubscriptionService {
  /** @throws AppError storage.* */
  plans(accountId: string): Promise<Plans>;
  /**
   * Takes the free plan, the only one that needs no payment; an account that holds it keeps the one it holds.
   * @param plan as it was asked for, in any case
   * @throws AppError payment.not_offered for a paid plan, request.invalid for an unknown one or while a higher one runs
   */
  choose(holder: Holder, plan: string, address: string): Promise<Taken>;
  /** @throws AppError request.not_found without a plan, request.invalid where there is nothing to renew */
  setAutoRenew(accountId: string, isOn: boolean, address: string): Promise<void>;
  /** @throws AppError request.not_found without a plan */
  putReminderAway(accountId: string): Promise<void>;
  /**
   * Starts the one trial of an account; how many days it has is the broker's.
   * @throws AppError auth.trial_taken when there was one, request.invalid while another plan runs,
   *   auth.trial_opens_nothing where no page that is there needs one
   */
  startTrial(holder: Holder, address: string): Promise<Taken & { readonly days: number }>;
}

/** A plan that costs nothing. */
function gratis(
  accountId: string,
  planId: "free" | "trial",
  at: number,
  validTill: number | null,
): Omit<Subscription, "id"> {
  return {
    accountId,
    planId,
    activatedAt: at,
    validTill,
    autoRenew: false,
    paymentSource: null,
    amountPaise: 0,
    isReminderAcknowledged: false,
  };
}

/** @throws AppError for every plan but the free one */
function mustBeFree(plan: string): void {
  if (plan === "free") return;
  if (!isPlanId(plan)) throw new AppError("request.invalid", "There is no such plan", { plan });
  const text = "Paid plans can't be bought yet: payments come with a later version. Nothing was charged.";
  throw new AppError("payment.not_offered", text, { plan });
}

/** A trial that is not started, in words. */
function refused(refusal: TrialRefusal, plan: PlanType, broker: BrokerId): AppError {
  if (refusal === "taken") return new AppError("auth.trial_taken", "This account has had its free trial");
  if (refusal === "holds_plan") {
    const text = "This account holds a plan already; a trial would add nothing";
    return new AppError("request.invalid", text, { plan });
  }
  const { displayName } = BROKERS[broker];
  const text = `Every page that is there yet is open to ${displayName} accounts without a trial. The trial was not spent: start it when there is a page that needs one`;
  return new AppError("auth.trial_opens_nothing", text, { broker: displayName });
}

export function createSubscriptionService(ports: SubscriptionPorts): SubscriptionService {
  const { subscriptions, transaction, forgetAccount, clock } = ports;

  async function plansIn(kept: Pick<SubscriptionRepository, "list">, accountId: string): Promise<Plans> {
    const at = clock();
    return { at, ...planStateOf(await kept.list(accountId), at) };
  }

  async function held(kept: SubscriptionRepository, accountId: string): Promise<Subscription> {
    const { current } = await plansIn(kept, accountId);
    if (current === null) throw new AppError("request.not_found", "This account holds no plan");
    return current;
  }

  /** What the account holds is read, changed and written down with no other change in between. */
  function change<T>(accountId: string, work: (tx: Kept & InTransaction) => Promise<T>): Promise<T> {
    return transaction(async (tx) => {
      await tx.accounts.hold(accountId);
      return work(tx);
    });
  }

  async function changed(
    tx: Kept & InTransaction,
    accountId: string,
    action: string,
    address: string,
    plan: string,
  ): Promise<void> {
    tx.afterCommit(() => forgetAccount(accountId));
    const entry = { actor: accountId, action, subject: accountId, address };
    await tx.audit.add({ ...entry, at: clock(), details: { plan } });
  }

  return {
    plans: (accountId) => plansIn(subscriptions, accountId),
    async choose({ id }, plan, address) {
      mustBeFree(plan.toLowerCase());
      return change(id, async (tx) => {
        const { at, current } = await plansIn(tx.subscriptions, id);
        if (current !== null && current.planId !== "free") {
          const text = "This account holds a higher plan; the free plan follows when that ends";
          throw new AppError("request.invalid", text, { plan: current.planId });
        }
        if (current !== null) return { subscription: current, at };
        const subscription = await tx.subscriptions.add(gratis(id, "free", at, null));
        await changed(tx, id, "plan_chosen", address, "free");
        return { subscription, at };
      });
    },
    setAutoRenew: (accountId, isOn, address) =>
      change(accountId, async (tx) => {
        const { id, planId, amountPaise } = await held(tx.subscriptions, accountId);
        if (amountPaise === 0 && isOn) {
          throw new AppError("request.invalid", "Only a paid plan renews itself", { plan: planId });
        }
        await tx.subscriptions.update(id, { autoRenew: isOn });
        await changed(tx, accountId, isOn ? "auto_renew_on" : "auto_renew_off", address, planId);
      }),
    async putReminderAway(accountId) {
      const { id } = await held(subscriptions, accountId);
      await subscriptions.update(id, { isReminderAcknowledged: true });
    },
    startTrial: ({ id, broker }, address) =>
      change(id, async (tx) => {
        const { at, plan } = await plansIn(tx.subscriptions, id);
        const hasTakenTrial = (await tx.accounts.byId(id))?.hasTakenTrial ?? false;
        const refusal = trialRefusal({ broker, plan, hasTakenTrial });
        if (refusal !== null) throw refused(refusal, plan, broker);
        const days = BROKERS[broker].trialDays;
        const started = await tx.subscriptions.startTrial(gratis(id, "trial", at, at + days * DAY_MS));
        if (started === "taken") throw refused("taken", plan, broker);
        await changed(tx, id, "trial_started", address, "trial");
        return { subscription: started, at, days };
      }),
  };
}
