import { describe, expect, test } from "vitest";
import { atmVolatility, fillSmile, interpolateVolatility } from "#domain/pricing/smile.ts";

const { NaN: none } = Number;
const column = (...values: number[]) => Float64Array.from(values);

describe("filling a smile", () => {
  test("is linear in total variance and ln K between solved neighbours, flat outside", () => {
    const strikes = column(23000, 23500, 24000, 24500, 25000);
    const iv = column(none, 0.2, none, 0.1, none);
    expect(fillSmile(5, strikes, iv, none)).toBe(2);
    const w = Math.log(24000 / 23500) / Math.log(24500 / 23500);
    expect(iv[0]).toBe(0.2);
    expect(iv[2]).toBeCloseTo(Math.sqrt((1 - w) * 0.04 + w * 0.01), 14);
    expect(iv[4]).toBe(0.1);
    expect([iv[1], iv[3]]).toEqual([0.2, 0.1]);
  });

  test("with fewer than two solved strikes the nearest expiry's ATM IV stands in", () => {
    const one = column(none, 0.2, none);
    expect(fillSmile(3, column(1, 2, 3), one, 0.15)).toBe(1);
    expect([...one]).toEqual([0.15, 0.2, 0.15]);
    const nothing = column(none, none);
    expect(fillSmile(2, column(1, 2), nothing, none)).toBe(0);
    expect([...nothing]).toEqual([none, none]);
  });

  test("a whole smile is left alone, and rows past the count are not touched", () => {
    const iv = column(0.1, 0.2, none);
    fillSmile(2, column(1, 2, 3), iv, 0.5);
    expect([...iv]).toEqual([0.1, 0.2, none]);
  });
});

describe("ATM volatility", () => {
  const strikes = column(24000, 24100);
  const iv = column(0.14, 0.12);

  test("is total variance at K = F from the two strikes around the forward, not the nearest strike's IV", () => {
    const w = Math.log(24030 / 24000) / Math.log(24100 / 24000);
    const wanted = Math.sqrt((1 - w) * 0.14 ** 2 + w * 0.12 ** 2);
    expect(atmVolatility(2, strikes, iv, 24030, 1)).toBeCloseTo(wanted, 14);
    expect(atmVolatility(2, strikes, iv, 24100, 1)).toBe(0.12);
  });

  test("is flat outside the strikes and unknown without any", () => {
    expect(atmVolatility(2, strikes, iv, 23000, 0)).toBe(0.14);
    expect(atmVolatility(2, strikes, iv, 25000, 2)).toBe(0.12);
    expect(atmVolatility(0, strikes, iv, 24000, 0)).toBeNaN();
    expect(atmVolatility(2, strikes, iv, none, 0)).toBeNaN();
  });

  test("takes the one that is known when the other is not", () => {
    expect(atmVolatility(2, strikes, column(none, 0.12), 24030, 1)).toBe(0.12);
    expect(atmVolatility(2, strikes, column(0.14, none), 24030, 1)).toBe(0.14);
  });
});

test("two strikes at the same place do not divide by zero", () => {
  expect(interpolateVolatility(0, 1, 0.2, 1, 0.3)).toBe(0.2);
});
