import type { IsoDate } from "../units/iso-date.ts";

/** India keeps one offset all year, so its calendar is integer arithmetic and needs no time zone data. */
export const IST_OFFSET_MS = 19_800_000;
export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Days since 1970-01-01 of a proleptic Gregorian date (H. Hinnant, "chrono-compatible low-level date algorithms"). */
function dayNumber(year: number, month1: number, day: number): number {
  const y = month1 <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month1 + (month1 > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function pad(n: number, width: number): string {
  return String(n).padStart(width, "0");
}

function dateOfDayNumber(days: number): IsoDate {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function parse(date: IsoDate): number {
  const days = dayNumber(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)));
  if (date.length !== 10 || !(dateOfDayNumber(days) === date)) {
    throw new RangeError(`Not a date "YYYY-MM-DD": "${date}"`);
  }
  return days;
}

/** India's date at an instant (epoch ms). */
export function istDate(ms: number): IsoDate {
  return dateOfDayNumber(Math.floor((ms + IST_OFFSET_MS) / DAY_MS));
}

/** Minutes since India's midnight, 0…1439. */
export function istMinuteOfDay(ms: number): number {
  const local = ms + IST_OFFSET_MS;
  return Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / MINUTE_MS);
}

/** India's clock at an instant (epoch ms), "09:15". */
export function istClock(ms: number): string {
  const minutes = istMinuteOfDay(ms);
  return `${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}`;
}

/**
 * Epoch ms of an Indian wall-clock time.
 * @param hhmm "HH:MM"; "24:00" is the next midnight
 * @throws RangeError when either is malformed
 */
export function istInstant(date: IsoDate, hhmm: string): number {
  const hours = Number(hhmm.slice(0, 2));
  const minutes = Number(hhmm.slice(3, 5));
  if (!/^\d\d:\d\d$/.test(hhmm) || minutes > 59 || hours * 60 + minutes > 1440) {
    throw new RangeError(`Not a time "HH:MM": "${hhmm}"`);
  }
  return parse(date) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS - IST_OFFSET_MS;
}

/** The date n days later (earlier when negative). */
export function addDays(date: IsoDate, n: number): IsoDate {
  return dateOfDayNumber(parse(date) + n);
}

/** Whether a text names a day that there is. */
export function isIsoDate(text: string): boolean {
  try {
    return dateOfDayNumber(parse(text)) === text;
  } catch {
    return false;
  }
}

/** Calendar days from a to b, negative when b is earlier. */
export function daysBetween(a: IsoDate, b: IsoDate): number {
  return parse(b) - parse(a);
}

/** 0 Sunday … 6 Saturday. */
export function weekday(date: IsoDate): number {
  // 1970-01-01 was a Thursday.
  return (((parse(date) + 4) % 7) + 7) % 7;
}

/** First day of the month; month1 outside 1…12 rolls the year. */
export function firstOfMonth(year: number, month1: number): IsoDate {
  const months = year * 12 + month1 - 1;
  return dateOfDayNumber(dayNumber(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 1));
}

/** Last day of the month; month1 outside 1…12 rolls the year. */
export function lastOfMonth(year: number, month1: number): IsoDate {
  return addDays(firstOfMonth(year, month1 + 1), -1);
}

/** The month's last given weekday, e.g. the last Tuesday; month1 outside 1…12 rolls the year. */
export function lastWeekdayOfMonth(year: number, month1: number, day: number): IsoDate {
  const last = lastOfMonth(year, month1);
  return addDays(last, -((weekday(last) - day + 7) % 7));
}

/** The month's n-th given weekday (n from 1), e.g. the second Sunday of March. */
export function nthWeekdayOfMonth(year: number, month1: number, day: number, n: number): IsoDate {
  const first = firstOfMonth(year, month1);
  return addDays(first, ((day - weekday(first) + 7) % 7) + (n - 1) * 7);
}

export function yearOf(date: IsoDate): number {
  return Number(date.slice(0, 4));
}

/** 1…12. */
export function monthOf(date: IsoDate): number {
  return Number(date.slice(5, 7));
}

/** 20261124 for "2026-11-24": a date in a u32. */
export function compactDate(date: IsoDate): number {
  return Number(date.slice(0, 4)) * 10_000 + Number(date.slice(5, 7)) * 100 + Number(date.slice(8, 10));
}

/** @throws RangeError when n is not a real date in the form 20261124 */
export function fromCompactDate(n: number): IsoDate {
  const date = `${pad(Math.floor(n / 10_000), 4)}-${pad(Math.floor(n / 100) % 100, 2)}-${pad(n % 100, 2)}`;
  parse(date);
  return date;
}
