import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  combinedPremium,
  commonDivisor,
  FEWEST_COMPARED,
  middleHalf,
  premiumAverage,
} from "#domain/chain/premium.ts";

const sold = (ratio = 1) => ({ sign: 1, ratio }) as const;
const bought = (ratio = 1) => ({ sign: -1, ratio }) as const;
const of =
  (...prices: number[]) =>
  (leg: number): number =>
    prices[leg]!;

describe("a combined premium", () => {
  it("is what is sold less what is bought, by the ratios", () => {
    expect(combinedPremium([sold(), sold()], of(120.35, 98.1))).toBe(218.45);
    expect(combinedPremium([sold(2), bought()], of(50.05, 80.2))).toBe(19.9);
    expect(combinedPremium([bought(), bought(3)], of(10, 20))).toBe(-70);
  });

  it("is unknown while a leg has not traded", () => {
    expect(combinedPremium([sold(), sold()], of(120, Number.NaN))).toBeNaN();
    expect(combinedPremium([sold(), bought()], of(0, 3))).toBeNaN();
  });

  it("has the smallest whole ratios of the quantities", () => {
    expect(commonDivisor([65, 130, 195])).toBe(65);
    expect(commonDivisor([65, 130, 15])).toBe(5);
    expect(commonDivisor([75])).toBe(75);
  });

  const prices = fc.array(
    fc.integer({ min: 5, max: 400_000 }).map((paise) => paise / 100),
    {
      minLength: 1,
      maxLength: 6,
    },
  );

  it("turned round is its own opposite", () => {
    fc.assert(
      fc.property(prices, (each) => {
        const legs = each.map((_, i) => ({ sign: i % 2 === 0 ? 1 : -1, ratio: 1 + (i % 3) }) as const);
        const other = legs.map(({ sign, ratio }) => ({ sign: sign === 1 ? -1 : 1, ratio }) as const);
        // No two zeros: −0 is 0 here.
        expect(combinedPremium(legs, of(...each)) + combinedPremium(other, of(...each))).toBe(0);
      }),
    );
  });
});

describe("the average since the open", () => {
  it("weighs a premium by what was traded at it", () => {
    const average = premiumAverage();
    expect([average(200, 0), average(210, 100), average(240, 50), average(1_000, 0)]).toEqual([
      Number.NaN,
      210,
      220,
      220,
    ]);
  });

  it("skips a minute of which nothing is known", () => {
    const average = premiumAverage();
    average(100, 10);
    expect(average(Number.NaN, 500)).toBeNaN();
    expect(average(100, Number.NaN)).toBe(100);
    expect(average(130, 10)).toBe(115);
  });

  const minutes = fc.array(
    fc.record({ premium: fc.integer({ min: -50_000, max: 50_000 }), volume: fc.nat(1_000_000) }),
    { minLength: 1, maxLength: 60 },
  );

  it("lies between the least and the greatest that was traded at", () => {
    fc.assert(
      fc.property(minutes, (each) => {
        const average = premiumAverage();
        let last = Number.NaN;
        for (const { premium, volume } of each) last = average(premium, volume);
        const traded = each.filter(({ volume }) => volume > 0).map(({ premium }) => premium);
        if (traded.length === 0) {
          expect(last).toBeNaN();
          return;
        }
        expect(last).toBeGreaterThanOrEqual(Math.min(...traded) - 1e-6);
        expect(last).toBeLessThanOrEqual(Math.max(...traded) + 1e-6);
      }),
    );
  });
});

describe("the middle half", () => {
  it("is cut on the straight line between two figures", () => {
    expect(middleHalf([4, 1, 3, 2])).toEqual({ count: 4, low: 1.75, median: 2.5, high: 3.25 });
    expect(middleHalf([7, 1, 5])).toEqual({ count: 3, low: 3, median: 5, high: 6 });
  });

  it("says nothing of fewer than three that are known", () => {
    expect(FEWEST_COMPARED).toBe(3);
    const { count, median } = middleHalf([1, Number.NaN, 2]);
    expect([count, median]).toEqual([2, Number.NaN]);
  });
});
