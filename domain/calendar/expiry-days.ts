import type { IsoDate } from "../units/iso-date.ts";
import type { Exchange } from "./exchange.ts";
import { isAnnouncedFullHoliday } from "./holidays.ts";
import { addDays, lastOfMonth, weekday } from "./ist.ts";

/**
 * True when contracts may expire on the date as far as was announced by `on`: a weekday not closed all day.
 * Special sessions do not count: a Muhurat evening expires nothing.
 */
export function isExpiryDay(exchange: Exchange, date: IsoDate, on: IsoDate): boolean {
  const day = weekday(date);
  return day !== 0 && day !== 6 && !isAnnouncedFullHoliday(exchange, date, on);
}

/** The date itself, or the nearest earlier expiry day when it is none. */
export function onOrBefore(exchange: Exchange, date: IsoDate, on: IsoDate): IsoDate {
  let day = date;
  while (!isExpiryDay(exchange, day, on)) day = addDays(day, -1);
  return day;
}

/** The n-th expiry day before the date, the date itself not counted. */
export function expiryDaysBefore(exchange: Exchange, date: IsoDate, n: number, on: IsoDate): IsoDate {
  let day = date;
  for (let left = n; left > 0; left -= 1) day = onOrBefore(exchange, addDays(day, -1), on);
  return day;
}

/** The month's last expiry day. */
export function lastExpiryDayOfMonth(exchange: Exchange, year: number, month1: number, on: IsoDate): IsoDate {
  return onOrBefore(exchange, lastOfMonth(year, month1), on);
}
