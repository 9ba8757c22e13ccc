import { describe, expect, test } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { istInstant } from "#domain/calendar/ist.ts";
import { type MarginInputs, marginBook, marginOf } from "#domain/margin/margin.ts";
import { marginTimeline } from "#domain/margin/timeline.ts";
import { annualVolatility, dailyVolatility, ewmaVolatility } from "#domain/margin/volatility.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { Leg, StrategyMarket } from "#domain/strategy/model.ts";
import { expiryMarket, leg, market } from "./margin-fixture.ts";

function bookOf(legs: readonly Leg[], at: StrategyMarket, changes: Partial<MarginInputs> = {}) {
  const unknown = { dailyVolatility: Number.NaN, previousClose: Number.NaN };
  return marginBook({ legs, market: at, ...unknown, ...changes }, kernel);
}

const of = (...asked: Parameters<typeof bookOf>) => marginOf(bookOf(...asked));

describe("a stock, delivered at its expiry", () => {
  const expiry = "2026-12-29";
  const at = expiryInstant("NFO", expiry);
  const spot = 1_400;
  const on = (date: string) =>
    market({
      symbol: "RELIANCE",
      kind: "stock",
      now: istInstant(date, "10:00"),
      spot,
      expiries: [expiryMarket({ expiry, expiryInstant: at, forward: spot, atmIv: 0.25 })],
    });
  const contract = (type: "CE" | "PE" | "FUT", strike: number, lots: number) =>
    leg(type, strike, lots, null, { quantity: lots * 500, expiry, expiryInstant: at, entryPrice: 0 });
  const value = 500 * spot;

  test("is scanned over 14.2 %, or six σ of two days, and exposed to 3.5 %", () => {
    const margin = of([contract("FUT", 0, 1)], on("2026-12-01"));
    expect(margin.span).toBeCloseTo(0.142 * value, 6);
    expect(margin.exposure).toBeCloseTo(0.035 * value, 6);
    const wild = of([contract("FUT", 0, 1)], on("2026-12-01"), { dailyVolatility: 0.03 });
    expect(wild.span).toBeCloseTo(6 * Math.SQRT2 * 0.03 * value, 6);
  });

  test("a bought option in the money pays 10, 25, 45, 70 % of VaR and ELM as its expiry nears, and all of it on the day", () => {
    // Friday 25 December is a holiday: E-4 is Tuesday the 22nd.
    const days = [
      "2026-12-18",
      "2026-12-21",
      "2026-12-22",
      "2026-12-23",
      "2026-12-24",
      "2026-12-28",
      "2026-12-29",
    ];
    const call = [contract("CE", 1_300, 1)];
    const asked = days.map((date) => of(call, on(date)).delivery / (0.125 * value));
    const steps = asked.map((each) => Math.round(each * 1e6) / 1e6);
    expect(steps).toEqual([0, 0, 0.1, 0.25, 0.45, 0.7, 1]);
  });

  test("VaR follows the share's own volatility above 9 %", () => {
    const margin = of([contract("PE", 1_500, 1)], on("2026-12-28"), { dailyVolatility: 0.02 });
    expect(margin.delivery).toBeCloseTo(0.7 * (0.12 + 0.035) * value, 6);
  });

  test("options out of the money and sold ones are not on the ladder", () => {
    expect(of([contract("CE", 1_500, 1)], on("2026-12-28")).delivery).toBe(0);
    expect(of([contract("CE", 1_300, -1)], on("2026-12-28")).delivery).toBe(0);
  });

  test("on expiry day a future costs one and a half times its normal margin, at most half its value", () => {
    const future = [contract("FUT", 0, 1)];
    const normal = of(future, on("2026-12-28")).marginRequired;
    expect(of(future, on("2026-12-29")).marginRequired).toBeCloseTo(1.5 * normal, 6);
    const wild = { dailyVolatility: 0.045 };
    expect(of(future, on("2026-12-29"), wild).marginRequired).toBeCloseTo(0.5 * value, 6);
    const wilder = { dailyVolatility: 0.08 };
    const least = of(future, on("2026-12-28"), wilder).marginRequired;
    expect(of(future, on("2026-12-29"), wilder).marginRequired).toBeCloseTo(least, 6);
  });

  test("its timeline shows the steps", () => {
    const inputs = {
      legs: [contract("CE", 1_300, 1)],
      market: on("2026-12-21"),
      dailyVolatility: Number.NaN,
      previousClose: Number.NaN,
    };
    const steps = marginTimeline(inputs, kernel).map(({ date, additional }) => [
      date,
      Math.round((additional / (0.125 * value)) * 1e6) / 1e6,
    ]);
    expect(steps).toEqual([
      ["2026-12-22", 0.1],
      ["2026-12-23", 0.25],
      ["2026-12-24", 0.45],
      ["2026-12-28", 0.7],
      ["2026-12-29", 1],
      ["2026-12-30", 0],
    ]);
  });
});

describe("a currency", () => {
  const near = "2026-11-26";
  const far = "2026-12-29";
  const at = market({
    symbol: "USDINR",
    kind: "currency",
    now: istInstant("2026-11-18", "10:00"),
    spot: 95.6,
    tickSize: 0.0025,
    derivativeExchange: "CDS",
    expiries: [near, far].map((expiry) =>
      expiryMarket({ expiry, expiryInstant: expiryInstant("CDS", expiry), forward: 95.7, atmIv: 0.04 }),
    ),
  });
  const future = (expiry: string, lots: number) =>
    leg("FUT", 0, lots, null, {
      id: `${expiry}${lots}`,
      quantity: lots,
      multiplier: 1_000,
      expiry,
      expiryInstant: expiryInstant("CDS", expiry),
    });

  test("is scanned over 1.5 % and exposed to 1 %", () => {
    const margin = of([future(near, 1)], at);
    expect(margin.span).toBeCloseTo(0.015 * 95_600, 6);
    expect(margin.exposure).toBeCloseTo(956, 6);
  });

  test("a spread of one month pays 500 rupees a contract", () => {
    expect(of([future(near, 3), future(far, -3)], at).calendarCharge).toBeCloseTo(1_500, 6);
  });
});

describe("a commodity", () => {
  const expiry = "2026-11-25";
  const at = market({
    symbol: "GOLD",
    kind: "commodity",
    now: istInstant("2026-11-18", "10:00"),
    spot: 140_000,
    tickSize: 0.5,
    derivativeExchange: "MCX",
    expiries: [
      expiryMarket({ expiry, expiryInstant: expiryInstant("MCX", expiry), forward: 140_500, atmIv: 0.16 }),
    ],
  });
  const contract = (type: "PE" | "FUT", strike: number, lots: number) =>
    leg(type, strike, lots, null, {
      quantity: lots,
      multiplier: 100,
      expiry,
      expiryInstant: expiryInstant("MCX", expiry),
      entryPrice: 0,
    });

  test("is scanned over its category's floor or what 99 % of two days' moves stay within", () => {
    expect(of([contract("FUT", 0, 1)], at).span).toBeCloseTo(0.06 * 14_000_000, 4);
    const wild = of([contract("FUT", 0, 1)], at, { dailyVolatility: 0.03 }).span;
    expect(wild / 14_000_000).toBeCloseTo(2.3263 * Math.SQRT2 * 0.03, 4);
  });

  test("a sold option far out of the money needs the short-option minimum", () => {
    const margin = of([contract("PE", 90_000, -1)], at);
    expect(margin.scanRisk).toBeLessThan(1_000);
    expect(margin.shortOptionMinimum).toBeCloseTo(840_000, 4);
    expect(margin.span).toBeCloseTo(840_000 - margin.netOptionValue, 4);
  });

  test("of one without rates of its own no margin is known, and it is named; a closed position needs none", () => {
    for (const unknown of [
      { ...at, symbol: "ZINC" },
      { ...at, symbol: "EURINR", kind: "currency", derivativeExchange: "CDS" } as const,
    ]) {
      const [future, put] = [contract("FUT", 0, 1), contract("PE", 130_000, -1)];
      const book = bookOf([future, put], unknown);
      expect(book.unvalued).toEqual([future, put].map(({ id }) => ({ legId: id, reason: "NO_RATES" })));
      const closed = bookOf([future, contract("FUT", 0, -1)], unknown);
      expect(closed.unvalued).toEqual([]);
      expect(marginOf(closed).marginRequired).toBe(0);
    }
  });
});

describe("volatility", () => {
  test("EWMA by hand: two returns on a seed", () => {
    const first = Math.log(102 / 100) ** 2;
    const second = Math.log(99 / 102) ** 2;
    const expected = Math.sqrt(0.9 * (0.9 * 0.0001 + 0.1 * first) + 0.1 * second);
    expect(ewmaVolatility([100, 102, 99], 0.9, 0.01)).toBeCloseTo(expected, 15);
  });

  test("closes that are no prices are left out, and nothing at all gives none", () => {
    const clean = ewmaVolatility([100, 102, 99], 0.995, 0.01);
    expect(ewmaVolatility([100, Number.NaN, 102, 0, 99], 0.995, 0.01)).toBe(clean);
    expect(ewmaVolatility([100], 0.995, Number.NaN)).toBeNaN();
    expect(ewmaVolatility([], 0.995, 0.01)).toBeCloseTo(0.01, 15);
  });

  test("without a seed it begins at the returns' own size", () => {
    expect(ewmaVolatility([100, 101, 100, 101], 0.995, Number.NaN)).toBeCloseTo(Math.log(1.01), 12);
  });

  test("daily and annual are each other's inverse", () => {
    expect(dailyVolatility(annualVolatility(0.0123))).toBeCloseTo(0.0123, 15);
  });
});
