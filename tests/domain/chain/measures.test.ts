import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  atmStrikeIndex,
  breakeven,
  breakevenFraction,
  buildUp,
  futureOi,
  maxPain,
  maxPainType,
  netChange,
  oiChange,
  oiChangeRatio,
  oiChangeType,
  pcr,
  pcrChange,
  pcrType,
  pop,
  timeValue,
  volumeSpike,
} from "#domain/chain/measures.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { lognormalSettlement } from "#domain/pricing/settlement-distribution.ts";
import { bruteMaxPain } from "./brute-max-pain.ts";

const { NaN: unknown } = Number;
const column = (...values: number[]) => Float64Array.from(values);
const STRIKES = column(23800, 23900, 24000, 24100, 24200);

describe("put-call ratio and max pain", () => {
  const callOi = column(100, 300, 900, 1500, 2000);
  const putOi = column(1800, 1400, 1000, 200, 100);

  test("the reference chain: max pain 24000, PCR 0.9375", () => {
    expect(maxPain(5, STRIKES, callOi, putOi, 24060)).toBe(24000);
    expect(pcr(4500, 4800)).toBe(0.9375);
  });

  test("with zero OI everywhere both are unknown", () => {
    const none = new Float64Array(5);
    expect(maxPain(5, STRIKES, none, none, 24060)).toBeNaN();
    expect(maxPain(0, STRIKES, callOi, putOi, 24060)).toBeNaN();
    expect(pcrChange(100, 0, 100, 100)).toBeNaN();
    expect(pcrChange(100, 100, 100, 0)).toBeNaN();
    expect(oiChangeRatio(500, 0)).toBeNaN();
    expect(pcr(0, 0)).toBeNaN();
    expect(pcr(100, 0)).toBeNaN();
    expect(pcrType(unknown)).toBeNull();
    expect(maxPainType(unknown, 24060, 100)).toBeNull();
  });

  test("a tie goes to the strike nearest the forward, and to the lower one without a forward", () => {
    const put = column(10, 0, 0, 0, 0);
    const call = column(0, 0, 0, 0, 10);
    expect(maxPain(5, STRIKES, call, put, 24060)).toBe(24100);
    expect(maxPain(5, STRIKES, call, put, 23800)).toBe(23800);
    expect(maxPain(5, STRIKES, call, put, unknown)).toBe(23800);
  });

  test("is the brute-force minimum for any open interest, unknown OI counting as none", () => {
    const oi = fc.oneof(fc.integer({ min: 0, max: 2e8 }), fc.constant(unknown));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), oi, oi), { minLength: 1, maxLength: 60 }),
        fc.constantFrom(0.0025, 0.5, 50),
        (rows, step) => {
          let strike = 83;
          const strikes = Float64Array.from(rows, ([gap]) => (strike += gap * step));
          const calls = Float64Array.from(rows, ([, call]) => call);
          const puts = Float64Array.from(rows, ([, , put]) => put);
          const forward = strikes[rows.length >> 1]!;
          const brute = bruteMaxPain(strikes, calls, puts);
          const got = maxPain(rows.length, strikes, calls, puts, forward);
          if (brute === null) expect(got).toBeNaN();
          else expect(brute.painAt(got)).toBeLessThanOrEqual(brute.least * (1 + 1e-9) + 1e-3);
        },
      ),
    );
  });

  test("PCR may rise while the ratio of OI changes is negative: they are two figures", () => {
    // Puts from 4,000 to 4,500, calls from 5,000 to 4,800.
    expect(pcrChange(4_500, 4_800, 4_000, 5_000)).toBeCloseTo(0.1375, 12);
    expect(oiChangeRatio(4_500 - 4_000, 4_800 - 5_000)).toBe(-2.5);
  });

  test("readings: 0.9 and above is bullish, 0.6 and below bearish; the levels are data", () => {
    expect([0.6, 0.61, 0.89, 0.9].map((ratio) => pcrType(ratio))).toEqual([
      "bearish",
      "neutral",
      "neutral",
      "bullish",
    ]);
    expect(pcrType(0.9, { bullish: 1.2, bearish: 0.9 })).toBe("bearish");
  });

  test("max pain leans when it is more than half a step from the forward", () => {
    expect(maxPainType(24100, 24049, 100)).toBe("bullish");
    expect(maxPainType(24100, 24050, 100)).toBe("neutral");
    expect(maxPainType(24000, 24050, 100)).toBe("neutral");
    expect(maxPainType(24000, 24051, 100)).toBe("bearish");
  });
});

describe("changes and build-up", () => {
  test("changes are fractions, and unknown without a base", () => {
    expect(netChange(110, 100)).toBeCloseTo(0.1, 15);
    expect(netChange(110, 0)).toBeNaN();
    expect(netChange(0, 100)).toBeNaN();
    expect(oiChange(150, 100)).toBe(0.5);
    expect(oiChange(0, 100)).toBe(-1);
    expect(oiChange(150, 0)).toBeNaN();
  });

  test("build-up follows the signs, and half a per cent of OI says nothing", () => {
    expect(buildUp(1, 0.01)).toBe("long_build_up");
    expect(buildUp(-1, 0.01)).toBe("short_build_up");
    expect(buildUp(1, -0.01)).toBe("short_covering");
    expect(buildUp(-1, -0.01)).toBe("long_unwinding");
    expect(buildUp(1, 0.0049)).toBe("none");
    expect(buildUp(1, -0.0049)).toBe("none");
    expect(buildUp(1, 0.005)).toBe("long_build_up");
    expect(buildUp(0, 0.5)).toBe("none");
    expect(buildUp(1, unknown)).toBe("none");
    expect(buildUp(unknown, 0.5)).toBe("none");
  });

  test("[EVT-5] an underlying's comes of its price and the open interest of its futures", () => {
    const base = { spot: 101, spotPreviousClose: 100, futureOi: 1_010, futureOiPrevious: 1_000 };
    expect(oiChangeType(base)).toBe("long_build_up");
    expect(oiChangeType({ ...base, spot: 99 })).toBe("short_build_up");
    expect(oiChangeType({ ...base, futureOi: 990 })).toBe("short_covering");
    expect(oiChangeType({ ...base, spot: 99, futureOi: 990 })).toBe("long_unwinding");
    expect(oiChangeType({ ...base, futureOi: 1_004 })).toBe("none");
    expect(oiChangeType({ ...base, futureOiPrevious: 0 })).toBe("none");
    expect(oiChangeType({ ...base, spotPreviousClose: unknown })).toBe("none");
  });

  test("future OI is the first three expiries; a volume spike is a ratio", () => {
    expect(futureOi([100, 20, 3, 1000])).toBe(123);
    expect(futureOi([100])).toBe(100);
    expect(volumeSpike(300, 100)).toBe(3);
    expect(volumeSpike(300, 0)).toBeNaN();
  });
});

test("the ATM strike is nearest the forward, the lower on a tie, and none without a forward", () => {
  const at = (forward: number) => atmStrikeIndex(5, STRIKES, forward);
  expect([23000, 23949, 23950, 23951, 24000, 25000].map(at)).toEqual([0, 1, 1, 2, 2, 4]);
  expect(at(unknown)).toBe(-1);
  expect(at(0)).toBe(-1);
  expect(atmStrikeIndex(0, STRIKES, 24000)).toBe(-1);
});

test("time value is shown as it is, below zero too", () => {
  expect(timeValue(99, 100)).toBe(-1);
});

describe("breakeven and probability of profit", () => {
  const WEEK = 7 / 365;

  test("a call breaks even above its strike, a put below", () => {
    expect(breakeven("CE", 24000, 150)).toBe(24150);
    expect(breakeven("PE", 24000, 150)).toBe(23850);
    expect(breakevenFraction(24240, 24000)).toBeCloseTo(0.01, 15);
    expect(breakevenFraction(24240, 0)).toBeNaN();
  });

  test("matches the reference probability above 24350", () => {
    expect(
      Math.abs(pop("CE", 24000, 350, 24060, WEEK, lognormalSettlement(24060, WEEK, 0.13)) - 0.249994259747),
    ).toBeLessThan(1e-12);
    expect(
      Math.abs(
        pop("PE", 24700, 350, 24060, WEEK, lognormalSettlement(24060, WEEK, 0.13)) - (1 - 0.249994259747),
      ),
    ).toBeLessThan(1e-12);
  });

  test("a fair option pays its buyer less than half the time, and a free one never costs", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.8, max: 1.2, noNaN: true }),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (ratio, sigma) => {
          const strike = 24000 * ratio;
          for (const type of ["CE", "PE"] as const) {
            const fair = blackPrice(type, 24000, strike, WEEK, sigma, 0);
            const chance = pop(type, strike, fair, 24000, WEEK, lognormalSettlement(24000, WEEK, sigma));
            expect(chance).toBeGreaterThanOrEqual(0);
            expect(chance).toBeLessThan(0.55);
            expect(
              pop(type, strike, fair + 10, 24000, WEEK, lognormalSettlement(24000, WEEK, sigma)),
            ).toBeLessThanOrEqual(chance);
          }
        },
      ),
    );
    expect(pop("PE", 100, 100, 24000, WEEK, lognormalSettlement(24000, WEEK, 0.2))).toBe(0);
  });

  test("at expiry the outcome is known, and without volatility before it nothing is", () => {
    expect(pop("CE", 24000, 50, 24060, 0, lognormalSettlement(24060, 0, unknown))).toBe(1);
    expect(pop("CE", 24000, 60, 24060, 0, lognormalSettlement(24060, 0, unknown))).toBe(0);
    expect(pop("PE", 24000, 50, 24060, 0, lognormalSettlement(24060, 0, unknown))).toBe(0);
    expect(pop("CE", 24000, 50, 24060, WEEK, lognormalSettlement(24060, WEEK, unknown))).toBeNaN();
    expect(pop("CE", 24000, 50, 24060, WEEK, lognormalSettlement(24060, WEEK, 0))).toBeNaN();
    expect(pop("CE", 24000, unknown, 24060, 0, lognormalSettlement(24060, 0, 0.1))).toBeNaN();
  });
});
