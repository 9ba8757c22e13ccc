import { trialRefusal } from "#domain/access/trial.ts";
import type { SessionState } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { trialDays } from "./plan-names.ts";

/** Days of the free trial that the account in this tab may start; null where there is none to offer (rule PLAN-6). */
export function trialOffer(state: Pick<SessionState, "phase" | "profile">): number | null {
  const subject = subjectOf(state);
  if (subject === null || state.phase !== "signed_in" || state.profile === null) return null;
  const { plan, broker } = subject;
  const refusal = trialRefusal({ plan, broker, hasTakenTrial: state.profile.has_taken_trial });
  return refusal === null ? trialDays(broker) : null;
}
