import { expect, test } from "vitest";
import { ANGEL, ANONYMOUS, ZERODHA } from "#domain/access/brokers.ts";
import { needsRenewal, subjectOf } from "#src/session/subject.ts";
import { profile, visitor } from "../../support/http/sample-answers.ts";

test("the access matrix is not asked while loading, then about a visitor, and about the account's broker and plan", () => {
  expect(subjectOf({ phase: "loading", profile: null })).toBeNull();
  const anyone = { broker: ANONYMOUS, plan: "no_plan", isMobileApp: false };
  expect(subjectOf({ phase: "anonymous", profile: null })).toEqual(anyone);
  expect(subjectOf({ phase: "anonymous", profile: visitor() })).toEqual(anyone);
  const of = (broker_id: number, billing_plan_type: string) =>
    subjectOf({
      phase: "signed_in",
      profile: profile({
        broker_details: { ...profile().broker_details, broker_id },
        subscription_plan: { ...profile().subscription_plan, billing_plan_type },
      }),
    });
  expect(of(1, "pro")).toEqual({ broker: ZERODHA, plan: "pro", isMobileApp: false });
  expect(of(2, "mini_trial")).toEqual({ broker: ANGEL, plan: "mini_trial", isMobileApp: false });
  expect(of(99, "emperor")).toEqual(anyone);
  // The server says of a request that it came out of the app, signed in or not.
  const inApp = { is_mobile_app: true };
  expect(subjectOf({ phase: "anonymous", profile: { ...visitor(), ...inApp } })).toEqual({
    ...anyone,
    isMobileApp: true,
  });
  expect(subjectOf({ phase: "signed_in", profile: profile(inApp) })).toMatchObject({ isMobileApp: true });
});

test("[PLAN-9] the renewal reminder applies when all of its conditions hold, and not when one of them fails", () => {
  const plan = { billing_plan_id: "pro_1month", billing_plan_type: "pro", reminder_acknowledged: false };
  const holder = (days_left: number | null, change = {}, own = {}) => ({
    phase: "signed_in" as const,
    profile: profile({ subscription_plan: { ...plan, days_left, ...change }, ...own }),
  });
  expect(needsRenewal(holder(7), false)).toBe(true);
  expect(needsRenewal(holder(null), false)).toBe(true);
  expect(needsRenewal(holder(8), false)).toBe(false);
  expect(needsRenewal(holder(7), true)).toBe(false);
  expect(needsRenewal(holder(7, { reminder_acknowledged: true }), false)).toBe(false);
  expect(needsRenewal(holder(7, { billing_plan_type: "free" }), false)).toBe(false);
  expect(needsRenewal(holder(7, {}, { has_upcoming_subscription: true }), false)).toBe(false);
  expect(needsRenewal({ phase: "anonymous", profile: visitor() }, false)).toBe(false);
});
