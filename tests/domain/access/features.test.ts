import { describe, expect, it, test } from "vitest";
import { BROKER_IDS, BROKERS, type BrokerId } from "#domain/access/brokers.ts";
import { FEATURES, type Feature, isAllowed, isFeature, requiredLevel } from "#domain/access/features.ts";
import { needsRenewalReminder, PLAN_IDS, PLAN_TYPES, planTypeOf, rankOf } from "#domain/access/plans.ts";
import { CELLS, PLANS } from "../../support/http/access-matrix.ts";

describe("[ACC-12] the access matrix", () => {
  it("has a row for every feature, a column for every broker and nothing else", () => {
    expect([...new Set(CELLS.map(({ feature }) => feature))].sort()).toEqual([...FEATURES].sort());
    expect(new Set(CELLS.map(({ broker }) => broker))).toEqual(new Set(BROKER_IDS));
    expect(PLANS).toEqual(PLAN_TYPES);
    expect(CELLS).toHaveLength(36 * 6 * 6);
  });

  test.each(CELLS)("$feature for broker $broker with $plan: $isAllowed", (cell) => {
    const feature = cell.feature as Feature;
    const broker = cell.broker as BrokerId;
    expect(requiredLevel(feature, broker)).toBe(cell.required);
    expect(isAllowed(feature, { broker, plan: cell.plan, isMobileApp: false })).toBe(cell.isAllowed);
    expect(isAllowed(feature, { broker, plan: cell.plan, isMobileApp: true })).toBe(true);
  });

  it("knows no feature by the name of something else", () => {
    for (const name of ["", "__proto__", "constructor", "toString", "Option_Chain", "admin "]) {
      expect(isFeature(name), name).toBe(false);
    }
  });
});

describe("[ACC-11] ranks", () => {
  it("are 0 without a plan and with the free one, 1 for lite, 2 for pro and trials", () => {
    expect(PLAN_TYPES.map((type) => [type, rankOf(type)])).toEqual([
      ["no_plan", 0],
      ["free", 0],
      ["trial", 2],
      ["mini_trial", 2],
      ["lite", 1],
      ["pro", 2],
    ]);
    expect([rankOf("disabled"), rankOf("hidden")]).toEqual([10, 11]);
  });

  it("[PLAN-2] follow from every id of a plan", () => {
    const types = Object.fromEntries(PLAN_IDS.map((id) => [id, planTypeOf(id)]));
    expect(types).toEqual({
      no_plan: "no_plan",
      free: "free",
      trial: "trial",
      mini_trial: "mini_trial",
      lite_1month: "lite",
      lite_6month: "lite",
      pro_free: "pro",
      pro_1month: "pro",
      pro_6month: "pro",
      promo_pro_1month: "pro",
      promo_pro_4month: "pro",
      promo_pro_8month: "pro",
      promo_pro_12month: "pro",
      promo_pro_16month: "pro",
      promo_pro_24month: "pro",
    });
  });
});

describe("[ACC-18] what brokers can do", () => {
  const names = (can: (broker: (typeof BROKERS)[BrokerId]) => boolean) =>
    Object.values(BROKERS)
      .filter(can)
      .map(({ displayName }) => displayName);

  it("is as rule ACC-18 lists it", () => {
    expect(names((b) => b.livePositions)).toEqual(["Zerodha"]);
    expect(names((b) => b.basketV2)).toEqual(["Zerodha"]);
    expect(names((b) => b.modifyCancelV2)).toEqual(["Zerodha"]);
    expect(names((b) => b.shareableVerifiedPnl)).toEqual(["Zerodha", "Angel One", "Upstox", "Google"]);
    expect(names((b) => b.splitPnl)).toEqual(["Zerodha", "Angel One", "Google"]);
    expect(names((b) => b.delayMs > 0)).toEqual(["Anonymous", "Google"]);
    expect(names((b) => b.tradeSupported)).toEqual(["Zerodha", "Angel One", "Upstox", "ICICI Direct"]);
    expect(names((b) => b.trialDays === 2)).toEqual(["Google"]);
    expect(names((b) => b.trialDays === 7)).toHaveLength(5);
  });
});

describe("[PLAN-9] the renewal reminder", () => {
  const facts = {
    plan: "pro",
    daysLeft: 3,
    isAcknowledged: false,
    hasUpcoming: false,
    isExcludedPage: false,
  } as const;

  it.each([
    [{}, true],
    [{ daysLeft: null }, true],
    [{ daysLeft: 7 }, true],
    [{ daysLeft: 8 }, false],
    [{ plan: "no_plan" }, false],
    [{ plan: "free" }, false],
    [{ plan: "trial" }, true],
    [{ isAcknowledged: true }, false],
    [{ hasUpcoming: true }, false],
    [{ isExcludedPage: true }, false],
  ] as const)("%j: %s", (change, is) => {
    expect(needsRenewalReminder({ ...facts, ...change })).toBe(is);
  });
});
