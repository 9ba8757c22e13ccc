/**
 * What events would look like where none were imported: made up from calendars that economies and companies usually keep, the
 * same for every caller on the same day. The answer says that they are samples, and so do their ids.
 */

import {
  addDays,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  nthWeekdayOfMonth,
  weekday,
  yearOf,
} from "#domain/calendar/ist.ts";
import { isTradingDay, nextTradingDay } from "#domain/calendar/market-sessions.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { GlobalEvent, StockEvent } from "#protocol/http/events.ts";
import type { BanList } from "./repository.ts";
import { RELEASES, type Release } from "./sample-releases.ts";

interface Days {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** The same number for the same text, 0 to 2³² − 1 (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** First days of the months that the days lie in. */
function monthsOf({ from, to }: Days): IsoDate[] {
  const months: IsoDate[] = [];
  for (let month = firstOfMonth(yearOf(from), monthOf(from)); month <= to; ) {
    months.push(month);
    month = firstOfMonth(yearOf(month), monthOf(month) + 1);
  }
  return months;
}

function afterWeekend(date: IsoDate): IsoDate {
  const day = weekday(date);
  return day === 6 ? addDays(date, 2) : day === 0 ? addDays(date, 1) : date;
}

function dateOf({ day }: Release, month: IsoDate): IsoDate {
  const [year, number] = [yearOf(month), monthOf(month)];
  if (day === "last") return afterWeekend(lastOfMonth(year, number));
  if (typeof day === "number") return afterWeekend(addDays(month, day - 1));
  return nthWeekdayOfMonth(year, number, day.weekday, day.nth);
}

function figure({ title, usual, spread, decimals, unit }: Release, when: string): string {
  const part = (numberOf(`${title} ${when}`) % 1_001) / 500 - 1;
  return `${(usual + spread * part).toFixed(decimals)}${unit}`;
}

/** Global events of the days; what was published before `today` has its actual figure. */
export function sampleGlobalEvents(days: Days, today: IsoDate): GlobalEvent[] {
  const events = monthsOf(days).flatMap((month) =>
    RELEASES.filter(({ months }) => months === null || months.includes(monthOf(month))).map((release) => {
      const date = dateOf(release, month);
      const { country, title, time, impact, impactedStocks, description } = release;
      return {
        id: `sample-${date}-${numberOf(title).toString(36)}`,
        country,
        title,
        date,
        time,
        impact,
        expected: figure(release, `${month} expected`),
        actual: date < today ? figure(release, month) : null,
        previous: figure(release, firstOfMonth(yearOf(month), monthOf(month) - 1)),
        impacted_stocks: impactedStocks,
        description,
      };
    }),
  );
  return events.filter(({ date }) => date >= days.from && date <= days.to);
}

const onTradingDay = (date: IsoDate): IsoDate =>
  isTradingDay("NSE", date) ? date : nextTradingDay("NSE", date);

const QUARTERS: Readonly<Record<number, string>> = { 3: "Mar", 6: "Jun", 9: "Sep", 12: "Dec" };

/** What a company does after a quarter: results for all, a dividend for half of them, a bonus or a split now and then. */
function afterQuarter(symbol: string, quarter: string, end: IsoDate): StockEvent[] {
  const number = numberOf(`${symbol} ${end}`);
  const results = onTradingDay(addDays(end, 12 + (number % 33)));
  const exDate = onTradingDay(addDays(results, 8 + (number % 12)));
  const event = (date: IsoDate, type: StockEvent["event_type"], description: string): StockEvent => ({
    id: `sample-${symbol}-${date}-${type}`,
    trading_symbol: symbol,
    date,
    event_type: type,
    description,
  });
  const length = quarter === "Mar" ? "Yearly" : "Quarterly";
  const events = [event(results, "stock_results", `${length} results, ${quarter} ${yearOf(end)}`)];
  if (number % 2 === 0)
    events.push(event(exDate, "dividend", `Interim Dividend - Rs ${1 + (number % 24)} Per Share`));
  if (number % 23 === 0) events.push(event(exDate, "bonus", "Bonus 1:1"));
  if (number % 29 === 0) {
    const split = "Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share";
    events.push(event(exDate, "stock_split", split));
  }
  return events;
}

/** Events of these shares over the days. */
export function sampleStockEvents(days: Days, symbols: readonly string[]): StockEvent[] {
  // What follows a quarter may come two and a half months after it.
  const ends = monthsOf({ from: addDays(days.from, -80), to: days.to }).flatMap((month) => {
    const quarter = QUARTERS[monthOf(month)];
    return quarter === undefined ? [] : [{ quarter, end: lastOfMonth(yearOf(month), monthOf(month)) }];
  });
  return symbols
    .flatMap((symbol) => ends.flatMap(({ quarter, end }) => afterQuarter(symbol, quarter, end)))
    .filter(({ date }) => date >= days.from && date <= days.to);
}

/** Of a hundred shares about two are in ban, for about a week each. */
const BANNED_OF = 50;
const WEEK_DAYS = 7;

/** Lists of the next two trade dates, as an exchange has published them by the evening. */
export function sampleBanLists(today: IsoDate, symbols: readonly string[]): BanList[] {
  const first = onTradingDay(today);
  return [first, nextTradingDay("NFO", first)].map((date) => {
    const week = Math.floor(Date.parse(date) / 86_400_000 / WEEK_DAYS);
    return { date, symbols: symbols.filter((symbol) => numberOf(`${symbol} ${week}`) % BANNED_OF === 0) };
  });
}
