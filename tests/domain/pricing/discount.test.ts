import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import { createDiscountFit, type PairColumns, rateOf } from "#domain/pricing/discount.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import {
  closedContracts,
  closedExpiries,
  closingColumns,
  endOfDayFile,
} from "../../support/market/end-of-day.ts";
import { hasMarketFile } from "../calendar/market-files.ts";
import { contextOf } from "../chain/chain-fixture.ts";

const FORWARD = 25_000;
const TICK = 0.05;
const fitDiscount = createDiscountFit();

/** Pairs of a discount, off by `noise` rupees, in books of a rupee. */
function pairsOf(discount: number, noise: readonly number[] = [], count = 41): PairColumns {
  const strikes = Float64Array.from({ length: count }, (_, i) => 23_000 + 100 * i);
  const column = (value: (i: number) => number) => Float64Array.from(strikes, (_, i) => value(i));
  return {
    count,
    strikes,
    callPrice: column((i) => 5_000 + discount * (FORWARD - strikes[i]!) + (noise[i] ?? 0)),
    putPrice: column(() => 5_000),
    callSpread: column(() => 1),
    putSpread: column(() => 1),
  };
}

const told = (pairs: PairColumns) => ({ ...fitDiscount(pairs, FORWARD, TICK) });

describe("a discount from put-call pairs", () => {
  test("is found to its own error, whatever the noise", () => {
    let within = 0;
    let fitted = 0;
    fc.assert(
      fc.property(
        fc.double({ min: 0.94, max: 0.985, noNaN: true }),
        fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 41, maxLength: 41 }),
        (discount, noise) => {
          const got = told(pairsOf(discount, noise));
          expect(got.error).toBeLessThan(0.002);
          expect(Math.abs(got.discount - discount)).toBeLessThan(5 * got.error);
          fitted++;
          if (Math.abs(got.discount - discount) < 2 * got.error) within++;
        },
      ),
      { numRuns: 200 },
    );
    expect(within / fitted).toBeGreaterThan(0.85);
  });

  test("hardly hears an eighth of the pairs that are a hundred rupees off, whichever they are", () => {
    for (const from of [0, 12, 35]) {
      const stale = Array.from({ length: 41 }, (_, i) => (i >= from && i < from + 5 ? 100 : 0));
      expect(Math.abs(told(pairsOf(0.96, stale)).discount - 0.96)).toBeLessThan(0.001);
    }
  });

  test("leaves out pairs in wide books", () => {
    const noise = Array.from({ length: 41 }, (_, i) => (i % 3 === 0 ? 20 * i : 0));
    const pairs = pairsOf(0.96, noise);
    for (let i = 0; i < 41; i += 3) pairs.callSpread[i] = 200;
    expect(told(pairs).discount).toBeCloseTo(0.96, 9);
  });

  test("is not told of five pairs", () => {
    expect(told(pairsOf(0.96, [], 5))).toEqual({ discount: Number.NaN, error: Number.NaN });
  });

  test("as a rate is continuous, and 0 where there is no time or no discount", () => {
    expect(Math.exp(-rateOf(0.95, 0.6) * 0.6)).toBeCloseTo(0.95, 15);
    expect([rateOf(1, 0.6), rateOf(0.95, 0)]).toEqual([0, 0]);
  });
});

const DAYS = ["2026-08-14", "2026-08-17", "2026-08-18", "2026-08-19"];

describe.skipIf(!DAYS.every((day) => hasMarketFile(endOfDayFile(day))))(
  "NIFTY at four closes of August 2026",
  () => {
    /** The discount, its error, and the ATM IV with it and without, in points. */
    function closeOf(day: string, expiry: string) {
      const now = Date.parse(`${day}T15:40:00+05:30`);
      const found = closedExpiries(closedContracts(day)).find(
        (each) => each.symbol === "NIFTY" && each.expiry === expiry,
      )!;
      const solve = createLoneChainSolver(referenceKernel);
      const context = contextOf({
        now,
        sessionClose: now,
        expiryInstant: Date.parse(`${expiry}T15:40:00+05:30`),
        spot: found.underlying,
        roundStep: 0,
        rate: Number.NaN,
      });
      const chain = closingColumns(found, now);
      const { discount, discountError, atmIv } = solve(chain, context);
      const without = solve(chain, { ...context, rate: 0 }).atmIv;
      return { discount, discountError, gain: 100 * (atmIv - without) };
    }

    test.each([["2026-12-29", 0.963, 0.966, 0.0015]])(
      "the discount of %s is the same every day, and IV without it a tenth to half a point low",
      (expiry, least, most, error) => {
        for (const day of DAYS) {
          const got = closeOf(day, expiry);
          expect(got.discount, day).toBeGreaterThan(least);
          expect(got.discount, day).toBeLessThan(most);
          expect(got.discountError, day).toBeLessThan(error);
          expect(got.gain, day).toBeGreaterThan(0.1);
          expect(got.gain, day).toBeLessThan(0.5);
        }
      },
    );

    test("a monthly within forty-five days has none", () => {
      expect(closeOf("2026-08-19", "2026-09-29").discount).toBe(1);
    });
  },
);
