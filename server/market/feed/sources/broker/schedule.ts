import { addDays, istDate, istInstant } from "#domain/calendar/ist.ts";
import { isTradingDay } from "#domain/calendar/market-sessions.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/**
 * When a day's instrument lists are there, India's time. Kite's is made between 07:30 and 08:00 and Upstox's about 06:00
 * (their developer forums); half past eight leaves both half an hour, and the market as much before its pre-open.
 */
const LISTED_AT = "08:30";
const LONGEST_CLOSURE_DAYS = 30;

/** Some market that is carried trades on the day. */
export function tradesOn(date: IsoDate): boolean {
  return isTradingDay("NFO", date) || isTradingDay("MCX", date);
}

/** The trading day whose list of instruments is the newest to be had: today's from 08:30 on, on a holiday the last one's. */
export function listingDay(now: number): IsoDate {
  let day = istDate(now);
  for (let n = 0; n < LONGEST_CLOSURE_DAYS; n++) {
    if (tradesOn(day) && now >= istInstant(day, LISTED_AT)) return day;
    day = addDays(day, -1);
  }
  throw new RangeError(`no trading day within ${LONGEST_CLOSURE_DAYS} days before ${day}`);
}

/** When the day began whose list is the newest to be had, epoch ms: what has expired since is still listed. */
export function listedFrom(now: number): number {
  return istInstant(listingDay(now), LISTED_AT);
}

/** The first such time of day strictly after an instant, epoch ms. */
export function nextTimeOfDay(now: number, hhmm: string): number {
  const today = istDate(now);
  const at = istInstant(today, hhmm);
  return at > now ? at : istInstant(addDays(today, 1), hhmm);
}
