import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CalculatorSearch,
  momentText,
  parseCalculatorSearch,
  readMoment,
  writeCalculatorSearch,
} from "#src/features/calculator/address.ts";
import { readInput } from "#src/features/calculator/fields/read.ts";
import {
  BOUNDS,
  type Inputs,
  missingOf,
  NOTHING,
  otherBasis,
  questionOf,
  TIME_BOUNDS,
} from "#src/features/calculator/inputs.ts";

const read = (query: string): CalculatorSearch => parseCalculatorSearch(new URLSearchParams(query));

const MINUTE = 60_000;
const moment = fc
  .integer({ min: TIME_BOUNDS.least / MINUTE, max: TIME_BOUNDS.most / MINUTE })
  .map((minutes) => minutes * MINUTE);
const figure = (least: number, most: number) =>
  fc.option(fc.integer({ min: Math.ceil(least * 1e4), max: most * 1e4 }).map((typed) => typed / 1e4));

const inputs = fc.record<Inputs>({
  basis: fc.constantFrom("spot", "future"),
  side: fc.constantFrom("CE", "PE"),
  price: figure(BOUNDS.price.least, 1e5),
  strike: figure(BOUNDS.strike.least, 1e5),
  iv: figure(0, 1_000),
  rate: figure(-20, 100),
  premium: figure(0, 1e5),
  expiry: fc.option(moment),
  at: fc.option(moment),
});

test("[CALC-1] what an address says is read from it as it was", () => {
  fc.assert(
    fc.property(inputs, fc.constantFrom(null, "NIFTY26D0124450CE", "M&M26DEC3000PE"), (given, symbol) => {
      const again = read(writeCalculatorSearch(symbol, given));
      expect(again.symbol).toBe(symbol);
      expect(again.inputs).toEqual(again.hasInputs ? given : NOTHING);
      expect(writeCalculatorSearch(again.symbol, again.inputs)).toBe(writeCalculatorSearch(symbol, given));
    }),
  );
});

test.each([
  ["price=abc"],
  ["price=-5"],
  ["price=0"],
  ["price=1e5"],
  ["price=NaN"],
  ["price=Infinity"],
  ["strike=99999999999"],
  ["iv=1001"],
  ["iv=-1"],
  ["rate=101"],
  ["premium=-0.05"],
  ["expiry=2026-02-30T15:30"],
  ["expiry=tomorrow"],
  ["at=1999-12-31T10:00"],
  ["at=2026-11-24"],
  ["basis=swap&side=XX"],
  ["tradingsymbol=%3Cscript%3E"],
  [`tradingsymbol=${"A".repeat(41)}`],
])("[CALC-2] %s says nothing", (query) => {
  expect(read(query)).toEqual({ symbol: null, inputs: NOTHING, hasInputs: false });
});

test("[CALC-2] a good part of an address counts beside a bad one", () => {
  const { inputs: got, symbol } = read("tradingsymbol=nifty&price=24000&strike=x&iv=13.5");
  expect(symbol).toBe("NIFTY");
  expect(got).toEqual({ ...NOTHING, price: 24_000, iv: 13.5 });
  expect(questionOf(got)).toBeNull();
});

test("moments are India's, to the minute", () => {
  const ms = Date.parse("2026-12-01T15:35:00+05:30");
  expect(momentText(ms)).toBe("2026-12-01T15:35");
  expect(readMoment("2026-12-01T15:35")).toBe(ms);
  expect(readMoment("2026-12-01T15:35:59")).toBe(ms);
  expect(readMoment("2026-12-01T25:00")).toBeNull();
});

test.each([
  ["price", "24,060.5", 24_060.5],
  ["price", "₹ 24,060", 24_060],
  ["iv", "13.5 %", 13.5],
  ["rate", "−2", -2],
  ["premium", " ", null],
] as const)("[CALC-2] the field %s takes %s", (name, typed, value) => {
  expect(readInput(typed, name)).toEqual({ ok: true, value });
});

test.each([
  ["price", "", /number/],
  ["price", "1e5", /number/],
  ["price", "0", /Above 0/],
  ["strike", "20000000", /At most 1,00,00,000/],
  ["iv", "1,200", /1,000 %/],
  ["rate", "-30", /−20/],
  ["premium", "NaN", /number/],
] as const)("[CALC-2] the field %s refuses “%s”, and says why", (name, typed, why) => {
  const reading = readInput(typed, name);
  expect(reading.ok).toBe(false);
  expect(reading.ok ? "" : reading.reason).toMatch(why);
});

test("[CALC-5] what has expired needs no volatility", () => {
  const at = Date.parse("2026-11-24T15:30:00+05:30");
  const open: Inputs = { ...NOTHING, price: 100, strike: 90, rate: 0, at, expiry: at + 60_000 };
  expect(missingOf(open)).toEqual(["iv"]);
  expect(questionOf(open)).toBeNull();
  expect(missingOf({ ...open, expiry: at })).toEqual([]);
  expect(questionOf({ ...open, expiry: at })).toMatchObject({ sigma: 0, premium: null });
});

test("[CALC-6] without a market a switch of the basis keeps the forward", () => {
  const at = Date.parse("2026-11-24T15:30:00+05:30");
  const spot: Inputs = { ...NOTHING, price: 24_000, rate: 7, at, expiry: at + 365 * 86_400_000 };
  const forward = otherBasis(spot)!;
  expect(forward).toBeCloseTo(24_000 * Math.exp(0.07), 3);
  expect(otherBasis({ ...spot, basis: "future", price: forward })).toBeCloseTo(24_000, 3);
  expect(otherBasis(NOTHING)).toBeNull();
  expect(otherBasis({ ...spot, price: 1e7 })).toBe(1e7);
});
