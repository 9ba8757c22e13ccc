import type { Profile } from "#protocol/http/account.ts";

/** The name under which the browser keeps the dismissal (rule PLAN-7). */
const FLAG = "is_trial_plan_ended_modal_dismissed";

export function isTrialEndedDismissed(storage: () => Pick<Storage, "getItem"> = () => localStorage): boolean {
  try {
    return storage().getItem(FLAG) === "true";
  } catch {
    // What cannot be remembered as dismissed would come back with every page.
    return true;
  }
}

export function dismissTrialEnded(storage: () => Pick<Storage, "setItem"> = () => localStorage): void {
  try {
    storage().setItem(FLAG, "true");
  } catch {
    // Shown again in the next tab at worst.
  }
}

/** Whether the account had its trial and has nothing after it (rule PLAN-7). */
export function hasTrialEnded({ has_taken_trial, subscription_plan }: Profile): boolean {
  const { billing_plan_type: plan } = subscription_plan;
  return has_taken_trial && (plan === "free" || plan === "no_plan");
}
