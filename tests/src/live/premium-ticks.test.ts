import { expect, test } from "vitest";
import { atmOf, type LivePremium, legsAt } from "#src/live/premium-ticks.ts";
import type { StatsSnapshot } from "#workers/engine/api.ts";

const rolling: Extract<LivePremium, { kind: "rolling" }> = {
  kind: "rolling",
  expiry: 20_261_124,
  reference: "forward",
  sign: 1,
  steps: 1,
  strikes: Float64Array.of(24_300, 24_350, 24_400),
  calls: [1, 2, 3],
  puts: [4, 5, null],
};
const told = (forward: number, spot: number) =>
  ({ spot, expiries: [{ expiry: 20_261_124, forward }] }) as unknown as StatsSnapshot;

test("the strike is the one nearest the forward of the expiry, or the spot, the lower one on a tie; unknown while that is", () => {
  expect(atmOf(rolling, told(24_370, 24_301))).toBe(1);
  expect(atmOf(rolling, told(24_375, 0))).toBe(1);
  expect(atmOf({ ...rolling, reference: "spot" }, told(24_370, 24_301))).toBe(0);
  expect(atmOf({ ...rolling, expiry: 20_261_229 }, told(24_370, 24_301))).toBe(-1);
  expect(atmOf(rolling, null)).toBe(-1);
});

test("the call is above and the put below; where the list ends there is no premium", () => {
  expect(legsAt(rolling, 1)).toEqual([
    { token: 3, sign: 1, ratio: 1 },
    { token: 4, sign: 1, ratio: 1 },
  ]);
  expect(legsAt(rolling, 0)).toBeNull();
  expect(legsAt({ ...rolling, steps: 0 }, 2)).toBeNull();
  expect(legsAt(rolling, -1)).toBeNull();
});
