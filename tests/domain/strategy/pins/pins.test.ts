import { describe, expect, test } from "vitest";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import { pinFigures } from "#domain/strategy/pins/pin-figures.ts";
import { MOST_PINS, pinned, pinsOfMarks, unpinned } from "#domain/strategy/pins/pins.ts";
import { call, FAR, market, options, put, SPOT, summary } from "../strategy-fixture.ts";

describe("[STRAT-50] up to six prices are pinned, each once, ascending", () => {
  test("one more than there is room for changes nothing, nor does one that is pinned or no price", () => {
    const six = [6, 3, 5, 1, 2, 4].reduce<readonly number[]>(pinned, []);
    expect(six).toEqual([1, 2, 3, 4, 5, 6]);
    expect(six).toHaveLength(MOST_PINS);
    expect(pinned(six, 7)).toBe(six);
    const one = pinned([], 100);
    for (const price of [100, 0, -5, Number.NaN, Infinity]) expect(pinned(one, price)).toBe(one);
    expect(unpinned(six, 3)).toEqual([1, 2, 4, 5, 6]);
  });

  test("one press pins breakevens and one standard deviation either side, those nearest to the spot when there are many", () => {
    const marks = { breakevens: [90, 110], lower1: 95, upper1: 105 };
    expect(pinsOfMarks(marks, 100)).toEqual([90, 95, 105, 110]);
    const many = { breakevens: [10, 80, 90, 110, 120, 190], lower1: 95, upper1: 105 };
    expect(pinsOfMarks(many, 100)).toEqual([80, 90, 95, 105, 110, 120]);
    expect(pinsOfMarks({ breakevens: [], lower1: null, upper1: Number.NaN }, 100)).toEqual([]);
  });
});

describe("[STRAT-51] at each pinned price P&L and delta now, at the target date and at expiry", () => {
  const legs = [put(23_800, -65, 95), call(24_200, -130, 110), call(24_600, 130, 30, { expiry: FAR })];
  const asked = { targetTime: market().now + 3 * 86_400_000, ivOffset: -1 };

  test("are the analysis's own at that target", () => {
    const prices = [23_100, SPOT, 24_650];
    const figures = pinFigures(legs, market(), options(asked), prices, kernel);
    for (const [i, price] of prices.entries()) {
      for (const [moment, targetTime] of [
        ["now", null],
        ["target", asked.targetTime],
      ] as const) {
        const at = summary(legs, { ...asked, targetTime, targetPrice: price });
        expect(figures[i]![moment].pnl).toBeCloseTo(at.projectedPayoff, 6);
        expect(figures[i]![moment].delta).toBeCloseTo(at.greeks.delta, 9);
      }
      const { payoffs } = summary(legs, { ...asked, targetPrice: price });
      expect(figures[i]!.expiry.pnl).toBeCloseTo(payoffs!.atExpiry[payoffs!.price.indexOf(price)]!, 6);
    }
  });

  test("at expiry delta is the slope, and greeks are counted as the toggles say", () => {
    const [pin] = pinFigures(
      [call(24_000, 130, 100)],
      market(),
      options({ multiplyByLotSize: false }),
      [24_500],
      kernel,
    );
    expect(pin!.expiry.delta).toBe(2);
    expect(pin!.expiry.pnl).toBe(130 * 400);
  });

  test("what is not known is NaN, never 0", () => {
    const [pin] = pinFigures([call(24_000, 65, 100)], market({ expiries: [] }), options(), [24_500], kernel);
    expect(pin!.now.pnl).toBeNaN();
    expect(pin!.now.delta).toBeNaN();
  });
});
