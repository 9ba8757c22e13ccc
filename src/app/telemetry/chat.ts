import type { Profile } from "#protocol/http/account.ts";

/** The user who writes, as a chat desk wants to know them (rule EMB-8). */
interface ChatVisitor {
  readonly name: string;
  readonly email: string | null;
  readonly externalId: string;
  readonly brokerName: string;
  readonly plan: string;
}

/** A chat with support, which an operator may plug in; off by default. */
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

/** Pages that fill the screen, or stand inside another app: a bubble would cover figures there. */
const WITHOUT_CHAT = new Set([
  "option-chain",
  "widget-chain",
  "widget-builder",
  "widget-info",
  "widget-klrhm",
  "chart",
  "login",
]);

export function showsChat(page: string | null): boolean {
  return page !== null && !WITHOUT_CHAT.has(page);
}
