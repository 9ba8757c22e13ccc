import { nextPlanChange, planStateOf } from "#domain/access/plan-state.ts";
import type { PlanOf } from "../../identity/identities.ts";
import type { SubscriptionRepository } from "./repository.ts";

/** What identity asks about the plan of an account. */
export function createPlanOf(subscriptions: Pick<SubscriptionRepository, "list">): PlanOf {
  return async (accountId, at) => {
    const held = await subscriptions.list(accountId);
    return { plan: planStateOf(held, at).plan, changesAt: nextPlanChange(held, at) };
  };
}
