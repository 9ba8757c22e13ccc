import type { IsoDate } from "../units/iso-date.ts";
import {
  COMMODITY_RULES,
  type CommodityRule,
  commodityFutures,
  commodityOptions,
} from "./commodity-expiries.ts";
import type { Exchange } from "./exchange.ts";
import { expiryDaysBefore, lastExpiryDayOfMonth, onOrBefore } from "./expiry-days.ts";
import { INDEX_RULES, type IndexRule } from "./expiry-rules.ts";
import { addDays, firstOfMonth, istInstant, lastWeekdayOfMonth, monthOf, weekday, yearOf } from "./ist.ts";
import { dayEnd, sessionClose } from "./market-sessions.ts";

export type ExpiryType = "weekly" | "monthly" | "quarterly";

/**
 * Which exchange rule lists a product's contracts. NSE_INDEX and BSE_INDEX cover index products with three serial
 * months and no history of their own here.
 */
export type ExpiryRule = keyof typeof INDEX_RULES | keyof typeof COMMODITY_RULES | "USDINR";

/** Options and futures of an underlying are listed apart: a GOLD future ends on the 5th, an option at the month's end. */
export type ContractClass = "option" | "future";

interface ListedExpiry {
  readonly date: IsoDate;
  readonly type: ExpiryType;
}

/** Currency options and futures end two working days before the month's last. Source: NSE currency contract specifications. */
const CURRENCY_DAYS_BEFORE_MONTH_END = 2;
const CURRENCY_WEEKLIES = 11;
const CURRENCY_FUTURE_MONTHS = 12;
const FRIDAY = 5;
/** Last trading time of currency contracts on their expiry date. Source: NSE currency contract specifications. */
const CURRENCY_LAST_TRADE = "12:30";

function isIndexRule(rule: ExpiryRule): rule is keyof typeof INDEX_RULES {
  return rule in INDEX_RULES;
}

function isCommodityRule(rule: ExpiryRule): rule is keyof typeof COMMODITY_RULES {
  return rule in COMMODITY_RULES;
}

/** The segment whose contracts the rule lists. */
export function ruleExchange(rule: ExpiryRule): Exchange {
  if (isIndexRule(rule)) return INDEX_RULES[rule].exchange;
  return isCommodityRule(rule) ? "MCX" : "CDS";
}

/** The month's last weekday by the newest row that contracts listed on `on` already follow and that reaches back to it. */
function monthlyWeekday(rule: IndexRule, month: IsoDate, on: IsoDate): IsoDate {
  for (const row of rule.weekdays) {
    const date = lastWeekdayOfMonth(yearOf(month), monthOf(month), row.monthly);
    if (on >= row.listedFrom && date >= row.from) return date;
  }
  throw new RangeError(`No expiry rule for the month of ${month}`);
}

function monthlyExpiry(rule: IndexRule, month: IsoDate, on: IsoDate): IsoDate {
  return onOrBefore(rule.exchange, monthlyWeekday(rule, month, on), on);
}

/** The week's nominal weekly expiry, null when the rules have none; an older row stops where a newer one begins. */
function weeklyExpiry(rule: IndexRule, monday: IsoDate, on: IsoDate): IsoDate | null {
  let until: IsoDate = "9999-12-31";
  for (const row of rule.weekdays) {
    if (on < row.listedFrom) continue;
    const date = row.weekly === null ? null : addDays(monday, (row.weekly + 6) % 7);
    if (date !== null && date >= row.from) return date < until ? date : null;
    until = row.from;
  }
  return null;
}

function monthAfter(month: IsoDate, n: number): IsoDate {
  return firstOfMonth(yearOf(month), monthOf(month) + n);
}

/** Monday of the date's week. */
function weekOf(date: IsoDate): IsoDate {
  return addDays(date, -((weekday(date) + 6) % 7));
}

/** Months of the options of every product before those of the quarters begin. */
const OPTION_SERIAL_MONTHS = 3;

/** The first `count` months whose expiry is not before `on`. */
function serialMonths(count: number, on: IsoDate, expiryOf: (month: IsoDate) => IsoDate): IsoDate[] {
  const months: IsoDate[] = [];
  for (let n = 0; months.length < count; n += 1) {
    const month = monthAfter(on, n);
    if (expiryOf(month) >= on) months.push(month);
  }
  return months;
}

/** The next `count` months after `last` that lie in a cycle (3: March cycle; 6: June and December). */
function cycleMonths(count: number, cycle: 3 | 6, last: IsoDate): IsoDate[] {
  const months: IsoDate[] = [];
  for (let n = 1; months.length < count; n += 1) {
    const month = monthAfter(last, n);
    if (monthOf(month) % cycle === 0) months.push(month);
  }
  return months;
}

function longMonths(
  depth: { readonly serialMonths: number; readonly quarters: number; readonly halfYears: number },
  on: IsoDate,
  expiryOf: (month: IsoDate) => IsoDate,
): ListedExpiry[] {
  const serial = serialMonths(depth.serialMonths, on, expiryOf);
  const quarters = cycleMonths(depth.quarters, 3, serial[serial.length - 1] ?? on);
  const halfYears = cycleMonths(
    depth.halfYears,
    6,
    quarters[quarters.length - 1] ?? serial[serial.length - 1] ?? on,
  );
  return [
    ...serial.map((month): ListedExpiry => ({ date: expiryOf(month), type: "monthly" })),
    ...[...quarters, ...halfYears].map(
      (month): ListedExpiry => ({ date: expiryOf(month), type: "quarterly" }),
    ),
  ];
}

/** Weeks further out than this have no weekly under any rule; ends the search where weeklies were discontinued. */
const WEEKLY_HORIZON = 16;

function weeklyExpiries(rule: IndexRule, on: IsoDate, monthlies: readonly IsoDate[]): ListedExpiry[] {
  const monthlyWeeks = new Set(monthlies.map(weekOf));
  const dates: ListedExpiry[] = [];
  for (let n = 0; n < WEEKLY_HORIZON && dates.length < rule.depth.weeklies; n += 1) {
    const monday = addDays(weekOf(on), 7 * n);
    const nominal = weeklyExpiry(rule, monday, on);
    if (nominal === null) continue;
    const date = onOrBefore(rule.exchange, nominal, on);
    if (date >= on && !monthlyWeeks.has(weekOf(date)) && !monthlyWeeks.has(monday)) {
      dates.push({ date, type: "weekly" });
    }
  }
  return dates;
}

function currencyMonthly(month: IsoDate, on: IsoDate): IsoDate {
  const last = lastExpiryDayOfMonth("CDS", yearOf(month), monthOf(month), on);
  return expiryDaysBefore("CDS", last, CURRENCY_DAYS_BEFORE_MONTH_END, on);
}

function currencyWeeklies(on: IsoDate, monthlies: readonly ListedExpiry[]): ListedExpiry[] {
  const taken = new Set(monthlies.map((expiry) => expiry.date));
  const dates: ListedExpiry[] = [];
  for (let n = 0; dates.length < CURRENCY_WEEKLIES; n += 1) {
    const date = onOrBefore("CDS", addDays(weekOf(on), 7 * n + FRIDAY - 1), on);
    if (date >= on && !taken.has(date)) dates.push({ date, type: "weekly" });
  }
  return dates;
}

function ascending(expiries: ListedExpiry[]): ListedExpiry[] {
  return expiries.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function monthly(date: IsoDate): ListedExpiry {
  return { date, type: "monthly" };
}

/**
 * Option expiries listed at the start of a day, ascending; a contract expiring that day is still listed.
 * quarterly means beyond the three serial months, half-yearly contracts included.
 * Only holidays announced by `on` move a date. Contracts of a real instrument list carry their own dates, which win.
 */
export function listedExpiries(rule: ExpiryRule, on: IsoDate): ListedExpiry[] {
  if (isCommodityRule(rule)) {
    const commodity: CommodityRule = COMMODITY_RULES[rule];
    return commodityOptions(commodity, on).map(monthly);
  }
  if (!isIndexRule(rule)) {
    const expiryOf = (month: IsoDate) => currencyMonthly(month, on);
    const months = longMonths(
      { serialMonths: OPTION_SERIAL_MONTHS, quarters: 3, halfYears: 0 },
      on,
      expiryOf,
    );
    return ascending([...months, ...currencyWeeklies(on, months)]);
  }
  const index: IndexRule = INDEX_RULES[rule];
  const months = longMonths(index.depth, on, (month) => monthlyExpiry(index, month, on));
  // The month after the serial ones has a monthly week too, though its contract may not be listed yet.
  const weeks = [0, 1, 2, 3, 4].map((n) => monthlyExpiry(index, monthAfter(on, n), on));
  return ascending([...months, ...weeklyExpiries(index, on, weeks)]);
}

/** Future expiries listed at the start of a day, ascending; one expiring that day is still listed. */
export function listedFutureExpiries(rule: ExpiryRule, on: IsoDate): ListedExpiry[] {
  if (isCommodityRule(rule)) {
    const commodity: CommodityRule = COMMODITY_RULES[rule];
    return commodityFutures(commodity, on).map(monthly);
  }
  if (!isIndexRule(rule)) {
    const expiryOf = (month: IsoDate) => currencyMonthly(month, on);
    const months = serialMonths(CURRENCY_FUTURE_MONTHS, on, expiryOf).map((month) =>
      monthly(expiryOf(month)),
    );
    return ascending([...months, ...currencyWeeklies(on, months)]);
  }
  const index: IndexRule = INDEX_RULES[rule];
  const expiryOf = (month: IsoDate) => monthlyExpiry(index, month, on);
  return serialMonths(index.depth.serialMonths, on, expiryOf).map((month) => monthly(expiryOf(month)));
}

/** Where a rule places a month's own contract. */
export interface MonthDay {
  readonly date: IsoDate;
  /** The day before holidays move it. */
  readonly nominal: IsoDate;
}

/** @returns null for a month in which the commodity's own contract of the class does not end */
export function monthDay(
  rule: ExpiryRule,
  contracts: ContractClass,
  month: IsoDate,
  on: IsoDate,
): MonthDay | null {
  const at = (date: IsoDate): MonthDay => ({ date, nominal: date });
  if (isCommodityRule(rule)) {
    const commodity: CommodityRule = COMMODITY_RULES[rule];
    const expiryOf = contracts === "future" ? commodity.futureExpiry : commodity.optionExpiry;
    const date = expiryOf(yearOf(month), monthOf(month), on);
    return date === null ? null : at(date);
  }
  if (!isIndexRule(rule)) return at(currencyMonthly(month, on));
  const index: IndexRule = INDEX_RULES[rule];
  return { date: monthlyExpiry(index, month, on), nominal: monthlyWeekday(index, month, on) };
}

/**
 * Whether a month's own contract is a quarterly on a day (rule INST-2): of options only, beyond the three serial months.
 * Futures of a rule are of its serial months alone, and all of a commodity's contracts are of their month.
 */
export function isQuarter(rule: ExpiryRule, contracts: ContractClass, month: IsoDate, on: IsoDate): boolean {
  if (contracts === "future" || isCommodityRule(rule) || monthOf(month) % 3 !== 0) return false;
  const expiryOf = (each: IsoDate) => monthDay(rule, contracts, each, on)!.date;
  return month > serialMonths(OPTION_SERIAL_MONTHS, on, expiryOf).at(-1)!;
}

/**
 * Last trading instant (epoch ms) of a contract of the exchange expiring on the date: the derivatives close, 12:30 for
 * currency, the session close on MCX. Works on any date, because a listed contract's own date always wins.
 */
export function lastTradeInstant(exchange: Exchange, date: IsoDate): number {
  if (exchange === "CDS" || exchange === "BCD") return istInstant(date, CURRENCY_LAST_TRADE);
  return sessionClose(exchange, date);
}

/** Whose closing values settle an exchange's derivatives. */
const CASH_EXCHANGE: Partial<Record<Exchange, Exchange>> = { NFO: "NSE", BFO: "BSE" };

/**
 * The instant (epoch ms) that fixes the payoff of a contract of the exchange expiring on the date, to which its time runs.
 * Equity derivatives settle on the underlying's closing value in the cash market, which the end of that market's day fixes:
 * 15:35 since the closing auction, five minutes before the last trade (docs/decisions/0029). The others' is their last trade.
 */
export function expiryInstant(exchange: Exchange, date: IsoDate): number {
  const cash = CASH_EXCHANGE[exchange];
  const lastTrade = lastTradeInstant(exchange, date);
  return cash === undefined ? lastTrade : Math.min(dayEnd(cash, date), lastTrade);
}
