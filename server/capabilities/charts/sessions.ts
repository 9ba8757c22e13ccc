import type { Exchange } from "#domain/calendar/exchange.ts";
import { istClock, istDate } from "#domain/calendar/ist.ts";
import { type Origin, weakerOrigin } from "#domain/chain/origin.ts";
import { AppError } from "#domain/errors.ts";
import { type ChartSession, MOST_DAILY_SESSIONS, MOST_MINUTE_SESSIONS } from "#protocol/http/chart-parts.ts";
import type { MinuteDay } from "../../market/history/minute-days.ts";
import type { SessionTimes } from "../../market/history/session-times.ts";
import type { ChartPast } from "./chart-past.ts";

export const MINUTE_MS = 60_000;

/** Start of the minute that holds an instant: sessions of every exchange begin on one. */
export const minuteStart = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS;

/** Minutes of a session that have ended by an instant. */
export const endedBy = ({ open, close }: SessionTimes, now: number): number =>
  Math.max(0, Math.floor((Math.min(now, close) - open) / MINUTE_MS));

/** "18 Nov 10:00" would need a year in January: dates as they are asked for, times on India's clock. */
const said = (at: number): string => `${istDate(at)} ${istClock(at)}`;

/** Sessions of an exchange that have begun for a viewer. */
export interface BegunSessions {
  /** oldest first, at least one */
  readonly sessions: readonly SessionTimes[];
  /** the session of the present market day, null before it begins: chains and quotes are of it */
  readonly present: SessionTimes | null;
  /** The session before one of these; null where none is known. */
  before(session: SessionTimes): SessionTimes | null;
}

/**
 * As many sessions as are asked for, the newest included.
 * @param now the viewer's market time
 * @throws AppError server.unavailable while it is not known which day it is
 */
export function sessionsUntil(
  past: Pick<ChartPast, "sessions">,
  exchange: Exchange,
  count: number,
  now: number,
): BegunSessions {
  // Before the open, and to who is late in the day's first minute, the newest is that of the day before.
  const known = past.sessions(exchange, count) ?? [];
  const sessions = known.filter(({ open }) => open <= now).slice(-count);
  if (sessions.length === 0) {
    throw new AppError("server.unavailable", "The market is not known yet; try again shortly");
  }
  const day = known.at(-1)!;
  return {
    sessions,
    present: day.open <= now ? day : null,
    before: (session) => known[known.indexOf(session) - 1] ?? null,
  };
}

/** @throws AppError request.invalid for more sessions than a chart of that length of bars goes over */
export function sessionsAsked(count: number, isDaily: boolean): number {
  if (isDaily || count <= MOST_MINUTE_SESSIONS) return count;
  const text =
    `${count} sessions are too many by the minute: ask for at most ${MOST_MINUTE_SESSIONS}, ` +
    `or for closes (1D) of at most ${MOST_DAILY_SESSIONS}`;
  throw new AppError("request.invalid", text, { sessions: count });
}

/** One instant in the session it lies in. */
export interface InSession {
  readonly session: SessionTimes;
  /** the end of its last minute that has ended by then, epoch ms */
  readonly at: number;
}

function nearest(sessions: readonly SessionTimes[], at: number): SessionTimes {
  const away = ({ open, close }: SessionTimes) => (at < open ? open - at : at - close);
  return sessions.reduce((best, each) => (away(each) < away(best) ? each : best));
}

/**
 * The session that an instant lies in, which a minute of it must have ended by.
 * @param sessions oldest first, at least one
 * @throws AppError request.invalid for the future, for what is further back than charts by the minute, and for an instant in no
 *   session, with the nearest one
 */
export function sessionAt(
  sessions: readonly SessionTimes[],
  at: number,
  now: number,
  name: string,
): InSession {
  const refuse = (text: string): AppError => new AppError("request.invalid", text, { [name]: at });
  // Beyond what a date can say, no session is nearer than another.
  if (!Number.isSafeInteger(at) || Math.abs(at) > 8e15) {
    throw refuse(`${name} is no instant; give epoch milliseconds, or null`);
  }
  if (at > now)
    throw refuse(`${name} is in the future: the market has come to ${said(now)}; give null for now`);
  const end = minuteStart(at);
  const session = sessions.find(({ open, close }) => open < end && end <= close);
  if (session !== undefined) return { session, at: end };
  if (at < sessions[0]!.open) {
    throw refuse(`${name} is too far back: charts by the minute begin with ${sessions[0]!.date}`);
  }
  const { date, open, close } = nearest(sessions, end);
  throw refuse(
    `${name} is in no session; the nearest is that of ${date}, whose minutes end from ${istClock(open + MINUTE_MS)} to ${istClock(close)}`,
  );
}

/** What an answer says of a session by the minute. */
export function sessionOf(
  { date, open, close }: SessionTimes,
  day: Pick<MinuteDay, "origin" | "recordedSince" | "gaps"> | null,
): ChartSession {
  return {
    date,
    open,
    close,
    origin: day?.origin ?? null,
    recorded_since: day?.recordedSince ?? null,
    gaps: (day?.gaps ?? []).map(({ from, to }) => ({ from, to })),
  };
}

/** The same of a session of which the close is told. @param origins of what is known of it */
export function closedSession(session: SessionTimes, origins: readonly Origin[]): ChartSession {
  const { open: from, close: to } = session;
  if (origins.length === 0)
    return sessionOf(session, { origin: null, recordedSince: null, gaps: [{ from, to }] });
  return sessionOf(session, { origin: origins.reduce(weakerOrigin), recordedSince: null, gaps: [] });
}

/** Minutes that all of two lists have, each of them ascending. */
function common(a: ChartSession["gaps"], b: ChartSession["gaps"]): ChartSession["gaps"] {
  return a.flatMap((one) =>
    b.flatMap((other) => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      return from < to ? [{ from, to }] : [];
    }),
  );
}

/** What several readings say of one session together: a minute is known that any of them knows. @param told at least one */
export function sessionOfAll(told: readonly ChartSession[]): ChartSession {
  const { date, open, close } = told[0]!;
  const origins = told.flatMap(({ origin }) => origin ?? []);
  const since = told.flatMap(({ recorded_since }) => recorded_since ?? []);
  return {
    date,
    open,
    close,
    origin: origins.length === 0 ? null : origins.reduce(weakerOrigin),
    recorded_since: since.length === 0 ? null : Math.min(...since),
    gaps: told.map(({ gaps }) => gaps).reduce(common),
  };
}

/** The session nearest to an instant, said as a way out. */
export function nearestSaid(sessions: readonly SessionTimes[], at: number): string {
  const { date, open, close } = nearest(sessions, at);
  return `the nearest is that of ${date}, from ${istClock(open)} to ${istClock(close)}`;
}
