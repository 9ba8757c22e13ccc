import type { IsoDate } from "../units/iso-date.ts";
import { expiryDaysBefore, isExpiryDay, lastExpiryDayOfMonth, onOrBefore } from "./expiry-days.ts";
import { addDays, firstOfMonth, monthOf, weekday, yearOf } from "./ist.ts";
import { isUsBusinessDay } from "./us-calendar.ts";

/**
 * MCX contract calendars, stated so that they give every date of MCX's contract list of 30 July 2026 (ICICI Breeze's
 * MCX master of that day). MCX publishes dates, not these rules; the listed contract's own date always wins.
 */
export interface CommodityRule {
  /** Futures listed at a time. */
  readonly futures: number;
  /** Options listed at a time; null means every month up to the last listed future. */
  readonly options: number | null;
  /** Expiry of the future of a contract month, null when the month has none. */
  readonly futureExpiry: (year: number, month1: number, on: IsoDate) => IsoDate | null;
  /** Expiry of the option of a contract month. */
  readonly optionExpiry: (year: number, month1: number, on: IsoDate) => IsoDate;
}

const MCX = "MCX";

const GOLD_MONTHS: readonly number[] = [2, 4, 6, 8, 10, 12];
const SILVER_MONTHS: readonly number[] = [3, 5, 7, 9, 12];

/** Bullion futures end on the 5th of the contract month. */
function bullionFuture(months: readonly number[]) {
  return (year: number, month1: number, on: IsoDate): IsoDate | null =>
    months.includes(month1) ? onOrBefore(MCX, addDays(firstOfMonth(year, month1), 4), on) : null;
}

/** In the month before a future's, its option ends five business days ahead of it. */
function bullionOption(
  months: readonly number[],
  serial: (year: number, month1: number, on: IsoDate) => IsoDate,
): CommodityRule["optionExpiry"] {
  const future = bullionFuture(months);
  return (year, month1, on) => {
    const next = firstOfMonth(year, month1 + 1);
    const expiry = future(yearOf(next), monthOf(next), on);
    return expiry === null ? serial(year, month1, on) : expiryDaysBefore(MCX, expiry, 5, on);
  };
}

/** Silver's serial options follow COMEX: the fourth last business day of the month, a Friday moving one day up. */
function silverSerial(year: number, month1: number, on: IsoDate): IsoDate {
  const day = expiryDaysBefore(MCX, lastExpiryDayOfMonth(MCX, year, month1, on), 3, on);
  return weekday(day) === 5 ? expiryDaysBefore(MCX, day, 1, on) : day;
}

function usBusinessDaysBefore(date: IsoDate, n: number): IsoDate {
  let day = date;
  for (let left = n; left > 0; ) {
    day = addDays(day, -1);
    if (isUsBusinessDay(day)) left -= 1;
  }
  return day;
}

/** MCX energy futures end on the last day open in both countries before the NYMEX contract does. */
function dayBeforeNymex(nymexExpiry: IsoDate, on: IsoDate): IsoDate {
  let day = addDays(nymexExpiry, -1);
  while (!isUsBusinessDay(day) || !isExpiryDay(MCX, day, on)) day = addDays(day, -1);
  return day;
}

/**
 * The MCX crude month is named by the month it ends in. NYMEX WTI: three business days before the 25th of the month
 * before delivery, or before the last business day preceding a 25th that is none (NYMEX Rulebook, chapter 200).
 */
function crudeFuture(year: number, month1: number, on: IsoDate): IsoDate {
  const the25th = addDays(firstOfMonth(year, month1), 24);
  const anchor = isUsBusinessDay(the25th) ? the25th : usBusinessDaysBefore(the25th, 1);
  return dayBeforeNymex(usBusinessDaysBefore(anchor, 3), on);
}

/** NYMEX Henry Hub: three business days before the first day of the delivery month (NYMEX Rulebook, chapter 220). */
function naturalGasFuture(year: number, month1: number, on: IsoDate): IsoDate {
  return dayBeforeNymex(usBusinessDaysBefore(firstOfMonth(year, month1 + 1), 3), on);
}

function energyOption(
  future: (year: number, month1: number, on: IsoDate) => IsoDate,
): CommodityRule["optionExpiry"] {
  return (year, month1, on) => expiryDaysBefore(MCX, future(year, month1, on), 2, on);
}

export const COMMODITY_RULES = {
  MCX_GOLD: {
    futures: 6,
    options: null,
    futureExpiry: bullionFuture(GOLD_MONTHS),
    optionExpiry: bullionOption(GOLD_MONTHS, (y, m, on) => lastExpiryDayOfMonth(MCX, y, m, on)),
  },
  MCX_SILVER: {
    futures: 5,
    options: null,
    futureExpiry: bullionFuture(SILVER_MONTHS),
    optionExpiry: bullionOption(SILVER_MONTHS, silverSerial),
  },
  MCX_CRUDEOIL: {
    futures: 6,
    options: 3,
    futureExpiry: crudeFuture,
    optionExpiry: energyOption(crudeFuture),
  },
  MCX_NATURALGAS: {
    futures: 6,
    options: 3,
    futureExpiry: naturalGasFuture,
    optionExpiry: energyOption(naturalGasFuture),
  },
} as const satisfies Record<string, CommodityRule>;

/** Future expiries on or after `on`, ascending. */
export function commodityFutures(rule: CommodityRule, on: IsoDate): IsoDate[] {
  const dates: IsoDate[] = [];
  for (let n = 0; dates.length < rule.futures; n += 1) {
    const month = firstOfMonth(yearOf(on), monthOf(on) + n);
    const expiry = rule.futureExpiry(yearOf(month), monthOf(month), on);
    if (expiry !== null && expiry >= on) dates.push(expiry);
  }
  return dates;
}

/** Option expiries on or after `on`, ascending; each has a listed future that expires after it. */
export function commodityOptions(rule: CommodityRule, on: IsoDate): IsoDate[] {
  const futures = commodityFutures(rule, on);
  const last = futures[futures.length - 1] ?? on;
  const dates: IsoDate[] = [];
  for (let n = 0; rule.options === null || dates.length < rule.options; n += 1) {
    const month = firstOfMonth(yearOf(on), monthOf(on) + n);
    const expiry = rule.optionExpiry(yearOf(month), monthOf(month), on);
    if (expiry >= last) break;
    if (expiry >= on) dates.push(expiry);
  }
  return dates;
}
