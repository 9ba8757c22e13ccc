import { describe, expect, test } from "vitest";
import { blackPrice } from "#domain/pricing/black76.ts";
import { fillBySpline, replicatedVariance, volatilityIndex } from "#domain/pricing/volatility-index.ts";

const FORWARD = 24060;
const { NaN: unknown } = Number;

function strip(sigma: number, years: number, step = 50, rate = 0) {
  const strikes = Array.from({ length: Math.round(16000 / step) }, (_, i) => 16000 + step * i);
  const price = (type: "CE" | "PE") =>
    strikes.map((strike) => blackPrice(type, FORWARD, strike, years, sigma, rate));
  return { strikes, call: price("CE"), put: price("PE") };
}

const variance = ({ strikes, call, put }: ReturnType<typeof strip>, years: number, rate = 0) =>
  replicatedVariance(strikes, call, put, FORWARD, years, rate);

describe("the replicated variance", () => {
  test.each([
    [0.12, 0],
    [0.2, 0],
    [0.2, 0.065],
  ])("of a flat smile at %d and rate %d is that volatility squared", (sigma, rate) => {
    const years = 28 / 365;
    expect(Math.sqrt(variance(strip(sigma, years, 50, rate), years, rate))).toBeCloseTo(sigma, 3);
  });

  test("a spline stands in for missing quotes", () => {
    const years = 28 / 365;
    const whole = strip(0.15, years);
    const holed = strip(0.15, years);
    for (let i = 3; i < holed.call.length; i += 5) holed.call[i] = holed.put[i] = unknown;
    expect(Math.abs(variance(holed, years) / variance(whole, years) - 1)).toBeLessThan(1e-3);
  });

  test("is unknown without quotes, without a strike below the forward, and at expiry", () => {
    const years = 28 / 365;
    const { strikes, call, put } = strip(0.15, years);
    const none = strikes.map(() => unknown);
    expect(replicatedVariance(strikes, none, none, FORWARD, years, 0)).toBeNaN();
    expect(replicatedVariance(strikes, call, put, 15000, years, 0)).toBeNaN();
    expect(replicatedVariance(strikes, call, put, FORWARD, 0, 0)).toBeNaN();
  });
});

test("the index is total variance at 30 days, in per cent", () => {
  const near = { variance: 0.15 ** 2, years: 20 / 365 };
  const next = { variance: 0.12 ** 2, years: 40 / 365 };
  expect(volatilityIndex(near, next)).toBeCloseTo(100 * Math.sqrt(0.513 / 30), 10);
});

test("one expiry's own volatility stands where the other is not listed, not quoted, or the same", () => {
  const near = { variance: 0.15 ** 2, years: 20 / 365 };
  const next = { variance: 0.12 ** 2, years: 40 / 365 };
  const none = { ...near, variance: unknown };
  expect(volatilityIndex(near, null)).toBeCloseTo(15, 12);
  expect(volatilityIndex(near, near)).toBeCloseTo(15, 12);
  expect(volatilityIndex(near, { ...next, variance: unknown })).toBeCloseTo(15, 12);
  expect(volatilityIndex(none, next)).toBeCloseTo(12, 12);
  expect(volatilityIndex(none, null)).toBeNaN();
  expect(volatilityIndex(none, { ...next, variance: unknown })).toBeNaN();
});

test("missing quotes are bridged by a natural cubic spline, and nothing beyond the known ones", () => {
  const x = [0, 1, 2, 3, 4];
  const line = Float64Array.from([1, unknown, 5, unknown, 9]);
  fillBySpline(x, line);
  expect([...line]).toEqual([1, 3, 5, 7, 9]);
  // By hand: knots (0,0), (2,4), (4,0) have M = -3 in the middle, so the value at 1 is 2 + 3 × 0.25.
  const bent = Float64Array.from([0, unknown, 4, unknown, 0]);
  fillBySpline(x, bent);
  expect(bent[1]).toBeCloseTo(2.75, 12);
  expect(bent[3]).toBeCloseTo(2.75, 12);
  const open = Float64Array.from([unknown, 1, 2, 3, unknown]);
  fillBySpline(x, open);
  expect([open[0], open[4]]).toEqual([unknown, unknown]);
});
