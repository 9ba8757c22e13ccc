import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OptionType } from "#domain/pricing/black76.ts";
import {
  calculateOption,
  type OptionAnswer,
  type OptionQuestion,
} from "#domain/pricing/calculator/option-calculator.ts";
import { HAUG, QUANT_REFERENCE } from "./black76.reference.ts";

const AT = Date.parse("2026-11-23T10:00:00+05:30");
const DAY = 86_400_000;

const question = (change: Partial<OptionQuestion> = {}): OptionQuestion => ({
  basis: "future",
  price: 24_060,
  strike: 24_000,
  at: AT,
  expiry: AT + 7 * DAY,
  sigma: 0.13,
  rate: 0,
  premium: null,
  ...change,
});

const sideOf = (answer: OptionAnswer, type: OptionType) => (type === "CE" ? answer.call : answer.put);

/** Everything in an answer that is a number. */
function figuresOf(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(figuresOf);
}

describe("[CALC-5] against published values", () => {
  test.each(QUANT_REFERENCE)(
    "%s F %d K %d, %d days, σ %d, r %d: price and greeks to 1e-9",
    (type, price, strike, days, sigma, rate, ...wanted) => {
      const answer = calculateOption(question({ price, strike, sigma, rate, expiry: AT + days * DAY }));
      const got = sideOf(answer, type === "C" ? "CE" : "PE");
      const values = [got.price, got.delta, got.gamma, got.theta, got.vega];
      for (const [i, value] of values.entries()) expect(Math.abs(value / wanted[i]! - 1)).toBeLessThan(1e-9);
    },
  );

  test.each(HAUG)("Haug T %d σ %d F %d K %d", (years, sigma, price, strike, call, put) => {
    const expiry = AT + Math.round(years * 365 * DAY);
    const answer = calculateOption(question({ price, strike, sigma, rate: 0.1, expiry }));
    expect(Math.abs(answer.call.price - call)).toBeLessThan(1e-4);
    expect(Math.abs(answer.put.price - put)).toBeLessThan(1e-4);
  });
});

describe("[CALC-6] a spot", () => {
  // E. G. Haug, "The Complete Guide to Option Pricing Formulas": S 60, K 65, r 8 %, σ 30 %, three months, no dividends.
  test("has Black and Scholes' price of the textbook", () => {
    const expiry = AT + 0.25 * 365 * DAY;
    const answer = calculateOption(
      question({ basis: "spot", price: 60, strike: 65, sigma: 0.3, rate: 0.08, expiry }),
    );
    expect(answer.call.price).toBeCloseTo(2.1334, 4);
    expect(answer.forward).toBeCloseTo(60 * Math.exp(0.02), 10);
  });

  test("has greeks to the spot: slopes of its price", () => {
    const base = { basis: "spot", rate: 0.08, expiry: AT + 90 * DAY } as const;
    const price = (change: Partial<OptionQuestion>) =>
      calculateOption(question({ ...base, ...change })).put.price;
    const { put } = calculateOption(question(base));
    const step = 0.5;
    expect(put.delta).toBeCloseTo(
      (price({ price: 24_060 + step }) - price({ price: 24_060 - step })) / (2 * step),
      6,
    );
    const day = 60_000;
    const later = (price({ at: AT + day }) - price({ at: AT - day })) / (2 * day);
    expect(put.theta).toBeCloseTo(later * DAY, 4);
  });

  test("is its forward while there is no interest", () => {
    const { call, put } = calculateOption(question());
    const spot = calculateOption(question({ basis: "spot" }));
    for (const figure of ["price", "delta", "gamma", "theta", "vega"] as const) {
      expect([spot.call[figure], spot.put[figure]]).toEqual([call[figure], put[figure]]);
    }
  });
});

describe("[CALC-7] the volatility of a price", () => {
  const ask = (side: OptionType, price: number, change: Partial<OptionQuestion> = {}) =>
    calculateOption(question({ ...change, premium: { side, price } })).implied;

  test("is the one that the price was computed with, wherever the price still has it", () => {
    const figures = fc.record({
      basis: fc.constantFrom("spot" as const, "future" as const),
      price: fc.double({ min: 50, max: 90_000, noNaN: true }),
      moneyness: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      days: fc.double({ min: 1 / 24, max: 900, noNaN: true }),
      sigma: fc.double({ min: 0.05, max: 2, noNaN: true }),
      rate: fc.double({ min: 0, max: 0.12, noNaN: true }),
      side: fc.constantFrom<OptionType>("CE", "PE"),
    });
    fc.assert(
      fc.property(figures, ({ moneyness, days, side, ...rest }) => {
        const asked = question({
          ...rest,
          strike: rest.price * Math.exp(moneyness),
          expiry: AT + Math.round(days * DAY),
        });
        const answer = calculateOption(asked);
        const { price, timeValue } = sideOf(answer, side);
        // Less than that is lost in the digits of what the option is in the money by.
        fc.pre(timeValue > 1e-7 * rest.price);
        const { implied } = calculateOption({ ...asked, premium: { side, price } });
        expect(implied?.reason).toBeNull();
        expect(Math.abs(implied!.sigma! / rest.sigma - 1)).toBeLessThan(1e-6);
      }),
    );
  });

  test("has a reason in its place where there is none", () => {
    expect(ask("CE", 59)).toEqual({ sigma: null, reason: "BELOW_INTRINSIC" });
    expect(ask("CE", 60)).toEqual({ sigma: null, reason: "BELOW_INTRINSIC" });
    expect(ask("CE", 24_060)).toEqual({ sigma: null, reason: "ABOVE_BOUND" });
    expect(ask("PE", 24_000)).toEqual({ sigma: null, reason: "ABOVE_BOUND" });
    expect(ask("CE", 100, { expiry: AT })).toEqual({ sigma: null, reason: "EXPIRED" });
    expect(ask("CE", 100, { expiry: AT - DAY })).toEqual({ sigma: null, reason: "EXPIRED" });
    expect(calculateOption(question()).implied).toBeNull();
  });
});

test("[CALC-5] an expired option is worth what it is in the money by, and has no greeks but delta", () => {
  for (const basis of ["spot", "future"] as const) {
    const { call, put, table } = calculateOption(question({ basis, expiry: AT, rate: 0.07 }));
    expect(call).toMatchObject({ price: 60, delta: 1, gamma: 0, theta: 0, vega: 0, timeValue: 0 });
    expect(put).toMatchObject({ price: 0, gamma: 0, theta: 0, vega: 0 });
    expect(table.days).toEqual([0]);
  }
});

test("[CALC-8] the table goes from now to the expiry, and its middle is the price itself", () => {
  const { table, call, put } = calculateOption(question());
  expect(table.days).toEqual([0, 1, 3, 5, 7]);
  const middle = table.rows.find(({ move }) => move === 0)!;
  expect(middle.call[0]).toBe(call.price);
  expect(middle.put[0]).toBe(put.price);
  expect(middle.call.at(-1)).toBe(60);
  const prices = table.rows.map(({ price }) => price);
  expect([...prices].sort((a, b) => a - b)).toEqual(prices);
  expect(calculateOption(question({ expiry: AT + 0.5 * DAY })).table.days).toEqual([0, 0.5]);
  expect(calculateOption(question({ expiry: AT + 400 * DAY })).table.days).toEqual([0, 1, 14, 365, 400]);
});

test("[CALC-9] the picture ends in the payoff, with its corner at the strike", () => {
  const { curves } = calculateOption(question());
  const corner = curves.price.indexOf(24_000);
  expect(corner).toBeGreaterThan(0);
  curves.price.forEach((price, i) => {
    expect(curves.callAtExpiry[i]).toBe(Math.max(0, price - 24_000));
    expect(curves.call[i]).toBeGreaterThanOrEqual(curves.callAtExpiry[i]!);
  });
});

test("[CALC-2] within the bounds of its fields no figure is NaN or infinite", () => {
  const bounded = fc.record<OptionQuestion>({
    basis: fc.constantFrom("spot", "future"),
    price: fc.double({ min: 1e-4, max: 1e7, noNaN: true }),
    strike: fc.double({ min: 1e-4, max: 1e7, noNaN: true }),
    at: fc.integer({ min: Date.parse("2000-01-01"), max: Date.parse("2100-01-01") }),
    expiry: fc.integer({ min: Date.parse("2000-01-01"), max: Date.parse("2100-01-01") }),
    // Six decimals of a percent, as they are typed.
    sigma: fc.integer({ min: 0, max: 1e9 }).map((typed) => typed / 1e8),
    rate: fc.double({ min: -0.2, max: 1, noNaN: true }),
    premium: fc.option(
      fc.record({
        side: fc.constantFrom<OptionType>("CE", "PE"),
        price: fc.double({ min: 0, max: 1e7, noNaN: true }),
      }),
    ),
  });
  fc.assert(
    fc.property(bounded, (asked) => {
      const answer = calculateOption(asked);
      expect(figuresOf(answer).filter((figure) => !Number.isFinite(figure))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
