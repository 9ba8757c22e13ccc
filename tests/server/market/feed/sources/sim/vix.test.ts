import { expect, test } from "vitest";
import { outOfTheMoney } from "#server/market/feed/sources/sim/surface.ts";
import {
  fillBySpline,
  termVariance,
  type VolatilityTerm,
  volatilityIndex,
} from "#server/market/feed/sources/sim/vix.ts";

/** Flat-volatility Black-76 mids, where the formula must give the volatility back (up to the strike grid). */
function flat(days: number, volatility: number, step = 50): VolatilityTerm {
  const years = days / 365;
  const forward = 24_020;
  const strikes = Float64Array.from({ length: Math.round(14_000 / step) + 1 }, (_, i) => 17_000 + i * step);
  const v = volatility * Math.sqrt(years);
  const below = Math.floor(forward / step) * step;
  const mid = strikes.map((strike) => {
    const out = outOfTheMoney(forward, strike, Math.log(strike / forward), v);
    return strike === below ? out + (forward - strike) / 2 : out;
  });
  return { years, forward, strikes, mid };
}

test("a flat market's index is its volatility", () => {
  expect(100 * Math.sqrt(termVariance(flat(30, 0.13)))).toBeCloseTo(13, 1);
  expect(volatilityIndex(flat(9, 0.13), flat(37, 0.13))).toBeCloseTo(13, 1);
  expect(volatilityIndex(flat(20, 0.11), null)).toBeCloseTo(11, 1);
});

test("between two expiries total variance is interpolated to thirty days", () => {
  const near = 10 / 365;
  const next = 40 / 365;
  const total = 0.1 ** 2 * near + ((0.14 ** 2 * next - 0.1 ** 2 * near) * 20) / 30;
  expect(volatilityIndex(flat(10, 0.1), flat(40, 0.14))).toBeCloseTo(100 * Math.sqrt(total / (30 / 365)), 1);
});

test("missing quotes are bridged by a natural cubic spline", () => {
  const term = flat(30, 0.13);
  const holes = Float64Array.from(term.mid);
  for (let i = 110; i < 150; i += 7) holes[i] = Number.NaN;
  const whole = Math.sqrt(termVariance(term));
  expect(Math.sqrt(termVariance({ ...term, mid: holes }))).toBeCloseTo(whole, 3);

  const x = Float64Array.from([0, 1, 2, 3, 4]);
  const line = Float64Array.from([1, Number.NaN, 5, Number.NaN, 9]);
  fillBySpline(x, line);
  expect([...line]).toEqual([1, 3, 5, 7, 9]);
  // By hand: knots (0,0), (2,4), (4,0) have M = -3 in the middle, so the value at 1 is 2 + 3 × 0.25.
  const bent = Float64Array.from([0, Number.NaN, 4, Number.NaN, 0]);
  fillBySpline(x, bent);
  expect(bent[1]).toBeCloseTo(2.75, 12);
  expect(bent[3]).toBeCloseTo(2.75, 12);
});

test("without quotes there is no index", () => {
  const term = flat(30, 0.13);
  expect(volatilityIndex({ ...term, mid: term.mid.map(() => Number.NaN) }, null)).toBeNaN();
});
