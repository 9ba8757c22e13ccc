import { expect, test } from "vitest";
import { canStartTrial, PLAN_TYPES } from "#domain/access/plans.ts";

test("[PLAN-6] a trial is for accounts on no plan or on Free that had none", () => {
  for (const hasTakenTrial of [false, true]) {
    const may = PLAN_TYPES.filter((plan) => canStartTrial({ plan, hasTakenTrial }));
    expect(may).toEqual(hasTakenTrial ? [] : ["no_plan", "free"]);
  }
});
