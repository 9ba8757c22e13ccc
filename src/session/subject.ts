import { ANONYMOUS, isBrokerId } from "#domain/access/brokers.ts";
import type { AccessSubject } from "#domain/access/features.ts";
import { isPlanType, needsRenewalReminder } from "#domain/access/plans.ts";
import type { SessionState } from "./session-state.ts";

const VISITOR: AccessSubject = { broker: ANONYMOUS, plan: "no_plan", isMobileApp: false };

export type SubjectTerms = Pick<SessionState, "phase" | "profile">;

/** Whether the server has said who asks. Until it has, no wall stands in front of a page that an account may be let in by. */
export const isKnown = ({ phase, failure }: Pick<SessionState, "phase" | "failure">): boolean =>
  phase !== "loading" && failure === null;

/**
 * The caller that the access matrix is asked about; null while that is not known yet. An unknown broker or
 * plan gives nothing more.
 */
export function subjectOf({ phase, profile }: SubjectTerms): AccessSubject | null {
  if (phase === "loading") return null;
  if (profile === null) return VISITOR;
  const isMobileApp = profile.is_mobile_app === true;
  if (phase === "anonymous" || profile.is_anon_user) return { ...VISITOR, isMobileApp };
  const { broker_id: broker } = profile.broker_details;
  const plan = profile.subscription_plan.billing_plan_type;
  return {
    broker: isBrokerId(broker) ? broker : ANONYMOUS,
    plan: isPlanType(plan) ? plan : "no_plan",
    isMobileApp,
  };
}

/** Whether the renewal reminder applies (rule PLAN-9). @param isExcludedPage the plans tab */
export function needsRenewal({ profile }: SubjectTerms, isExcludedPage: boolean): boolean {
  if (profile === null || profile.is_anon_user) return false;
  const { billing_plan_type: plan, days_left, reminder_acknowledged } = profile.subscription_plan;
  return needsRenewalReminder({
    plan: isPlanType(plan) ? plan : "no_plan",
    daysLeft: days_left,
    isAcknowledged: reminder_acknowledged,
    hasUpcoming: profile.has_upcoming_subscription,
    isExcludedPage,
  });
}
