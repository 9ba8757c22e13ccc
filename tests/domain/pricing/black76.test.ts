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
import { textbookPrice } from "./volatility-oracle.ts";

type Row = [
  type: "C" | "P",
  f: number,
  k: number,
  days: number,
  sigma: number,
  r: number,
  ...greeks: number[],
];

/** Strikewise quant reference, section 14: price, delta, gamma, theta a day, vega a point. */
// biome-ignore format: a table
const REFERENCE: Row[] = [
  ["C", 24000, 24000, 7, 0.12, 0, 159.110977566, 0.503314812033, 0.00100023028087, -11.3648082763, 13.2589429890],
  ["P", 24000, 24000, 7, 0.12, 0, 159.110977566, -0.496685187967, 0.00100023028087, -11.3648082763, 13.2589429890],
  ["C", 24060, 24500, 7, 0.135, 0, 40.0759572579, 0.168527650153, 0.000559442247548, -8.08520773637, 8.38465987476],
  ["P", 24060, 23000, 30, 0.165, 0, 101.391198994, -0.164497678744, 0.000217674689964, -4.69941943770, 17.0887979553],
  ["C", 24060, 22000, 30, 0.18, 0.065, 2068.86426475, 0.955702945282, 0.0000678789063627, -1.37557915287, 5.81335678543],
  ["P", 24060, 26000, 90, 0.14, 0.065, 2022.97916435, -0.846410676338, 0.000130900058710, -1.67427437571, 26.1582549328],
  ["C", 54000, 54000, 0.25, 0.20, 0, 112.760475257, 0.501044078475, 0.00141143619691, -225.520435627, 5.63801089067],
  ["C", 85.25, 86, 20, 0.04, 0, 0.0754146559030, 0.175978722377, 0.324080979469, -0.00516225484571, 0.0516225484571],
  ["P", 6000, 5500, 45, 0.35, 0.065, 98.6047648693, -0.219044492602, 0.000399191155231, -2.39399229471, 6.20113383606],
  ["C", 1400, 1600, 4, 0.25, 0, 1.20440691126e-6, 1.79843840072e-7, 2.58811206250e-8, -4.34306476241e-6, 1.38978072397e-6],
];

/** E. G. Haug, Option Pricing Formulas, as in QuantLib's European option tests with q = r: K 100, r 10 %. */
// biome-ignore format: a table
const HAUG: [years: number, sigma: number, f: number, k: number, call: number, put: number][] = [
  [0.1, 0.15, 90, 100, 0.0205, 9.9210], [0.1, 0.15, 100, 100, 1.8734, 1.8734], [0.1, 0.15, 110, 100, 9.9413, 0.0408],
  [0.5, 0.35, 90, 100, 4.9329, 14.4452], [0.5, 0.35, 100, 100, 9.3679, 9.3679], [0.5, 0.35, 110, 100, 15.3086, 5.7963],
  [0.75, 0.28, 19, 19, 1.7011, 1.7011],
];

const side = (letter: "C" | "P"): OptionType => (letter === "C" ? "CE" : "PE");

describe("Black-76 against published values", () => {
  test.each(REFERENCE)(
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
