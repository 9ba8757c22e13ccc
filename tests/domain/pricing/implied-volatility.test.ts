import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  IV_REASON_ABOVE_BOUND,
  IV_REASON_BELOW_INTRINSIC,
  IV_REASON_EXPIRED,
  IV_REASON_NO_PRICE,
  IV_REASON_NONE,
} from "#domain/chain/flags.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";
import { ivReason } from "#domain/pricing/iv-reason.ts";
import { normalisedImpliedVolatility } from "#domain/pricing/normalised-implied-volatility.ts";
import { NORMALISED_BLACK } from "./normalised-black.vectors.ts";
import { oracleVolatility } from "./volatility-oracle.ts";

const WEEK = 7 / 365;

describe("Let's Be Rational on the normalised price", () => {
  test("s comes back to 1e-12 relative, down to prices of 1e-300, wherever the price determines it", () => {
    let determined = 0;
    for (const [x, s, b, condition] of NORMALISED_BLACK) {
      const rounding = 2.3e-16 * condition;
      const error = Math.abs(normalisedImpliedVolatility(b, x) / s - 1);
      if (rounding < 2e-13) {
        determined++;
        expect(error, `x ${x}, s ${s}`).toBeLessThan(1e-12);
      }
      expect(error, `x ${x}, s ${s}`).toBeLessThan(2e-15 + 2 * rounding);
    }
    expect(determined).toBeGreaterThan(0.9 * NORMALISED_BLACK.length);
    expect(Math.min(...NORMALISED_BLACK.map(([, , b]) => b))).toBeLessThan(1e-280);
  });

  test("the sign of the log-moneyness does not matter", () => {
    expect(normalisedImpliedVolatility(0.01, 0.3)).toBe(normalisedImpliedVolatility(0.01, -0.3));
  });

  test("a price of 0 has no volatility, and outside the bounds none is invented", () => {
    expect(normalisedImpliedVolatility(0, -0.1)).toBe(0);
    expect(normalisedImpliedVolatility(-1e-9, -0.1)).toBeNaN();
    expect(normalisedImpliedVolatility(Math.exp(-0.05), -0.1)).toBeNaN();
    expect(normalisedImpliedVolatility(1, 0)).toBeNaN();
    expect(normalisedImpliedVolatility(Number.NaN, -0.1)).toBeNaN();
  });
});

describe("implied volatility of an option", () => {
  test("agrees with a safeguarded Newton-bisection on [1e-4, 5]", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.3, max: 0.3, noNaN: true }),
        fc.double({ min: 1e-3, max: 2, noNaN: true }),
        fc.double({ min: 0.02, max: 4, noNaN: true }),
        (moneyness, years, sigma) => {
          const forward = 24000;
          const strike = forward * Math.exp(moneyness);
          const isCall = strike >= forward;
          const price = blackPrice(isCall ? "CE" : "PE", forward, strike, years, sigma, 0);
          fc.pre(price > 1e-6);
          const solved = impliedVolatility(price, forward, strike, years, isCall);
          const oracle = oracleVolatility(price, forward, strike, years, isCall);
          expect(Math.abs(solved / oracle - 1)).toBeLessThan(1e-8);
        },
      ),
    );
  });

  test("undoes Black-76 to 1e-12 relative on the out-of-the-money side", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -4, max: 4, noNaN: true }),
        fc.double({ min: 5 / (365 * 24 * 60), max: 2, noNaN: true }),
        fc.double({ min: 0.03, max: 1.5, noNaN: true }),
        fc.constantFrom(0.01, 85.25, 24060, 3e6),
        (deviations, years, sigma, forward) => {
          const strike = forward * Math.exp(deviations * sigma * Math.sqrt(years));
          const isCall = strike >= forward;
          const price = blackPrice(isCall ? "CE" : "PE", forward, strike, years, sigma, 0);
          fc.pre(ivReason(price, forward, strike, years, isCall) === IV_REASON_NONE);
          // ln(F/K) carries an ulp of F/K: at s = 1e-3 that alone is 1e-13 of s.
          const carried = 4e-16 / (sigma * Math.sqrt(years));
          const solved = impliedVolatility(price, forward, strike, years, isCall);
          expect(Math.abs(solved / sigma - 1)).toBeLessThan(1e-12 + carried);
        },
      ),
    );
  });

  test("every price between intrinsic and the bound has a volatility, and that gives the price back", () => {
    // Powers of ten of the way from either end: 1e-11 of it from intrinsic, 1e-13 short of the bound.
    const way = fc.oneof(
      fc.double({ min: -11, max: 0, noNaN: true }).map((power) => 0.999 * 10 ** power),
      fc.double({ min: -13, max: -0.01, noNaN: true }).map((power) => 1 - 10 ** power),
    );
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 1 / (365 * 24 * 60), max: 5, noNaN: true }),
        way,
        fc.boolean(),
        fc.constantFrom(0.01, 85.25, 24060, 3e6),
        (moneyness, years, share, isCall, forward) => {
          const strike = forward * Math.exp(moneyness);
          const intrinsic = Math.max(isCall ? forward - strike : strike - forward, 0);
          const bound = isCall ? forward : strike;
          const price = intrinsic + share * (bound - intrinsic);
          fc.pre(ivReason(price, forward, strike, years, isCall) === IV_REASON_NONE);
          const sigma = impliedVolatility(price, forward, strike, years, isCall);
          expect(sigma).toBeGreaterThan(0);
          expect(sigma).toBeLessThan(Infinity);
          const again = blackPrice(isCall ? "CE" : "PE", forward, strike, years, sigma, 0);
          expect(Math.abs(again - price)).toBeLessThanOrEqual(1e-14 * bound + 1e-12 * (price - intrinsic));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("the in-the-money side gives the same volatility as far as its digits go", () => {
    const price = blackPrice("PE", 24060, 24500, WEEK, 0.135, 0);
    expect(impliedVolatility(price, 24060, 24500, WEEK, false)).toBeCloseTo(0.135, 12);
  });

  test("is monotone in price", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 4000, noNaN: true }),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        (price, more) => {
          const low = impliedVolatility(price, 24000, 24500, WEEK, true);
          expect(impliedVolatility(price + more, 24000, 24500, WEEK, true)).toBeGreaterThan(low);
        },
      ),
    );
  });

  const cases: [string, number, number, number, number, boolean, number][] = [
    ["price exactly intrinsic", 500, 24500, 24000, WEEK, true, IV_REASON_BELOW_INTRINSIC],
    ["price below intrinsic", 450, 24500, 24000, WEEK, true, IV_REASON_BELOW_INTRINSIC],
    ["a put below intrinsic", 450, 24000, 24500, WEEK, false, IV_REASON_BELOW_INTRINSIC],
    ["time value of rounding size", 500 + 2e-8, 24500, 24000, WEEK, true, IV_REASON_BELOW_INTRINSIC],
    ["zero price", 0, 24000, 24500, WEEK, true, IV_REASON_BELOW_INTRINSIC],
    ["a call at the forward", 24000, 24000, 24500, WEEK, true, IV_REASON_ABOVE_BOUND],
    ["a put at the strike", 23000, 24000, 23000, WEEK, false, IV_REASON_ABOVE_BOUND],
    ["expired", 100, 24000, 24000, 0, true, IV_REASON_EXPIRED],
    ["no price", Number.NaN, 24000, 24000, WEEK, true, IV_REASON_NO_PRICE],
    ["no forward", 100, Number.NaN, 24000, WEEK, true, IV_REASON_NO_PRICE],
  ];
  test.each(cases)(
    "%s gives a reason, never an IV of 0",
    (_, price, forward, strike, years, isCall, reason) => {
      expect(ivReason(price, forward, strike, years, isCall)).toBe(reason);
      expect(impliedVolatility(price, forward, strike, years, isCall)).toBeNaN();
    },
  );
});
