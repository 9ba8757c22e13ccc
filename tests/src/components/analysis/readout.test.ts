import { describe, expect, test } from "vitest";
import { barAt, payoffAt, readoutAt, valueAt } from "#src/components/analysis/payoff/readout.ts";
import { payoff, view } from "./payoff-figures.ts";

describe("a curve at a price", () => {
  const prices = [100, 200, 400];

  test("is what it is at its points, and straight between them", () => {
    expect(valueAt(prices, [10, 20, -20], 200)).toBe(20);
    expect(valueAt(prices, [10, 20, -20], 150)).toBe(15);
    expect(valueAt(prices, [10, 20, -20], 300)).toBe(0);
    expect(valueAt(prices, [10, 20, -20], 400)).toBe(-20);
  });

  test("is unknown outside, beside what is unknown, and without points", () => {
    expect(valueAt(prices, [10, 20, -20], 99)).toBeNaN();
    expect(valueAt(prices, [10, 20, -20], 401)).toBeNaN();
    expect(valueAt(prices, [10, null, -20], 150)).toBeNaN();
    expect(valueAt(prices, [10, null, -20], 100)).toBe(10);
    expect(valueAt([], [], 100)).toBeNaN();
    expect(valueAt(prices, [10, 20, -20], Number.NaN)).toBeNaN();
  });

  test("is unknown without an answer", () => {
    expect(payoffAt(null, 24_000)).toEqual({ atTarget: Number.NaN, atExpiry: Number.NaN });
  });
});

describe("the readout", () => {
  test("says both dates, how far from the spot, and in standard deviations", () => {
    const at = readoutAt(view(), 24_500);
    expect(at.atTarget).toBe(-500);
    expect(at.atExpiry).toBe(750);
    expect(at.fromSpot).toBeCloseTo(0.0208333, 6);
    expect(at.sigmas).toBe(1);
    expect(readoutAt(view(), 23_000).sigmas).toBe(-2);
  });

  test("says what a drag has changed, and nothing of it while nothing is dragged", () => {
    const dragged = view({ payload: payoff(300), ghost: payoff() });
    expect(readoutAt(dragged, 24_500).change).toEqual({ atTarget: 300, atExpiry: 300 });
    expect(readoutAt(view(), 24_500).change.atTarget).toBeNaN();
  });

  test("knows no distance without a spot or a standard deviation", () => {
    const figures = payoff();
    const bare = { ...figures, standard_deviation: { ...figures.standard_deviation, sd: null } };
    expect(readoutAt(view({ spot: Number.NaN }), 24_000).fromSpot).toBeNaN();
    expect(readoutAt(view({ payload: bare }), 24_000).sigmas).toBeNaN();
  });
});

describe("open interest at a price", () => {
  const bars = [
    { strike: 24_000, call: 1, put: 2 },
    { strike: 24_100, call: 3, put: 4 },
  ];

  test("is that of the strike it stands at", () => {
    expect(barAt(bars, 24_049)?.strike).toBe(24_000);
    expect(barAt(bars, 24_051)?.strike).toBe(24_100);
    expect(barAt(bars, 24_150)?.strike).toBe(24_100);
  });

  test("is none further off than half a step, and none without bars", () => {
    expect(barAt(bars, 24_151)).toBeNull();
    expect(barAt([], 24_000)).toBeNull();
    expect(barAt(null, 24_000)).toBeNull();
  });
});
