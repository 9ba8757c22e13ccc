/** Sessions that can be looked at: the present one and those before it. Pure. */

import type { Exchange } from "#domain/calendar/exchange.ts";
import { addDays, istDate } from "#domain/calendar/ist.ts";
import { dayOf } from "#domain/calendar/market-day.ts";
import {
  isTradingDay,
  previousTradingDay,
  sessionClose,
  sessionOpen,
} from "#domain/calendar/market-sessions.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/** How far back a day can be played. */
export const MOST_EARLIER = 10;

/** Newest first. @param isSleepless every day is one, as only a simulated market has it */
export function earlierSessions(newest: IsoDate, exchange: Exchange, isSleepless: boolean): IsoDate[] {
  const found: IsoDate[] = [];
  for (let date = newest; found.length < MOST_EARLIER; ) {
    date = isSleepless ? addDays(date, -1) : previousTradingDay(exchange, date);
    found.push(date);
  }
  return found;
}

/** The session that goes on, or the last one that did. @param now market time, epoch ms */
export function presentSession(now: number, exchange: Exchange, isSleepless: boolean): IsoDate {
  if (isSleepless) return dayOf(now);
  const today = istDate(now);
  const isOn = isTradingDay(exchange, today) && now >= sessionOpen(exchange, today);
  return isOn ? today : previousTradingDay(exchange, today);
}

/** Whether the newest session goes on. @param now market time, epoch ms; not known, none is said to */
export const isOn = (now: number, newest: IsoDate, exchange: Exchange, isSleepless: boolean): boolean =>
  isSleepless || now < sessionClose(exchange, newest);
