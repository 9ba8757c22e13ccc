import { describe, expect, test } from "vitest";
import {
  atmVariance,
  COMMODITY_SMILE,
  CURRENCY_SMILE,
  density,
  fitSmile,
  INDEX_SMILE,
  lotteryPremium,
  outOfTheMoney,
  relativeVariance,
  STOCK_SMILE,
  tilted,
} from "#server/market/feed/sources/sim/surface.ts";

const SHAPES = { INDEX_SMILE, STOCK_SMILE, COMMODITY_SMILE, CURRENCY_SMILE };

describe.each(Object.entries(SHAPES))("%s", (_, shape) => {
  test("goes through the money and admits no butterfly arbitrage however it leans", () => {
    for (const tilt of [0.65, 1, 1.4]) {
      for (const years of [0.001, 0.1, 2]) {
        const rho = tilted(shape, tilt, years);
        expect(relativeVariance(shape, rho, 0)).toBeCloseTo(1, 12);
        for (let z = -14; z <= 14; z += 0.1) {
          expect(relativeVariance(shape, rho, z)).toBeGreaterThan(0.4);
          expect(density(shape, rho, 0.03, z)).toBeGreaterThan(0);
        }
      }
    }
  });

  test("premiums fall away from the money and are convex in the strike, lottery included", () => {
    const forward = 24_000;
    const deviation = 0.012;
    const premium = (strike: number): number => {
      const x = Math.log(strike / forward);
      const z = x / deviation;
      const v = deviation * Math.sqrt(relativeVariance(shape, shape.rho, z));
      return outOfTheMoney(forward, strike, x, v) + lotteryPremium(0.45, z);
    };
    for (let strike = forward + 50; strike < 26_500; strike += 50) {
      expect(premium(strike + 50)).toBeLessThanOrEqual(premium(strike));
    }
    for (let strike = forward - 50; strike > 21_500; strike -= 50) {
      expect(premium(strike - 50)).toBeLessThanOrEqual(premium(strike));
    }
  });
});

test("indices fear falls more than rises", () => {
  expect(relativeVariance(INDEX_SMILE, INDEX_SMILE.rho, -2)).toBeGreaterThan(
    1.15 * relativeVariance(INDEX_SMILE, INDEX_SMILE.rho, 2),
  );
});

test("at-the-money variance grows with time and reverts to its long run", () => {
  for (const volatility of [0.05, 0.1, 0.3]) {
    let last = 0;
    for (let years = 0.002; years < 3; years += 0.01) {
      const w = atmVariance(volatility, 0.1, years);
      expect(w).toBeGreaterThan(last);
      last = w;
    }
    expect(Math.sqrt(atmVariance(volatility, 0.1, 0.001) / 0.001)).toBeCloseTo(volatility, 2);
    expect(Math.sqrt(atmVariance(volatility, 0.1, 30) / 30)).toBeCloseTo(0.11, 1);
  }
});

test("a smile is found again from its own points", () => {
  const points = Array.from({ length: 31 }, (_, i) => {
    const z = -5 + i / 3;
    return [z, Math.sqrt(relativeVariance(STOCK_SMILE, STOCK_SMILE.rho, z))] as const;
  });
  const fitted = fitSmile(points, COMMODITY_SMILE);
  for (const [z, ratio] of points) {
    expect(Math.sqrt(relativeVariance(fitted, fitted.rho, z))).toBeCloseTo(ratio, 1);
  }
  expect(fitSmile(points.slice(0, 3), INDEX_SMILE)).toBe(INDEX_SMILE);
});
