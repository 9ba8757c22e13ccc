import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blackPrice } from "#domain/pricing/black76.ts";
import { carryForward, createSyntheticForward, futurePrice, lowerBound } from "#domain/pricing/forward.ts";

describe("forward from a future", () => {
  test("is the middle while the spread is at most 0.1 %, else the last price", () => {
    expect(futurePrice(24050, 24060, 24000, 0, false)).toBe(24055);
    expect(futurePrice(24000, 24024, 23990, 0, false)).toBe(24012);
    expect(futurePrice(24000, 24100, 24020, 900_000, false)).toBe(24020);
    expect(futurePrice(24060, 24050, 24020, 0, false)).toBe(24020);
  });

  test("behind a wide book is no old trade, nor one the book has left", () => {
    expect(futurePrice(24000, 24100, 24020, 900_001, false)).toBeNaN();
    expect(futurePrice(24000, 24100, 23990, 60_001, false)).toBeNaN();
    expect(futurePrice(24000, 24100, 23990, 60_000, false)).toBe(23990);
  });

  test("needs both quotes or a trade within 60 s", () => {
    expect(futurePrice(24050, 0, 24020, 60_000, false)).toBe(24020);
    expect(futurePrice(24050, 0, 24020, 60_001, false)).toBeNaN();
    expect(futurePrice(0, 0, 0, Infinity, false)).toBeNaN();
    expect(futurePrice(24000, 24100, 0, Infinity, false)).toBeNaN();
  });

  test("on MCX the last price stands however old, for there is no other underlying", () => {
    expect(futurePrice(0, 0, 6012, 3_600_000, true)).toBe(6012);
    expect(futurePrice(6010, 6012, 6000, 3_600_000, true)).toBe(6011);
    expect(futurePrice(6000, 6060, 6012, 3_600_000, true)).toBe(6012);
    expect(futurePrice(6000, 6060, 5900, 3_600_000, true)).toBe(6000);
    expect(futurePrice(6000, 6060, 6100, 3_600_000, true)).toBe(6060);
    expect(futurePrice(0, 0, 0, Infinity, true)).toBeNaN();
  });
});

const column = (...values: number[]) => Float64Array.from(values);
const { NaN: none } = Number;

describe("synthetic forward", () => {
  const synthetic = createSyntheticForward();

  test("is the median of K + (C - P)/D over the five nearest strikes with both prices", () => {
    const strikes = column(23800, 23900, 24000, 24100, 24200, 24300, 24400);
    // Implied forwards: none, 24010, 24020, 24030, 24040, 24050, 99999: the far ones have no vote.
    const call = column(none, 210, 120, 30, 40, 50, 75699);
    const put = column(none, 100, 100, 100, 200, 300, 100);
    const even = new Float64Array(7).fill(1);
    expect(synthetic(7, strikes, call, put, even, even, 24060, 1)).toBe(24030);
    expect(synthetic(7, strikes, call, put, even, even, 24060, 0.99)).toBeCloseTo(24100 - 70 / 0.99, 9);
  });

  test("weights each strike by one over its two spreads", () => {
    const strikes = column(24000, 24100, 24200);
    const call = column(110, 50, 40);
    const put = column(100, 130, 200);
    // 24010, 24020, 24040; the last is quoted four times tighter than the others together.
    const spread = column(8, 8, 1);
    expect(synthetic(3, strikes, call, put, spread, spread, 24050, 1)).toBe(24040);
    const even = column(1, 1, 1);
    expect(synthetic(3, strikes, call, put, even, even, 24050, 1)).toBe(24020);
  });

  test("an even split takes the middle of the two values", () => {
    const even = column(1, 1);
    expect(synthetic(2, column(24000, 24100), column(110, 40), column(100, 120), even, even, 24050, 1)).toBe(
      (24010 + 24020) / 2,
    );
  });

  test("one strike is enough, none is not, and without an anchor no strike is near", () => {
    const one = column(1);
    expect(synthetic(1, column(24000), column(110), column(100), one, one, 10, 1)).toBe(24010);
    expect(synthetic(1, column(24000), column(none), column(100), one, one, 24000, 1)).toBeNaN();
    expect(synthetic(1, column(24000), column(110), column(100), one, one, none, 1)).toBeNaN();
    expect(synthetic(0, column(), column(), column(), column(), column(), 24000, 1)).toBeNaN();
  });

  test("returns the forward that priced the chain, from any anchor", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 21000, max: 27000, noNaN: true }),
        fc.double({ min: 20000, max: 28000, noNaN: true }),
        fc.double({ min: 0, max: 0.1, noNaN: true }),
        (forward, anchor, rate) => {
          const strikes = Float64Array.from({ length: 81 }, (_, i) => 22000 + 50 * i);
          const years = 20 / 365;
          const price = (type: "CE" | "PE") =>
            strikes.map((k) => blackPrice(type, forward, k, years, 0.14, rate));
          const spread = new Float64Array(81).fill(0.1);
          const discount = Math.exp(-rate * years);
          const got = synthetic(81, strikes, price("CE"), price("PE"), spread, spread, anchor, discount);
          expect(Math.abs(got - forward)).toBeLessThan(1e-8);
        },
      ),
    );
  });
});

test("carry compounds the nearest expiry's basis, and is spot itself without one", () => {
  expect(carryForward(24000, 2 / 12, 24100, 1 / 12)).toBeCloseTo((24100 * 24100) / 24000, 8);
  expect(carryForward(24000, 0.5, none, none)).toBe(24000);
  expect(carryForward(24000, 0.5, 24100, 0)).toBe(24000);
  expect(carryForward(0, 0.5, 24100, 0.1)).toBeNaN();
  expect(carryForward(none, 0.5, 24100, 0.1)).toBeNaN();
});

test("lowerBound finds the first strike at or above a price", () => {
  const strikes = column(100, 200, 300);
  expect([50, 100, 101, 300, 301].map((p) => lowerBound(3, strikes, p))).toEqual([0, 0, 1, 2, 3]);
});
