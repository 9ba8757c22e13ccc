import { daysLeft } from "#domain/access/plan-state.ts";
import { type PlanId, planTypeOf } from "#domain/access/plans.ts";
import type { SubscriptionDetails } from "#protocol/http/subscriptions.ts";
import type { Subscription } from "./repository.ts";

const NAMES: Readonly<Partial<Record<PlanId, string>>> = {
  no_plan: "No plan",
  free: "Free",
  trial: "Trial",
  mini_trial: "Mini trial",
  pro_free: "Pro (free)",
};

/** What a plan is called: "Pro, 6 months". */
export function planName(id: PlanId): string {
  const known = NAMES[id];
  if (known !== undefined) return known;
  const months = Number(/_(\d+)month$/.exec(id)?.[1]);
  const type = planTypeOf(id) === "lite" ? "Lite" : "Pro";
  return `${type}, ${months} ${months === 1 ? "month" : "months"}`;
}

/** A plan that an account holds or held, as of an instant. @param at epoch ms */
export function subscriptionDetails(subscription: Subscription, at: number): SubscriptionDetails {
  const { id, planId, activatedAt, validTill, autoRenew, paymentSource, amountPaise } = subscription;
  return {
    id,
    billing_plan_id: planId,
    billing_plan_name: planName(planId),
    billing_plan_type: planTypeOf(planId),
    activation_date: new Date(activatedAt).toISOString(),
    valid_till: validTill === null ? null : new Date(validTill).toISOString(),
    auto_renew: autoRenew,
    payment_source: paymentSource,
    amount: amountPaise / 100,
    days_left: daysLeft(subscription, at),
    meta_data: { reminder_acknowledged: subscription.isReminderAcknowledged },
  };
}
