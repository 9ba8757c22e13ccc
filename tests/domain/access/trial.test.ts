import { expect, test } from "vitest";
import { ANGEL, BROKER_IDS, GOOGLE, ICICI, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { isBuilt } from "#domain/access/page-texts.ts";
import { PAGES } from "#domain/access/pages.ts";
import { PLAN_TYPES } from "#domain/access/plans.ts";
import { opensByTrial, trialRefusal } from "#domain/access/trial.ts";

test("[PLAN-6] a trial is for accounts on no plan or on Free that had none", () => {
  for (const hasTakenTrial of [false, true]) {
    const refusals = PLAN_TYPES.map((plan) => trialRefusal({ broker: UPSTOX, plan, hasTakenTrial }));
    const byPlan = [null, null, "holds_plan", "holds_plan", "holds_plan", "holds_plan"];
    expect(refusals).toEqual(hasTakenTrial ? PLAN_TYPES.map(() => "taken") : byPlan);
  }
});

test("[PLAN-6] a trial that opens nothing is refused, and is not the account's one", () => {
  const asked = { broker: ZERODHA, plan: "free", hasTakenTrial: false } as const;
  expect(trialRefusal(asked)).toBe("opens_nothing");
});

test("[PLAN-6] pages that are not built, and those that everybody may look at, make no trial worth its days", () => {
  expect(([ANGEL, UPSTOX, ICICI, GOOGLE] as const).filter((broker) => !opensByTrial(broker))).toEqual([]);
  const toCome = PAGES.filter(({ name }) => !isBuilt(name));
  const forAll = PAGES.filter(({ access }) => access === "app_initialized" || access === "public");
  expect([toCome.length, forAll.length].every((count) => count > 3)).toBe(true);
  for (const pages of [toCome, forAll]) {
    expect(BROKER_IDS.filter((broker) => opensByTrial(broker, pages))).toEqual([]);
  }
});
