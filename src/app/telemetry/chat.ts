import type { Profile } from "#protocol/http/account.ts";

/** Who writes, as a chat desk wants to know it (rule EMB-8). */
interface ChatVisitor {
  readonly name: string;
  readonly email: string | null;
  readonly externalId: string;
  readonly brokerName: string;
  readonly plan: string;
}

/** A chat with support, for whoever plugs one in; off by default. */
export interface Chat {
  init(visitor: ChatVisitor): void;
  show(): void;
  hide(): void;
  /** Opens its window. */
  expand(): void;
}

type Known = Pick<
  Profile,
  "name" | "email" | "external_user_id" | "is_anon_user" | "broker_details" | "subscription_plan"
>;

export function chatVisitor(profile: Known): ChatVisitor {
  return {
    name: profile.name,
    email: profile.email,
    externalId: profile.external_user_id,
    brokerName: profile.broker_details.broker_name,
    plan: profile.subscription_plan.billing_plan_type,
  };
}

/** Pages that fill the screen, or are somebody else's: a bubble would cover figures there. */
const WITHOUT_CHAT = new Set([
  "option-chain",
  "widget-chain",
  "widget-builder",
  "widget-klrhm",
  "chart",
  "login",
]);

export function showsChat(page: string | null): boolean {
  return page !== null && !WITHOUT_CHAT.has(page);
}
