import type { BrokerId } from "./brokers.ts";
import { requiredLevel } from "./features.ts";
import { isBuilt } from "./page-texts.ts";
import { PAGES, type Page } from "./pages.ts";
import { type PlanType, rankOf } from "./plans.ts";

/**
 * Whether a trial opens any page that Free does not. Only a page that is there counts: the days of a trial would pass before
 * one that is not built, and a page that everybody may look at needs no plan.
 */
export function opensByTrial(broker: BrokerId, pages: readonly Page[] = PAGES): boolean {
  return pages.some(({ name, feature, access }) => {
    if (feature === null || access !== "authenticated" || !isBuilt(name)) return false;
    const level = requiredLevel(feature, broker);
    return rankOf(level) > rankOf("free") && rankOf(level) <= rankOf("trial");
  });
}

/** Why an account may not start a trial. */
export type TrialRefusal = "taken" | "holds_plan" | "opens_nothing";

/**
 * Whether an account may start its one free trial (rule PLAN-6); the server refuses by it, the browser offers by it.
 * @returns null where it may
 */
export function trialRefusal(account: {
  readonly broker: BrokerId;
  readonly plan: PlanType;
  readonly hasTakenTrial: boolean;
}): TrialRefusal | null {
  if (account.hasTakenTrial) return "taken";
  if (rankOf(account.plan) > rankOf("free")) return "holds_plan";
  return opensByTrial(account.broker) ? null : "opens_nothing";
}
