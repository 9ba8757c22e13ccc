import { describe, expect, it } from "vitest";
import { daysLeft, type HeldPlan, nextPlanChange, planStateOf } from "#domain/access/plan-state.ts";
import type { PlanId } from "#domain/access/plans.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-21T04:30:00Z");

/** @param from @param till days from now, null without an end */
function held(planId: PlanId, from: number, till: number | null): HeldPlan {
  return { planId, activatedAt: NOW + from * DAY_MS, validTill: till === null ? null : NOW + till * DAY_MS };
}

describe("which plan is current", () => {
  it("is none for an account that never chose one", () => {
    expect(planStateOf([], NOW)).toEqual({ plan: "no_plan", current: null, upcoming: null, history: [] });
  });

  it("begins and ends to the millisecond", () => {
    const trial = held("trial", 0, 7);
    const planAt = (at: number) => planStateOf([trial], at).current;
    expect(planAt(NOW - 1)).toBeNull();
    expect(planAt(NOW)).toBe(trial);
    expect(planAt(NOW + 7 * DAY_MS - 1)).toBe(trial);
    expect(planAt(NOW + 7 * DAY_MS)).toBeNull();
  });

  it("is the highest of those that run at once, whichever came first", () => {
    const free = held("free", -30, null);
    const pro = held("pro_1month", -10, 20);
    const lite = held("lite_1month", -1, 29);
    expect(planStateOf([lite, pro, free], NOW)).toEqual({
      plan: "pro",
      current: pro,
      upcoming: null,
      history: [lite, free],
    });
  });

  it("is of equals the one that runs longest, then the newest", () => {
    const short = held("pro_1month", -1, 29);
    const long = held("pro_6month", -20, 160);
    expect(planStateOf([short, long], NOW).current).toBe(long);
    const newer = held("pro_1month", -1, 29);
    expect(planStateOf([newer, short], NOW).current).toBe(newer);
  });

  it("is followed by the earliest of those that have not begun", () => {
    const later = held("pro_1month", 40, 70);
    const next = held("lite_1month", 10, 40);
    const over = held("trial", -20, -13);
    const state = planStateOf([later, next, over], NOW);
    expect(state).toEqual({ plan: "no_plan", current: null, upcoming: next, history: [over] });
  });
});

describe("days left of a plan", () => {
  it("count a part of a day whole and never fall below none", () => {
    const trial = held("trial", 0, 7);
    expect(daysLeft(trial, NOW)).toBe(7);
    expect(daysLeft(trial, NOW + 1)).toBe(7);
    expect(daysLeft(trial, NOW + 7 * DAY_MS - 1)).toBe(1);
    expect(daysLeft(trial, NOW + 8 * DAY_MS)).toBe(0);
  });

  it("are unknown without a plan, and without an end", () => {
    expect(daysLeft(null, NOW)).toBeNull();
    expect(daysLeft(held("free", 0, null), NOW)).toBeNull();
  });
});

describe("the next change of a plan", () => {
  it("is the nearest beginning or end that lies ahead", () => {
    const plans = [held("pro_1month", 40, 70), held("trial", -1, 6), held("free", -30, null)];
    expect(nextPlanChange(plans, NOW)).toBe(NOW + 6 * DAY_MS);
    expect(nextPlanChange(plans, NOW + 6 * DAY_MS)).toBe(NOW + 40 * DAY_MS);
  });

  it("never comes where no plan begins or ends", () => {
    expect(nextPlanChange([held("free", -30, null)], NOW)).toBe(Number.POSITIVE_INFINITY);
    expect(nextPlanChange([], NOW)).toBe(Number.POSITIVE_INFINITY);
  });
});
