import type { IsoDate } from "../units/iso-date.ts";
import { goodFriday } from "./good-friday.ts";
import { addDays, lastWeekdayOfMonth, nthWeekdayOfMonth, weekday, yearOf } from "./ist.ts";

/**
 * Whether the United States keep daylight saving time on a date: from the second Sunday of March to the day before the
 * first Sunday of November (Energy Policy Act of 2005, section 110). MCX follows New York's clock for its closing time.
 */
export function isUsDaylightSaving(date: IsoDate): boolean {
  const year = yearOf(date);
  return date >= nthWeekdayOfMonth(year, 3, 0, 2) && date < nthWeekdayOfMonth(year, 11, 0, 1);
}

/** A fixed date moves to Friday when it falls on Saturday and to Monday when on Sunday. */
function observed(date: IsoDate): IsoDate {
  const day = weekday(date);
  return day === 6 ? addDays(date, -1) : day === 0 ? addDays(date, 1) : date;
}

function holidays(year: number): readonly IsoDate[] {
  return [
    observed(`${year}-01-01`),
    nthWeekdayOfMonth(year, 1, 1, 3), // Martin Luther King Jr. Day
    nthWeekdayOfMonth(year, 2, 1, 3), // Presidents' Day
    goodFriday(year),
    lastWeekdayOfMonth(year, 5, 1), // Memorial Day
    observed(`${year}-06-19`), // Juneteenth
    observed(`${year}-07-04`),
    nthWeekdayOfMonth(year, 9, 1, 1), // Labor Day
    nthWeekdayOfMonth(year, 11, 4, 4), // Thanksgiving
    observed(`${year}-12-25`),
  ];
}

/** NYMEX business days: MCX energy contracts expire the day before NYMEX's. Source: CME Group holiday calendar. */
export function isUsBusinessDay(date: IsoDate): boolean {
  const day = weekday(date);
  if (day === 0 || day === 6) return false;
  return !holidays(yearOf(date)).includes(date);
}
