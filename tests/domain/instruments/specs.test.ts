import { expect, test } from "vitest";
import { contractSpec, largestOrder } from "#domain/instruments/specs.ts";
import { UNDERLYINGS } from "#domain/instruments/underlyings.ts";
import { isRecorded, KITE_NFO_BFO, recordedContracts } from "../../support/market/recorded-instruments.ts";

const ON = "2026-08-18";

test.each([
  ["NIFTY", 65, 50, 1800],
  ["BANKNIFTY", 30, 100, 600],
  ["FINNIFTY", 60, 50, 1800],
  ["MIDCPNIFTY", 120, 25, 2800],
  ["NIFTYNXT50", 25, 100, 600],
  ["SENSEX", 20, 100, 1000],
  ["BANKEX", 30, 100, 900],
])("%s has a lot of %i, strikes every %i and freezes beyond %i", (symbol, lotSize, strikeStep, freezeQty) => {
  expect(contractSpec(symbol, ON)).toMatchObject({ symbol, lotSize, strikeStep, freezeQty, multiplier: 1 });
});

test("the largest order is whole lots within the freeze quantity", () => {
  expect(largestOrder(contractSpec("NIFTY", ON))).toBe(1755);
  for (const { symbol } of UNDERLYINGS) {
    const spec = contractSpec(symbol, ON);
    expect(largestOrder(spec) % spec.lotSize, symbol).toBe(0);
    expect(largestOrder(spec), symbol).toBeGreaterThanOrEqual(spec.lotSize);
    expect(largestOrder(spec), symbol).toBeLessThanOrEqual(spec.freezeQty);
  }
});

test("lots follow the date: bhavcopies of Feb and Sep 2025, and the change of 31 Dec 2025", () => {
  const lots = (on: string): number[] =>
    ["NIFTY", "BANKNIFTY", "FINNIFTY", "MIDCPNIFTY", "NIFTYNXT50"].map((s) => contractSpec(s, on).lotSize);
  expect(lots("2025-02-24")).toEqual([75, 30, 65, 120, 25]);
  expect(lots("2025-09-11")).toEqual([75, 35, 65, 140, 25]);
  expect(contractSpec("NIFTY", "2025-12-30").lotSize).toBe(75);
  expect(contractSpec("NIFTY", "2025-12-31").lotSize).toBe(65);
  expect(contractSpec("FINNIFTY", "2026-01-15").freezeQty).toBe(1200);
  expect(contractSpec("NIFTY", "2020-01-01").lotSize).toBe(75);
});

test.each([
  ["USDINR", 1, 1000, 0.0025, 0.25, "CDS"],
  ["GOLD", 1, 100, 0.5, 100, "MCX"],
  ["SILVER", 1, 30, 0.5, 250, "MCX"],
  ["CRUDEOIL", 1, 100, 0.1, 50, "MCX"],
  ["NATURALGAS", 1, 1250, 0.05, 5, "MCX"],
])("%s trades %i lot of multiplier %i", (symbol, lotSize, multiplier, tickSize, strikeStep, exchange) => {
  expect(contractSpec(symbol, ON)).toMatchObject({
    lotSize,
    multiplier,
    tickSize,
    strikeStep,
    derivativeExchange: exchange,
  });
});

test("only NIFTY, SENSEX and USDINR list weeklies", () => {
  const weekly = UNDERLYINGS.filter(({ symbol }) => contractSpec(symbol, ON).weekly).map(
    (each) => each.symbol,
  );
  expect(weekly.sort()).toEqual(["NIFTY", "SENSEX", "USDINR"]);
});

test("what has no derivatives has no contract terms", () => {
  expect(() => contractSpec("INDIA VIX", ON)).toThrow(RangeError);
  expect(() => contractSpec("NOSUCH", ON)).toThrow(/NOSUCH/);
  expect(() => contractSpec("constructor", ON)).toThrow(RangeError);
});

test.skipIf(!isRecorded(KITE_NFO_BFO))("lots and ticks equal Kite's dump of 18 Aug 2026", () => {
  const checked = new Set<string>();
  const ours = new Set(UNDERLYINGS.map((each) => each.symbol));
  for (const { name, type, lotSize, tickSize, exchange, tradingsymbol } of recordedContracts()) {
    if (!ours.has(name)) continue;
    const spec = contractSpec(name, ON);
    checked.add(name);
    expect(spec.lotSize, tradingsymbol).toBe(lotSize);
    expect(type === "FUT" ? spec.futureTickSize : spec.tickSize, tradingsymbol).toBe(tickSize);
    expect(spec.derivativeExchange, tradingsymbol).toBe(exchange);
  }
  expect(checked.size).toBe(UNDERLYINGS.filter((each) => /^[NB]FO$/.test(each.derivativeExchange)).length);
});
