import { describe, expect, test } from "vitest";
import {
  FLAG_CROSSED,
  FLAG_IS_LIQUID,
  FLAG_NO_ASK,
  FLAG_NO_BID,
  FLAG_NO_OI,
  FLAG_NO_QUOTES,
  FLAG_NO_VOLUME,
  FLAG_ODD_STRIKE,
  FLAG_STALE_LTP,
  FLAG_WIDE_SPREAD,
} from "#domain/chain/flags.ts";
import { activityFlags, strikeFlags, usablePrice } from "#domain/pricing/usable-price.ts";

const FRESH = 60_000;
const OLD = 60_001;
const TICK = 0.05;
const NONE = Number.NaN;

type Row = [what: string, bid: number, ask: number, ltp: number, age: number, price: number, flags: number];

// biome-ignore format: a table
const ROWS: Row[] = [
  ["a tight book is its middle, whatever the last trade", 100, 100.1, 90, FRESH, 100.05, 0],
  ["a locked book is its price", 100, 100, 90, FRESH, 100, 0],
  ["five ticks is still tight on a cheap option", 0.05, 0.3, 0.1, OLD, 0.175, 0],
  ["five ticks is tight in spite of binary rounding", 1.05, 1.3, 1.1, OLD, 1.175, 0],
  ["six ticks on a cheap option is wide", 0.05, 0.35, 0.1, OLD, 0.2, FLAG_WIDE_SPREAD],
  ["a fifth of the middle is still tight", 90, 110, 91, FRESH, 100, 0],
  ["wider, with a fresh trade inside: the trade", 80, 120, 90, FRESH, 90, FLAG_WIDE_SPREAD],
  ["wider, trade at the bid counts as inside", 80, 120, 80, FRESH, 80, FLAG_WIDE_SPREAD],
  ["wider, trade outside: the middle", 80, 120, 121, FRESH, 100, FLAG_WIDE_SPREAD],
  ["wider, trade older than a minute: the middle", 80, 120, 90, OLD, 100, FLAG_WIDE_SPREAD],
  ["only a bid, fresh trade above it", 80, 0, 85, FRESH, 85, FLAG_NO_ASK],
  ["only a bid, fresh trade below it", 80, 0, 75, FRESH, 80, FLAG_NO_ASK],
  ["only a bid, old trade", 80, 0, 85, OLD, 80, FLAG_NO_ASK],
  ["only an ask, fresh trade below it", 0, 120, 110, FRESH, 110, FLAG_NO_BID],
  ["only an ask, fresh trade above it", 0, 120, 130, FRESH, 120, FLAG_NO_BID],
  ["only an ask, old trade: nothing", 0, 120, 110, OLD, NONE, FLAG_NO_BID],
  ["only an ask, never traded: nothing", 0, 120, 0, Infinity, NONE, FLAG_NO_BID],
  ["no quotes, fresh trade", 0, 0, 110, FRESH, 110, FLAG_NO_QUOTES],
  ["no quotes, old trade: nothing", 0, 0, 110, OLD, NONE, FLAG_NO_QUOTES],
  ["no quotes, never traded: nothing", 0, 0, 0, Infinity, NONE, FLAG_NO_QUOTES],
  ["a crossed book is its last trade", 101, 100, 90, OLD, 90, FLAG_CROSSED],
  ["a crossed book never traded: nothing", 101, 100, 0, Infinity, NONE, FLAG_CROSSED],
  ["unknown quotes are none", Number.NaN, Number.NaN, 110, FRESH, 110, FLAG_NO_QUOTES],
];

test.each(ROWS)("usable price: %s", (_, bid, ask, ltp, ageMs, price, flags) => {
  const got = usablePrice({ bid, ask, ltp, ageMs, tick: TICK });
  if (Number.isNaN(price)) expect(got.price).toBeNaN();
  else expect(got.price).toBeCloseTo(price, 10);
  expect(got.flags).toBe(flags);
});

describe("activity flags", () => {
  const flags = (bid: number, ask: number, age = 0, volume = 65, oi = 650) =>
    activityFlags(bid, ask, age, volume, oi, TICK);

  test("liquid is two sides, two ticks or 3 % of the middle, volume and OI", () => {
    expect(flags(100, 103)).toBe(FLAG_IS_LIQUID);
    expect(flags(0.1, 0.2)).toBe(FLAG_IS_LIQUID);
    expect(flags(100, 103.2)).toBe(0);
    expect(flags(0.1, 0.25)).toBe(0);
    expect(flags(100, 0)).toBe(0);
    expect(flags(0, 100)).toBe(0);
    expect(flags(101, 100)).toBe(0);
    expect(flags(100, 101, 0, 0)).toBe(FLAG_NO_VOLUME);
    expect(flags(100, 101, 0, 65, 0)).toBe(FLAG_NO_OI);
    expect(flags(100, 101, 0, 65, Number.NaN)).toBe(FLAG_NO_OI);
  });

  test("a last trade older than 15 minutes is stale, and so is none at all", () => {
    expect(flags(100, 105, 15 * 60_000)).toBe(0);
    expect(flags(100, 105, 15 * 60_000 + 1)).toBe(FLAG_STALE_LTP);
    expect(flags(100, 105, Infinity)).toBe(FLAG_STALE_LTP);
  });
});

test("odd strikes are odd multiples of half the round step", () => {
  expect(strikeFlags(24050, 100)).toBe(FLAG_ODD_STRIKE);
  expect(strikeFlags(24100, 100)).toBe(0);
  expect(strikeFlags(24025, 100)).toBe(0);
  expect(strikeFlags(85.25, 0.5)).toBe(FLAG_ODD_STRIKE);
  expect(strikeFlags(24050, 0)).toBe(0);
});
