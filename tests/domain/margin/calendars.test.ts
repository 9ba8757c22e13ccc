import { describe, expect, test } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { istInstant } from "#domain/calendar/ist.ts";
import { marginBook, marginOf } from "#domain/margin/margin.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { Leg, StrategyMarket } from "#domain/strategy/model.ts";
import { expiryMarket, leg, market } from "./margin-fixture.ts";

type Place = Pick<StrategyMarket, "symbol" | "kind" | "derivativeExchange" | "spot">;
const NIFTY: Place = { symbol: "NIFTY", kind: "index", derivativeExchange: "NFO", spot: 24_000 };
const RELIANCE: Place = { symbol: "RELIANCE", kind: "stock", derivativeExchange: "NFO", spot: 1_400 };
const DOLLAR: Place = { symbol: "USDINR", kind: "currency", derivativeExchange: "CDS", spot: 95.5 };
const CRUDE: Place = { symbol: "CRUDEOIL", kind: "commodity", derivativeExchange: "MCX", spot: 7_400 };
const GOLD: Place = { symbol: "GOLD", kind: "commodity", derivativeExchange: "MCX", spot: 140_000 };

/** Each expiry's forward 0.5 % above the one before it. */
const forwardOf = ({ spot }: Place, i: number): number => spot * (1 + 0.005 * (i + 1));

function bookOn(place: Place, date: string, expiries: readonly string[], legs: readonly Leg[]) {
  const at = market({
    ...place,
    now: istInstant(date, "10:00"),
    expiries: expiries.map((expiry, i) =>
      expiryMarket({
        expiry,
        expiryInstant: expiryInstant(place.derivativeExchange, expiry),
        forward: forwardOf(place, i),
        atmIv: 0.2,
      }),
    ),
  });
  const inputs = { legs, market: at, dailyVolatility: Number.NaN, previousClose: Number.NaN };
  return marginOf(marginBook(inputs, kernel));
}

function contract(place: Place, expiry: string, lots: number, size: number, changes: Partial<Leg> = {}): Leg {
  return leg("FUT", 0, lots, null, {
    id: `${expiry}${lots}${changes.type}`,
    quantity: lots,
    multiplier: size,
    expiry,
    expiryInstant: expiryInstant(place.derivativeExchange, expiry),
    entryPrice: 0,
    ...changes,
  });
}

describe("a calendar of an index's futures", () => {
  const expiries = ["2026-12-29", "2027-01-25", "2027-02-23"];
  const [near, far, last] = expiries.map((each) => (lots: number) => contract(NIFTY, each, lots, 65));
  const on = (date: string, legs: readonly Leg[]) => bookOn(NIFTY, date, expiries, legs);
  const whole = 0.02 * 24_000 * 65;
  const third = (i: number) => (0.02 * forwardOf(NIFTY, i) * 65) / 3;

  test("is exposed to a third of the far one's value", () => {
    const margin = on("2026-12-28", [near!(1), far!(-1)]);
    expect(margin.exposure).toBeCloseTo(third(1), 6);
    expect(margin.calendarCharge).toBeCloseTo(0.0175 * forwardOf(NIFTY, 1) * 65, 6);
    expect(margin.marginRequired).toBeCloseTo(third(1) + margin.calendarCharge, 6);
  });

  test("matches by units, nearest first, and the rest is whole", () => {
    expect(on("2026-12-28", [near!(3), far!(-1)]).exposure).toBeCloseTo(third(1) + 2 * whole, 6);
    const three = on("2026-12-28", [near!(2), far!(-1), last!(-1)]);
    expect(three.exposure).toBeCloseTo(third(1) + third(2), 6);
    const middle = on("2026-12-28", [near!(1), far!(-2), last!(1)]);
    expect(middle.exposure).toBeCloseTo(third(1) + third(2), 6);
  });

  test("is none on the day on which the near one expires", () => {
    const margin = on("2026-12-29", [near!(1), far!(-1)]);
    expect(margin.exposure).toBeCloseTo(2 * whole, 6);
    expect(margin.calendarCharge).toBe(0);
    const alone = on("2026-12-29", [near!(1)]).span + on("2026-12-29", [far!(-1)]).span;
    expect(margin.span).toBeCloseTo(alone, 6);
    const later = on("2026-12-29", [far!(1), last!(-1)]);
    expect(later.exposure).toBeCloseTo(third(2), 6);
  });

  test("options are exposed one by one, whatever hedges them", () => {
    const option = (lots: number, expiry: string) =>
      contract(NIFTY, expiry, lots, 65, { type: "CE", strike: 24_500 });
    const margin = on("2026-12-28", [option(-1, expiries[0]!), near!(1), option(1, expiries[1]!)]);
    expect(margin.exposure).toBeCloseTo(2 * whole, 6);
  });
});

describe("a calendar of a share's futures", () => {
  const before = ["2026-04-28", "2026-05-26"];
  const after = ["2026-05-26", "2026-06-30"];
  const legs = (expiries: readonly string[]) => [
    contract(RELIANCE, expiries[0]!, 1, 500),
    contract(RELIANCE, expiries[1]!, -1, 500),
  ];

  test("is exposed to a third of the far one's value", () => {
    const margin = bookOn(RELIANCE, "2026-05-25", after, legs(after));
    expect(margin.exposure).toBeCloseTo((0.035 * forwardOf(RELIANCE, 1) * 500) / 3, 6);
  });

  test("since 5 May 2026 it is none on the day on which the near one expires", () => {
    const then = bookOn(RELIANCE, "2026-04-28", before, legs(before));
    expect(then.groups).toHaveLength(1);
    expect(then.exposure).toBeCloseTo((0.035 * forwardOf(RELIANCE, 1) * 500) / 3, 6);
    const now = bookOn(RELIANCE, "2026-05-26", after, legs(after));
    expect(now.groups.map(({ kind }) => kind)).toEqual(["running", "expiring today"]);
    expect(now.exposure).toBeCloseTo(2 * 0.035 * 1_400 * 500, 6);
    expect(now.marginRequired).toBeGreaterThan(3 * then.marginRequired);
  });
});

test("a calendar of a currency's futures is exposed to a third of the far one's value, till the near one expires", () => {
  const expiries = ["2026-11-26", "2026-12-29"];
  const legs = [contract(DOLLAR, expiries[0]!, 1, 1_000), contract(DOLLAR, expiries[1]!, -1, 1_000)];
  for (const date of ["2026-11-18", "2026-11-26"]) {
    const margin = bookOn(DOLLAR, date, expiries, legs);
    expect(margin.exposure).toBeCloseTo((0.01 * forwardOf(DOLLAR, 1) * 1_000) / 3, 6);
    expect(margin.calendarCharge).toBeCloseTo(500, 6);
  }
});

describe("a calendar of a commodity", () => {
  const expiries = ["2026-12-18", "2027-01-19", "2027-07-19"];
  const [near, far, unlisted] = expiries.map((each) => (lots: number) => contract(CRUDE, each, lots, 100));
  const on = (date: string, legs: readonly Leg[]) => bookOn(CRUDE, date, expiries, legs);
  const value = 7_400 * 100;
  const range = 0.33 * value;

  test("keeps a quarter of the initial margins of its two legs, and is exposed to both", () => {
    const spread = on("2026-12-01", [near!(1), far!(-1)]);
    const naked = on("2026-12-01", [near!(1)]);
    expect(naked.span).toBeCloseTo(range, 6);
    expect(spread.span).toBeCloseTo((naked.span + on("2026-12-01", [far!(-1)]).span) / 4, 6);
    expect(spread.exposure).toBeCloseTo(2 * 0.01 * value, 6);
    expect(spread.marginRequired).toBeLessThan(0.6 * naked.marginRequired);
  });

  test("keeps all of them on the near one's expiry day, and where the far one is beyond the first six", () => {
    expect(on("2026-12-18", [near!(1), far!(-1)]).span).toBeCloseTo(2 * range, 6);
    expect(on("2026-12-01", [near!(1), unlisted!(-1)]).span).toBeCloseTo(2 * range, 6);
  });

  test("bullion keeps all of them in the last three days of trading", () => {
    const months = ["2026-12-04", "2027-02-05"];
    const legs = [contract(GOLD, months[0]!, 1, 100), contract(GOLD, months[1]!, -1, 100)];
    const both = 2 * 0.06 * 140_000 * 100;
    const spans = ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"].map(
      (date) => bookOn(GOLD, date, months, legs).span / both,
    );
    expect(spans.map((each) => Math.round(each * 1e6) / 1e6)).toEqual([0.25, 1, 1, 1]);
    const { groups } = bookOn(GOLD, "2026-12-02", months, legs);
    expect(groups.map(({ kind }) => kind)).toEqual(["running", "tender period"]);
  });

  test("an option beside the future that it ends in is none", () => {
    const option = contract(CRUDE, "2026-12-16", 1, 100, { type: "CE", strike: 7_000 });
    const hedged = bookOn(CRUDE, "2026-12-01", ["2026-12-16", ...expiries], [option, near!(-1)]);
    expect(hedged.calendarCharge).toBe(0);
    expect(hedged.scanRisk).toBeLessThan(range);
  });
});
