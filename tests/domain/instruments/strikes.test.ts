import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contractSpec } from "#domain/instruments/specs.ts";
import { listedStrikes, monthsBetween } from "#domain/instruments/strikes.ts";
import { UNDERLYINGS, underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import {
  isRecorded,
  KITE_NFO_BFO,
  NSE_FO_EOD_20260818,
  recordedContracts,
  recordedSpots,
} from "../../support/market/recorded-instruments.ts";

const ON = "2026-08-18";
const spec = (symbol: string) => contractSpec(symbol, ON);

test("NIFTY's front month lists every fifty points around the spot", () => {
  const strikes = listedStrikes(spec("NIFTY"), 24_100, "monthly", 0);
  const near = strikes.filter((k) => Math.abs(k / 24_100 - 1) < 0.12);
  expect(near.every((k, i) => i === 0 || k - near[i - 1]! === 50)).toBe(true);
  expect(near.length).toBeGreaterThan(110);
});

test("long-dated NIFTY lists few, wide strikes", () => {
  const strikes = listedStrikes(spec("NIFTY"), 24_100, "quarterly", 40);
  expect(strikes.length).toBeGreaterThanOrEqual(10);
  expect(strikes.length).toBeLessThan(16);
  expect(strikes.every((k) => k % 1500 === 0)).toBe(true);
});

test("a stock's third month has twice the step", () => {
  const first = listedStrikes(spec("RELIANCE"), 1311, "monthly", 0);
  const third = listedStrikes(spec("RELIANCE"), 1311, "monthly", 2);
  expect(first).toContain(1310);
  expect(third).not.toContain(1310);
  expect(third).toContain(1320);
});

test("a cheap stock has strikes on both sides and none at zero", () => {
  const strikes = listedStrikes(spec("IDEA"), 3.2, "monthly", 0);
  expect(strikes[0]).toBe(1);
  expect(strikes.filter((k) => k > 3.2).length).toBeGreaterThanOrEqual(5);
});

test("a price that is not positive is refused", () => {
  for (const price of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => listedStrikes(spec("NIFTY"), price, "monthly", 0)).toThrow(RangeError);
  }
  expect(() => listedStrikes(spec("NIFTY"), { low: 2, high: 1 }, "monthly", 0)).toThrow(RangeError);
});

const anUnderlying = fc.constantFrom(...UNDERLYINGS);
const aMove = fc.double({ min: 0.5, max: 2, noNaN: true });
const aType = fc.constantFrom("weekly" as const, "monthly" as const, "quarterly" as const);

describe("always", () => {
  test("strikes ascend, on the underlying's grid, on both sides of the price", () => {
    fc.assert(
      fc.property(anUnderlying, aMove, aType, fc.nat(60), (underlying, move, type, months) => {
        const spot = underlying.basePrice * move;
        const strikes = listedStrikes(underlying, spot, type, months);
        expect(strikes.every((k, i) => k > 0 && (i === 0 || k > strikes[i - 1]!))).toBe(true);
        expect(strikes.every((k) => Number.isInteger(k / underlying.strikeStep))).toBe(true);
        if (months <= 2) {
          expect(strikes[0]!).toBeLessThan(spot);
          expect(strikes.at(-1)!).toBeGreaterThan(spot);
        }
      }),
    );
  });

  test("a strike once listed stays as expiry nears and as the price's span widens", () => {
    fc.assert(
      fc.property(
        anUnderlying,
        aMove,
        aMove,
        aType,
        fc.integer({ min: 1, max: 40 }),
        (u, a, b, type, months) => {
          const then = listedStrikes(u, u.basePrice * a, type, months);
          const span = { low: u.basePrice * Math.min(a, b), high: u.basePrice * Math.max(a, b) };
          const now = new Set(listedStrikes(u, span, type, months - 1));
          expect(then.filter((k) => !now.has(k))).toEqual([]);
        },
      ),
    );
  });
});

test("months out are calendar months", () => {
  expect(monthsBetween("2026-08-31", "2026-09-01")).toBe(1);
  expect(monthsBetween("2026-08-01", "2026-08-25")).toBe(0);
  expect(monthsBetween("2026-12-30", "2027-01-26")).toBe(1);
});

describe.skipIf(!isRecorded(KITE_NFO_BFO, NSE_FO_EOD_20260818))("against the dump of 18 Aug 2026", () => {
  const recorded = new Map<string, number[]>();
  const weekly = new Set<string>();
  const spots = new Map<string, number>();
  if (isRecorded(KITE_NFO_BFO, NSE_FO_EOD_20260818)) {
    for (const each of recordedContracts()) {
      if (each.type !== "CE") continue;
      const key = `${each.name} ${each.expiry}`;
      if (each.isWeekly) weekly.add(key);
      recorded.set(key, [...(recorded.get(key) ?? []), each.strike]);
    }
    for (const [symbol, spot] of recordedSpots()) spots.set(symbol, spot);
    // Not in NSE's file: BSE's indices move as their NSE twins since the base prices of 19 Aug.
    for (const [bse, nse] of [
      ["SENSEX", "NIFTY"],
      ["BANKEX", "BANKNIFTY"],
    ] as const) {
      const ratio = underlyingBySymbol(bse)!.basePrice / underlyingBySymbol(nse)!.basePrice;
      spots.set(bse, spots.get(nse)! * ratio);
    }
  }

  /** Share of the real strikes within `reach` of the spot that we list too, and the reverse. */
  function overlap(symbol: string, expiry: string, reach: number): { covered: number; real: number } {
    const spot = spots.get(symbol)!;
    const isNear = (k: number): boolean => Math.abs(k / spot - 1) <= reach;
    const theirs = recorded.get(`${symbol} ${expiry}`)!.filter(isNear);
    const type = weekly.has(`${symbol} ${expiry}`) ? "weekly" : "monthly";
    const ours = listedStrikes(spec(symbol), spot, type, monthsBetween(ON, expiry)).filter(isNear);
    const both = theirs.filter((k) => ours.includes(k)).length;
    return { covered: both / theirs.length, real: both / ours.length };
  }

  test("NIFTY's August month covers at least 95 % of the real strikes within 8 %, and lists no others", () => {
    const { covered, real } = overlap("NIFTY", "2026-08-25", 0.08);
    expect(covered).toBeGreaterThanOrEqual(0.95);
    expect(real).toBe(1);
  });

  test.each([
    ["NIFTY", "2026-08-18"],
    ["NIFTY", "2026-09-08"],
    ["NIFTY", "2026-09-29"],
    ["NIFTY", "2026-10-27"],
    ["BANKNIFTY", "2026-08-25"],
    ["BANKNIFTY", "2026-09-29"],
    ["FINNIFTY", "2026-08-25"],
    ["FINNIFTY", "2026-09-29"],
    ["MIDCPNIFTY", "2026-08-25"],
    ["MIDCPNIFTY", "2026-10-27"],
    ["NIFTYNXT50", "2026-09-29"],
    ["SENSEX", "2026-08-20"],
    ["SENSEX", "2026-08-27"],
    ["SENSEX", "2026-10-29"],
    ["BANKEX", "2026-08-27"],
    ["BANKEX", "2026-09-24"],
  ])("%s %s: 97 %% of the real strikes within 6 % are ours, and 95 % of ours are real", (symbol, expiry) => {
    const { covered, real } = overlap(symbol, expiry, 0.06);
    expect(covered).toBeGreaterThanOrEqual(0.97);
    expect(real).toBeGreaterThanOrEqual(0.95);
  });

  test("stocks: 95 % of all real strikes within 12 % are ours in each month, and 85 % of ours are real", () => {
    const stocks = UNDERLYINGS.filter((each) => each.kind === "stock");
    for (const expiry of ["2026-08-25", "2026-09-29", "2026-10-27"]) {
      const all = stocks.map((each) => overlap(each.symbol, expiry, 0.12));
      const mean = (pick: (o: { covered: number; real: number }) => number): number =>
        all.reduce((sum, o) => sum + pick(o), 0) / all.length;
      expect(
        mean((o) => o.covered),
        expiry,
      ).toBeGreaterThanOrEqual(0.95);
      expect(
        mean((o) => o.real),
        expiry,
      ).toBeGreaterThanOrEqual(0.85);
    }
  });

  test("the number of strikes in a front month is within a third of the real one", () => {
    for (const [symbol, expiry] of [
      ["NIFTY", "2026-08-25"],
      ["BANKNIFTY", "2026-08-25"],
      ["FINNIFTY", "2026-08-25"],
      ["MIDCPNIFTY", "2026-08-25"],
      ["NIFTYNXT50", "2026-08-25"],
      ["SENSEX", "2026-08-27"],
      ["BANKEX", "2026-08-27"],
      ["RELIANCE", "2026-08-25"],
      ["HDFCBANK", "2026-08-25"],
    ] as const) {
      const ours = listedStrikes(spec(symbol), spots.get(symbol)!, "monthly", 0).length;
      const ratio = ours / recorded.get(`${symbol} ${expiry}`)!.length;
      expect(ratio, symbol).toBeGreaterThan(2 / 3);
      expect(ratio, symbol).toBeLessThan(4 / 3);
    }
  });
});
