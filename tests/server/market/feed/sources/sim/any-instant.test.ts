/**
 * Whenever the simulated market is started, each of the names that are opened most has an expiry that trades on: around every
 * expiry of fourteen months, on holidays and special days, and where months and years end.
 */
import { describe, expect, it } from "vitest";
import { EXCHANGES } from "#domain/calendar/exchange.ts";
import { lastTradeInstant, listedExpiries } from "#domain/calendar/expiries.ts";
import { holidaysOfYear } from "#domain/calendar/holidays.ts";
import { addDays, istDate, istInstant, monthOf, yearOf } from "#domain/calendar/ist.ts";
import { SPECIAL_DAYS } from "#domain/calendar/special-sessions.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import { contractSpec } from "#domain/instruments/specs.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { createDayPlan, marketDate } from "#server/market/feed/sources/sim/day-plan.ts";
import { buildUniverse, selectUnderlyings } from "#server/market/feed/sources/sim/universe.ts";

const FIRST = "2026-11-18";
const LAST = "2028-01-31";
const MINUTE_MS = 60_000;
const CLOCKS = ["always", "exchange"] as const;
const NAMES = ["NIFTY", "BANKNIFTY", "SENSEX", "RELIANCE", "USDINR", "CRUDEOIL", "GOLD"];

const days: IsoDate[] = [];
for (let date: IsoDate = FIRST; date <= LAST; date = addDays(date, 1)) days.push(date);

interface Moment {
  readonly at: number;
  readonly why: string;
}

function aroundExpiries(): Moment[] {
  return NAMES.flatMap((symbol) => {
    const { expiryRule: rule, derivativeExchange: exchange } = contractSpec(symbol, FIRST);
    const expiries = days.filter((day) => listedExpiries(rule, day).some(({ date }) => date === day));
    return expiries.flatMap((day) => {
      const last = lastTradeInstant(exchange, day);
      const why = `${symbol} of ${day}`;
      return [
        { at: last - MINUTE_MS, why: `a minute before the last trade of ${why}` },
        { at: last + MINUTE_MS, why: `a minute after the last trade of ${why}` },
        { at: istInstant(day, "20:00"), why: `the evening of ${why}` },
        { at: istInstant(addDays(day, 1), "08:59"), why: `a minute before the list after ${why}` },
        { at: istInstant(addDays(day, 1), "09:01"), why: `a minute after the list after ${why}` },
      ];
    });
  });
}

function onOddDays(): Moment[] {
  const years = [yearOf(FIRST), yearOf(FIRST) + 1];
  const holidays = years.flatMap((year) => EXCHANGES.flatMap((each) => holidaysOfYear(each, year)));
  const odd = new Set([...holidays, ...SPECIAL_DAYS].map(({ date }) => date));
  const monthEnds = days.filter((day) => monthOf(addDays(day, 1)) !== monthOf(day));
  return [
    ...[...odd].flatMap((day) =>
      ["10:00", "18:30"].map((time) => ({ at: istInstant(day, time), why: `${time} on ${day}` })),
    ),
    ...monthEnds.flatMap((day) => [
      { at: istInstant(day, "23:59"), why: `the last minute of ${day}` },
      { at: istInstant(addDays(day, 1), "00:01"), why: `the first minute after ${day}` },
    ]),
  ].filter(({ at }) => istDate(at) >= FIRST && istDate(at) <= LAST);
}

const moments = [...aroundExpiries(), ...onOddDays()];

type Clock = (typeof CLOCKS)[number];

/** Expiries of options that the market lists on a day of its own, nearest first, by the rules it lists by. */
function listedOn(clock: Clock, symbol: string, date: IsoDate) {
  const { expiryRule: rule, derivativeExchange: exchange } = contractSpec(symbol, date);
  const { start } = createDayPlan(clock, date);
  return listedExpiries(rule, date)
    .map((each) => ({ expiry: each.date, lastTrade: lastTradeInstant(exchange, each.date) }))
    .filter(({ lastTrade }) => lastTrade > start);
}

/** The same of the day that an instant belongs to; each day's once. */
function createLists(clock: Clock): (symbol: string, at: number) => ReturnType<typeof listedOn> {
  const kept = new Map<string, ReturnType<typeof listedOn>>();
  return (symbol, at) => {
    const date = marketDate(clock, at);
    const key = `${symbol} ${date}`;
    const listed = kept.get(key) ?? listedOn(clock, symbol, date);
    kept.set(key, listed);
    return listed;
  };
}

describe.each(CLOCKS)("a market of the clock %s, at more than a thousand instants,", (clock) => {
  it("lists for each of its names an expiry whose last trade is to come", () => {
    const listedAt = createLists(clock);
    const without = new Map<string, string[]>();
    for (const { at, why } of moments) {
      for (const symbol of NAMES) {
        const found = defaultExpiry(listedAt(symbol, at), at);
        if (found !== undefined) expect(found.lastTrade).toBeGreaterThan(at);
        else without.set(symbol, [...(without.get(symbol) ?? []), why]);
      }
    }
    expect(moments.length).toBeGreaterThan(1_000);
    expect(Object.fromEntries(without)).toEqual({});
  });

  // A far month may have a date by rule and no strikes yet; nearer ones have both.
  it("begins with the expiry that its rules name first", () => {
    const specs = selectUnderlyings(NAMES);
    const spotOf = (symbol: string): number => underlyingBySymbol(symbol)!.basePrice;
    for (const { at, why } of moments.filter((_, i) => i % 60 === 0)) {
      const date = marketDate(clock, at);
      const universe = buildUniverse({ date, at: createDayPlan(clock, date).start, specs, spotOf });
      for (const { underlying, chains } of universe.underlyings) {
        const byRule = listedOn(clock, underlying.symbol, date).map(({ expiry }) => expiry);
        const built = chains.map(({ expiry }) => expiry);
        expect(built.slice(0, 2), `${underlying.symbol}, ${why}`).toEqual(byRule.slice(0, 2));
      }
    }
  });
});
