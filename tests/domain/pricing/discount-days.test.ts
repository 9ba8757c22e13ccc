/** Discounts of real closes, day by day: what a curve of all expiries makes of pairs that come and go. */
import { describe, expect, test } from "vitest";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import { createDiscountFit } from "#domain/pricing/discount.ts";
import { createDiscountCurve } from "#domain/pricing/discount-curve.ts";
import { DISCOUNT_BORROWED, DISCOUNT_OWN_CURVE } from "#domain/pricing/discount-origin.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import {
  closedContracts,
  closedExpiries,
  closingColumns,
  endOfDayFile,
} from "../../support/market/end-of-day.ts";
import { hasMarketFile } from "../calendar/market-files.ts";
import { contextOf } from "../chain/chain-fixture.ts";

const DAYS = ["2026-08-14", "2026-08-17", "2026-08-18", "2026-08-19"];
const solve = createLoneChainSolver(referenceKernel);
const fitDiscount = createDiscountFit();

/** All expiries of an underlying at a close, near to far, with what their own pairs say. */
function closesOf(day: string, symbol: string) {
  const now = Date.parse(`${day}T15:40:00+05:30`);
  const found = closedExpiries(closedContracts(day)).filter(
    (each) => each.symbol === symbol && each.expiry > day,
  );
  found.sort((a, b) => (a.expiry < b.expiry ? -1 : 1));
  const curve = createDiscountCurve(found.length);
  const own: { discount: number; error: number }[] = [];
  const chains = found.map((each, place) => {
    const chain = closingColumns(each, now);
    const expiryInstant = Date.parse(`${each.expiry}T15:40:00+05:30`);
    const context = contextOf({ now, sessionClose: now, expiryInstant, spot: each.underlying, roundStep: 0 });
    const { years } = solve(chain, {
      ...context,
      rate: Number.NaN,
      discounts: (life, pairs, anchor, tickSize) => {
        own[place] = { ...fitDiscount(pairs, anchor, tickSize) };
        curve.witness(place, life, own[place]);
        return { rate: 0, error: Number.NaN, source: 0 };
      },
    });
    const ivAt = (rate: number) => 100 * solve(chain, { ...context, rate }).atmIv;
    return { expiry: each.expiry, years, ivAt };
  });
  const lives = chains.map((each) => each.years);
  const told = (lender: typeof curve | null) => {
    curve.weigh(lender);
    curve.fit(chains.length, lives);
    return chains.map((each, place) => {
      const { rate, error, source } = curve.at(place);
      return { ...each, own: own[place]!, rate, error, source, discount: Math.exp(-rate * each.years) };
    });
  };
  return { curve, told };
}

describe.skipIf(!DAYS.every((day) => hasMarketFile(endOfDayFile(day))))("closes of August 2026", () => {
  const nifty = DAYS.map((day) => closesOf(day, "NIFTY").told(null));
  const of = (day: number, expiry: string) => nifty[day]!.find((each) => each.expiry === expiry)!;

  test.each(["2026-10-27", "2026-12-29"])("NIFTY %s is within an error of its own pairs", (expiry) => {
    for (const day of DAYS.keys()) {
      const { own, discount } = of(day, expiry);
      expect(Math.abs(discount - own.discount), DAYS[day]).toBeLessThan(own.error);
    }
  });

  test.each(["2027-03-30", "2027-12-28"])(
    "NIFTY %s has the IV of December's rate, though its pairs are few",
    (expiry) => {
      for (const day of DAYS.keys()) {
        const { ivAt, rate } = of(day, expiry);
        expect(Math.abs(ivAt(rate) - ivAt(of(day, "2026-12-29").rate)), DAYS[day]).toBeLessThan(0.15);
      }
    },
  );

  test.each(["2026-10-27", "2026-12-29", "2027-03-30", "2027-12-28"])(
    "no day moves the IV of NIFTY %s by a tenth of a point through the discount alone",
    (expiry) => {
      for (let day = 1; day < DAYS.length; day++) {
        const { ivAt, rate } = of(day, expiry);
        const before = of(day - 1, expiry).rate;
        expect(Math.abs(ivAt(rate) - ivAt(before)), DAYS[day]).toBeLessThan(0.1);
      }
    },
  );

  test("D never rises in time, and an expiry without pairs says whose it is", () => {
    for (const day of nifty) {
      for (let i = 1; i < day.length; i++)
        expect(day[i]!.discount).toBeLessThanOrEqual(day[i - 1]!.discount + 1e-15);
      expect(day.find((each) => each.expiry === "2027-12-28")!.source).toBe(DISCOUNT_OWN_CURVE);
    }
  });

  test("BANKNIFTY December borrows from NIFTY: within 0.15 points of its rate, steady from day to day", () => {
    let before = Number.NaN;
    for (const [day, date] of DAYS.entries()) {
      const lender = closesOf(date, "NIFTY");
      lender.told(null);
      const december = closesOf(date, "BANKNIFTY")
        .told(lender.curve)
        .find((each) => each.expiry === "2026-12-29")!;
      const { ivAt, rate, source } = december;
      expect(Math.abs(ivAt(rate) - ivAt(of(day, "2026-12-29").rate)), date).toBeLessThan(0.15);
      if (day > 0) expect(Math.abs(ivAt(rate) - ivAt(before)), date).toBeLessThan(0.1);
      expect(source).toBe(DISCOUNT_BORROWED);
      before = rate;
    }
  });
});
