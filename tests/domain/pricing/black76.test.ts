import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Black76,
  black76,
  blackPrice,
  intrinsicValue,
  type OptionType,
} from "#domain/pricing/black76.ts";
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";
import { HAUG, QUANT_REFERENCE } from "./black76.reference.ts";
import { textbookPrice } from "./volatility-oracle.ts";

const side = (letter: "C" | "P"): OptionType => (letter === "C" ? "CE" : "PE");

describe("Black-76 against published values", () => {
  test.each(QUANT_REFERENCE)(
    "%s F %d K %d, %d days, σ %d, r %d: price and greeks to 1e-9",
    (type, f, k, days, s, r, ...wanted) => {
      const got = black76(side(type), f, k, days / 365, s, r);
      const values = [got.price, got.delta, got.gamma, got.theta, got.vega];
      for (const [i, value] of values.entries()) expect(Math.abs(value / wanted[i]! - 1)).toBeLessThan(1e-9);
      expect(got.rho).toBe((-(days / 365) * got.price) / 100);
    },
  );

  test.each(HAUG)("Haug T %d σ %d F %d K %d", (years, sigma, f, k, call, put) => {
    expect(Math.abs(blackPrice("CE", f, k, years, sigma, 0.1) - call)).toBeLessThan(1e-4);
    expect(Math.abs(blackPrice("PE", f, k, years, sigma, 0.1) - put)).toBeLessThan(1e-4);
  });
});

describe("an expired or certain option (v = 0)", () => {
  const zero = { gamma: 0, theta: 0, vega: 0 };
  test("T = 0 is intrinsic, with delta 0, half or 1", () => {
    expect(black76("CE", 24100, 24000, 0, 0.12, 0.065)).toEqual({ price: 100, delta: 1, rho: 0, ...zero });
    expect(black76("CE", 23900, 24000, 0, 0.12, 0)).toEqual({ price: 0, delta: 0, rho: 0, ...zero });
    expect(black76("CE", 24000, 24000, 0, 0.12, 0)).toEqual({ price: 0, delta: 0.5, rho: 0, ...zero });
    expect(black76("PE", 23900, 24000, 0, 0.12, 0)).toEqual({ price: 100, delta: -1, rho: 0, ...zero });
    expect(black76("PE", 24000, 24000, 0, 0.12, 0).delta).toBe(-0.5);
    expect(Math.abs(black76("PE", 24100, 24000, 0, 0.12, 0).delta)).toBe(0);
  });

  test("σ = 0 before expiry is discounted intrinsic and a discounted delta", () => {
    const discount = Math.exp(-0.065 * 0.25);
    const call = black76("CE", 24100, 24000, 0.25, 0, 0.065);
    expect(call).toMatchObject({ ...zero, price: 100 * discount, delta: discount });
    expect(black76("PE", 24000, 24000, 0.25, 0, 0.065).delta).toBe(-0.5 * discount);
  });

  test("five minutes before expiry the money is finite and delta near a half", () => {
    const fiveMinutes = 5 / (365 * 24 * 60);
    const call = black76("CE", 24000, 24000, fiveMinutes, 0.14, 0);
    expect(call.delta).toBeCloseTo(0.5, 3);
    for (const value of Object.values(call)) expect(Number.isFinite(value)).toBe(true);
    // The decay to expiry is all of the time value and no more.
    expect(call.price - intrinsicValue("CE", 24000, 24000)).toBeGreaterThan(0);
    expect(blackPrice("CE", 24000, 24000, 0, 0.14, 0)).toBe(0);
  });

  test("unknown inputs give unknown answers", () => {
    const { NaN: unknown } = Number;
    expect(black76("CE", unknown, 24000, 0.1, 0.1, 0).price).toBeNaN();
    expect(black76("CE", 24000, 24000, 0.1, unknown, 0).delta).toBeNaN();
    expect(intrinsicValue("PE", unknown, 24000)).toBeNaN();
  });
});

const market = fc.record({
  forward: fc.double({ min: 50, max: 90000, noNaN: true }),
  moneyness: fc.double({ min: -0.4, max: 0.4, noNaN: true }),
  years: fc.double({ min: 1 / (365 * 24 * 60), max: 3, noNaN: true }),
  sigma: fc.double({ min: 0.01, max: 3, noNaN: true }),
  rate: fc.double({ min: 0, max: 0.12, noNaN: true }),
});

describe("Black-76 properties", () => {
  test("put-call parity holds for price, delta and theta", () => {
    fc.assert(
      fc.property(market, ({ forward, moneyness, years, sigma, rate }) => {
        const strike = forward * Math.exp(moneyness);
        const call = black76("CE", forward, strike, years, sigma, rate);
        const put = black76("PE", forward, strike, years, sigma, rate);
        const discount = Math.exp(-rate * years);
        expect(Math.abs(call.price - put.price - discount * (forward - strike))).toBeLessThan(
          1e-11 * forward,
        );
        expect(Math.abs(call.delta - put.delta - discount)).toBeLessThan(1e-15);
        expect(call.gamma).toBe(put.gamma);
        expect(call.vega).toBe(put.vega);
        const carry = (rate * (call.price - put.price)) / 365;
        expect(Math.abs(call.theta - put.theta - carry)).toBeLessThan(1e-12 * forward);
      }),
    );
  });

  test("prices lie between discounted intrinsic and the bound", () => {
    fc.assert(
      fc.property(market, ({ forward, moneyness, years, sigma, rate }) => {
        const strike = forward * Math.exp(moneyness);
        const discount = Math.exp(-rate * years);
        for (const type of ["CE", "PE"] as const) {
          const price = blackPrice(type, forward, strike, years, sigma, rate);
          expect(price).toBeGreaterThanOrEqual(discount * intrinsicValue(type, forward, strike));
          expect(price).toBeLessThanOrEqual(discount * (type === "CE" ? forward : strike) * (1 + 1e-15));
        }
      }),
    );
  });

  test("price rises with volatility, calls fall and puts rise with the strike, and never faster than the strike", () => {
    fc.assert(
      fc.property(market, fc.double({ min: 1e-3, max: 0.05, noNaN: true }), (m, step) => {
        const { forward, years, sigma, rate } = m;
        const strike = forward * Math.exp(m.moneyness);
        const next = strike * (1 + step);
        const discount = Math.exp(-rate * years);
        const slack = 1e-12 * forward;
        const at = (type: OptionType, k: number, s = sigma) => blackPrice(type, forward, k, years, s, rate);
        expect(at("CE", strike, sigma * 1.01)).toBeGreaterThanOrEqual(at("CE", strike));
        expect(at("CE", strike) - at("CE", next)).toBeGreaterThanOrEqual(-slack);
        expect(at("CE", strike) - at("CE", next)).toBeLessThanOrEqual(discount * (next - strike) + slack);
        expect(at("PE", next) - at("PE", strike)).toBeGreaterThanOrEqual(-slack);
      }),
    );
  });

  test("the greeks are the slopes of the price, in the stated units", () => {
    const inside = { min: 0.02, max: 0.6, noNaN: true };
    fc.assert(
      fc.property(
        fc.double({ min: -1.5, max: 1.5, noNaN: true }),
        fc.double(inside),
        fc.double(inside),
        (d, t, s) => {
          const f = 24060;
          const k = f * Math.exp(d * s * Math.sqrt(t));
          for (const type of ["CE", "PE"] as const) {
            const greeks: Black76 = black76(type, f, k, t, s, 0.065);
            const at = (df: number, dt: number, ds: number, dr = 0) =>
              blackPrice(type, f + df, k, t + dt, s + ds, 0.065 + dr);
            const h = f * 1e-4 * s;
            const near = (slope: number, greek: number) =>
              expect(Math.abs(slope - greek)).toBeLessThan(2e-4 * Math.abs(greek) + 1e-7);
            near((at(h, 0, 0) - at(-h, 0, 0)) / (2 * h), greeks.delta);
            near(
              (black76(type, f + h, k, t, s, 0.065).delta - black76(type, f - h, k, t, s, 0.065).delta) /
                (2 * h),
              greeks.gamma,
            );
            near((at(0, 0, 1e-5) - at(0, 0, -1e-5)) / 2e-5 / 100, greeks.vega);
            near(-(at(0, 1e-6, 0) - at(0, -1e-6, 0)) / 2e-6 / 365, greeks.theta);
            near((at(0, 0, 0, 1e-6) - at(0, 0, 0, -1e-6)) / 2e-6 / 100, greeks.rho);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("agrees with the two subtracted terms of the textbook", () => {
    fc.assert(
      fc.property(market, ({ forward, moneyness, years, sigma }) => {
        const strike = forward * Math.exp(moneyness);
        for (const type of ["CE", "PE"] as const) {
          const plain = textbookPrice(type === "CE", forward, strike, years, sigma);
          expect(Math.abs(blackPrice(type, forward, strike, years, sigma, 0) - plain)).toBeLessThan(
            1e-12 * forward,
          );
        }
      }),
    );
  });

  test("a far wing keeps its digits: IV survives a price of 1e-6 paise", () => {
    const price = blackPrice("CE", 24000, 30000, 7 / 365, 0.2, 0);
    expect(price).toBeGreaterThan(0);
    expect(price).toBeLessThan(1e-8);
    const far = blackPrice("CE", 24000, 29000, 7 / 365, 0.25, 0);
    expect(impliedVolatility(far, 24000, 29000, 7 / 365, true)).toBeCloseTo(0.25, 12);
  });
});
