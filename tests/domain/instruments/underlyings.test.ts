import { describe, expect, test } from "vitest";
import { REFERENCE_INDICES, UNDERLYINGS, underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { segmentOf } from "#domain/units/segments.ts";
import {
  isRecorded,
  KITE_NSE,
  NSE_FO_EOD_20260818,
  readGzippedCsv,
  recordedSpots,
} from "../../support/market/recorded-instruments.ts";

const ALL = [...UNDERLYINGS, ...REFERENCE_INDICES];

test("the universe has seven indices, USDINR, four commodities and at least sixty stocks", () => {
  const symbols = (kind: string): string[] =>
    UNDERLYINGS.filter((each) => each.kind === kind).map((each) => each.symbol);
  expect(symbols("index").sort()).toEqual(
    ["BANKEX", "BANKNIFTY", "FINNIFTY", "MIDCPNIFTY", "NIFTY", "NIFTYNXT50", "SENSEX"].sort(),
  );
  expect(symbols("currency")).toEqual(["USDINR"]);
  expect(symbols("commodity").sort()).toEqual(["CRUDEOIL", "GOLD", "NATURALGAS", "SILVER"]);
  expect(symbols("stock").length).toBeGreaterThanOrEqual(60);
});

test("symbols and tokens are unique, and a symbol looks up its underlying", () => {
  for (const each of ALL) expect(underlyingBySymbol(each.symbol)).toBe(each);
  expect(new Set(ALL.map(({ token }) => token)).size).toBe(ALL.length);
  expect(underlyingBySymbol("NOSUCH")).toBeUndefined();
  expect(underlyingBySymbol("constructor")).toBeUndefined();
});

test("spot tokens are Kite's, and reference tokens stay in the segment of their contracts", () => {
  const tokens = Object.fromEntries(ALL.map((each) => [each.symbol, each.token]));
  expect(tokens).toMatchObject({
    NIFTY: 256265,
    BANKNIFTY: 260105,
    SENSEX: 265,
    BANKEX: 274441,
    "INDIA VIX": 264969,
    RELIANCE: 738561,
    INFY: 408065,
  });
  for (const symbol of ["GOLD", "SILVER", "CRUDEOIL", "NATURALGAS"])
    expect(segmentOf(tokens[symbol]!)).toBe(7);
  expect(segmentOf(tokens.USDINR!)).toBe(3);
});

test("INDIA VIX is quoted but nothing is derived from it", () => {
  expect(underlyingBySymbol("INDIA VIX")).toMatchObject({ isNonFno: true, strikeStep: 0, kind: "index" });
  expect(UNDERLYINGS.every((each) => !each.isNonFno && each.strikeStep > 0)).toBe(true);
});

test("the simulated market starts from sane figures", () => {
  for (const each of ALL) {
    expect(each.basePrice, each.symbol).toBeGreaterThan(1);
    expect(each.annualVolatility, each.symbol).toBeGreaterThan(0.02);
    expect(each.annualVolatility, each.symbol).toBeLessThan(1);
    expect(Number.isFinite(each.beta), each.symbol).toBe(true);
    expect(each.spotTickSize, each.symbol).toBeGreaterThan(0);
    if (each.kind === "stock") {
      expect(each.sectors.length, each.symbol).toBeGreaterThan(0);
      // NSE keeps a stock's step between about 0.5 % and 3 % of its price; IDEA at ₹14 is the exception.
      expect(each.strikeStep / each.basePrice, each.symbol).toBeGreaterThan(0.004);
      expect(each.strikeStep / each.basePrice, each.symbol).toBeLessThan(0.08);
    }
  }
  const weight = UNDERLYINGS.reduce((sum, each) => sum + each.niftyWeightPct, 0);
  expect(weight).toBeGreaterThan(99);
  expect(weight).toBeLessThan(101);
});

describe("against recordings", () => {
  test.skipIf(!isRecorded(KITE_NSE))("NSE tokens and spot ticks equal Kite's dump of 30 Jul 2026", () => {
    const recorded = new Map(
      readGzippedCsv(KITE_NSE).map((row) => [`${row.segment} ${row.tradingsymbol}`, row]),
    );
    const onNse = ALL.filter((each) => each.exchange === "NSE");
    expect(onNse.length).toBeGreaterThan(65);
    for (const each of onNse) {
      const row = recorded.get(each.kind === "stock" ? `NSE ${each.symbol}` : `INDICES ${each.name}`);
      expect(Number(row?.instrument_token), each.symbol).toBe(each.token);
      if (each.kind === "stock") expect(Number(row?.tick_size), each.symbol).toBe(each.spotTickSize);
    }
  });

  test.skipIf(!isRecorded(NSE_FO_EOD_20260818))("base prices are within a day's move of 18 Aug 2026", () => {
    const spots = recordedSpots();
    const onNfo = UNDERLYINGS.filter((each) => each.derivativeExchange === "NFO");
    for (const each of onNfo) {
      const spot = spots.get(each.symbol) ?? Number.NaN;
      expect(Math.abs(each.basePrice / spot - 1), each.symbol).toBeLessThan(0.06);
    }
  });
});
