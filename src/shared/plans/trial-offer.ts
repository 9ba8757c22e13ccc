import type { BrokerId } from "#domain/access/brokers.ts";
import { requiredLevel } from "#domain/access/features.ts";
import { PAGES } from "#domain/access/pages.ts";
import { canStartTrial, rankOf } from "#domain/access/plans.ts";
import type { SessionState } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { trialDays } from "./plan-names.ts";

/** Whether a trial opens any page that Free does not: with some brokers every page is part of Free. */
export function isTrialWorthIt(broker: BrokerId): boolean {
  return PAGES.some(({ feature, access }) => {
    if (feature === null || access === "privileged") return false;
    const level = requiredLevel(feature, broker);
    return rankOf(level) > rankOf("free") && rankOf(level) <= rankOf("trial");
  });
}

/** Days of the free trial that the account in this tab may start; null where there is none to offer (rule PLAN-6). */
export function trialOffer(state: Pick<SessionState, "phase" | "profile">): number | null {
  const subject = subjectOf(state);
  if (subject === null || state.phase !== "signed_in" || state.profile === null) return null;
  const { plan, broker } = subject;
  const isOpen = canStartTrial({ plan, hasTakenTrial: state.profile.has_taken_trial });
  return isOpen && isTrialWorthIt(broker) ? trialDays(broker) : null;
}
