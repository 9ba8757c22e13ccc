import { addDays, compactDate, fromCompactDate, weekday } from "#domain/calendar/ist.ts";
import { weakerOrigin } from "#domain/chain/origin.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { DailyBar } from "./daily-bars.ts";

export type Period = "week" | "month";

/** The Monday, or the first of the month, of the period that holds a date. */
export function periodStart(date: IsoDate, period: Period): IsoDate {
  return period === "month" ? `${date.slice(0, 7)}-01` : addDays(date, -((weekday(date) + 6) % 7));
}

/** What is unknown of one part is unknown of the whole. */
const joined = (a: number | null, b: number | null, of: (a: number, b: number) => number): number | null =>
  a === null || b === null ? null : of(a, b);
const sum = (a: number, b: number): number => a + b;

function extended(bar: DailyBar, day: DailyBar): DailyBar {
  return {
    date: bar.date,
    open: bar.open,
    high: joined(bar.high, day.high, Math.max),
    low: joined(bar.low, day.low, Math.min),
    close: day.close,
    volume: joined(bar.volume, day.volume, sum),
    futuresOi: day.futuresOi,
    origin: weakerOrigin(bar.origin, day.origin),
  };
}

/**
 * Weeks (Monday to Sunday, special sessions of a weekend included) or months of days: opened by the first of their days, closed
 * by the last. Days without a session are in none of them, so a week of holidays has no bar.
 * @param days oldest first
 * @returns each under the date of its first day that is known
 */
export function periodsOf(days: readonly DailyBar[], period: Period): DailyBar[] {
  const bars: DailyBar[] = [];
  let start = 0;
  for (const day of days) {
    const own = compactDate(periodStart(fromCompactDate(day.date), period));
    const last = bars.at(-1);
    if (last !== undefined && own === start) bars[bars.length - 1] = extended(last, day);
    else bars.push(day);
    start = own;
  }
  return bars;
}
