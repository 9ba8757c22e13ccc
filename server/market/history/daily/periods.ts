import { addDays, weekday } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

export type Period = "week" | "month";

/** The Monday, or the first of the month, of the period that holds a date. */
export function periodStart(date: IsoDate, period: Period): IsoDate {
  return period === "month" ? `${date.slice(0, 7)}-01` : addDays(date, -((weekday(date) + 6) % 7));
}

/**
 * Days by week (Monday to Sunday, special sessions of a weekend included) or month. A period without a day is left out, as a week of
 * holidays is.
 * @param days oldest first
 */
export function periodsOf<Day extends { readonly date: IsoDate }>(
  days: readonly Day[],
  period: Period,
): Day[][] {
  const periods: Day[][] = [];
  let start: IsoDate | null = null;
  for (const day of days) {
    const own = periodStart(day.date, period);
    if (own === start) periods.at(-1)!.push(day);
    else periods.push([day]);
    start = own;
  }
  return periods;
}
