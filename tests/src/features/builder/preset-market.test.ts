import { describe, expect, test } from "vitest";
import { isMoved } from "#src/features/builder/loader/use-preset-market.ts";

/** Forward and IV of two expiries; half a strike's step, and half a vol point. */
const STEPS = [25, 0.005];
const DRAWN = [24_437, 0.121, 24_530, 0.13];

describe("pictures of ready-made strategies", () => {
  test("stay while figures go to and fro around any bound by less than is seen", () => {
    for (const by of [-24.9, -1, 0, 1, 24.9])
      expect(isMoved(DRAWN, [24_437 + by, 0.121, 24_530 - by, 0.1349], STEPS)).toBe(false);
  });

  test("are drawn anew when a forward or an IV has moved a step, is first known, or is known no more", () => {
    expect(isMoved(DRAWN, [24_462, 0.121, 24_530, 0.13], STEPS)).toBe(true);
    expect(isMoved(DRAWN, [24_437, 0.121, 24_530, 0.1249], STEPS)).toBe(true);
    expect(isMoved(DRAWN, [24_437, Number.NaN, 24_530, 0.13], STEPS)).toBe(true);
    expect(isMoved([Number.NaN, 0.1], [24_437, 0.1], STEPS)).toBe(true);
    expect(isMoved([Number.NaN, 0.1], [Number.NaN, 0.1], STEPS)).toBe(false);
    expect(isMoved(DRAWN, DRAWN.slice(2), STEPS)).toBe(true);
  });
});
