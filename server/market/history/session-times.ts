import type { Exchange } from "#domain/calendar/exchange.ts";
import { addDays, DAY_MS } from "#domain/calendar/ist.ts";
import { dayStart } from "#domain/calendar/market-day.ts";
import { isTradingDay, sessionClose, sessionOpen } from "#domain/calendar/market-sessions.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/** A session whose minutes are told: [open, close), epoch ms. */
export interface SessionTimes {
  readonly date: IsoDate;
  readonly open: number;
  readonly close: number;
}

/** Which sessions: the present market day and some before it, or one by its date. */
export type WantedDates = { readonly sessionsBefore: number } | { readonly date: IsoDate };

/** A calendar with no session for so long is at its end. */
const LONGEST_CLOSURE_DAYS = 15;

/** A market that never sleeps trades from one roll to the next. */
export function sessionTimes(exchange: Exchange, date: IsoDate, keepsSessions: boolean): SessionTimes {
  if (!keepsSessions) return { date, open: dayStart(date), close: dayStart(date) + DAY_MS };
  return { date, open: sessionOpen(exchange, date), close: sessionClose(exchange, date) };
}

export function hasSession(exchange: Exchange, date: IsoDate, keepsSessions: boolean): boolean {
  return !keepsSessions || isTradingDay(exchange, date);
}

/** Whether minutes that begin at an instant belong to the session of that day. */
export function isInSession(exchange: Exchange, date: IsoDate, at: number, keepsSessions: boolean): boolean {
  if (!hasSession(exchange, date, keepsSessions)) return false;
  const { open, close } = sessionTimes(exchange, date, keepsSessions);
  return at >= open && at < close;
}

/** So many dates before one on which the exchange had a session, oldest first; fewer where the calendar has no more. */
export function sessionsBefore(
  exchange: Exchange,
  date: IsoDate,
  count: number,
  keepsSessions: boolean,
): IsoDate[] {
  const dates: IsoDate[] = [];
  let day = date;
  for (let closed = 0; dates.length < count && closed < LONGEST_CLOSURE_DAYS; closed++) {
    day = addDays(day, -1);
    if (!hasSession(exchange, day, keepsSessions)) continue;
    dates.push(day);
    closed = -1;
  }
  return dates.reverse();
}

/** The session of a day and so many before it, oldest first; on a day without one the last stands for it. */
export function sessionsUpTo(
  exchange: Exchange,
  date: IsoDate,
  before: number,
  keepsSessions: boolean,
): SessionTimes[] {
  const isOn = hasSession(exchange, date, keepsSessions);
  const dates = [
    ...sessionsBefore(exchange, date, isOn ? before : before + 1, keepsSessions),
    ...(isOn ? [date] : []),
  ];
  return dates.map((each) => sessionTimes(exchange, each, keepsSessions));
}

/** @param date the present market day: later sessions are not there yet */
export function wantedSessions(
  exchange: Exchange,
  date: IsoDate,
  wanted: WantedDates,
  keepsSessions: boolean,
): SessionTimes[] {
  if (!("date" in wanted)) return sessionsUpTo(exchange, date, wanted.sessionsBefore, keepsSessions);
  const isThere = wanted.date <= date && hasSession(exchange, wanted.date, keepsSessions);
  return isThere ? [sessionTimes(exchange, wanted.date, keepsSessions)] : [];
}
