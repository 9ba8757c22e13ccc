import type { Exchange } from "#domain/calendar/exchange.ts";
import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { addDays, daysBetween, isIsoDate, istDate } from "#domain/calendar/ist.ts";
import { dayStart } from "#domain/calendar/market-day.ts";
import { AppError } from "#domain/errors.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import { type ChartMeasuresRequest, MOST_MEASURE_DAYS } from "#protocol/http/chart-measures.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import type { InstrumentDirectory } from "../../../market/instruments/directory.ts";
import { noExpiry, onceEach } from "../chart-expiries.ts";
import type { ChartUnderlying } from "../chart-instruments.ts";
import type { ChartPast } from "../chart-past.ts";
import { type BegunSessions, nearestSaid, sessionsAsked, sessionsUntil } from "../sessions.ts";

/**
 * Expiries near to far: listed ones, and those that are over where they may be kept.
 * @throws AppError derivative.not_found, request.invalid
 */
export function measureExpiries(
  directory: InstrumentDirectory,
  { u, exchange }: ChartUnderlying,
  symbol: string,
  asked: readonly string[] | undefined,
  now: number,
): readonly string[] {
  const listed = directory.expiries(u);
  if (asked === undefined) {
    const trading = listed.map((expiry) => ({ expiry, lastTrade: lastTradeInstant(exchange, expiry) }));
    const nearest = defaultExpiry(trading, now) ?? trading.at(-1);
    if (nearest !== undefined) return [nearest.expiry];
    const text = `${symbol} has no options; ask for the bars of its futures`;
    throw new AppError("derivative.not_found", text, { symbol });
  }
  const today = istDate(now);
  const earliest = addDays(today, -MOST_MEASURE_DAYS);
  for (const expiry of asked) {
    const mayBeKept = isIsoDate(expiry) && expiry < today && expiry >= earliest;
    if (!listed.includes(expiry) && !mayBeKept) throw noExpiry(symbol, expiry, listed);
  }
  return onceEach(asked);
}

/** The sessions that a question is about. */
export interface MeasureSessions extends Pick<BegunSessions, "present" | "before"> {
  /** oldest first, at least one */
  readonly sessions: readonly SessionTimes[];
}

/**
 * @param date of the last one; null the newest
 * @throws AppError request.invalid, server.unavailable
 */
export function measureSessions(
  past: Pick<ChartPast, "sessions">,
  exchange: Exchange,
  { interval = "1M", sessions: count = 1 }: Pick<ChartMeasuresRequest, "interval" | "sessions">,
  date: string | null,
  now: number,
): MeasureSessions {
  const most = sessionsAsked(count, interval === "1D");
  if (date === null) return sessionsUntil(past, exchange, most, now);
  const refuse = (why: string): AppError => new AppError("request.invalid", `${date} ${why}`, { date });
  if (!isIsoDate(date)) throw refuse("is no date; write it as YYYY-MM-DD");
  const age = daysBetween(date, istDate(now));
  if (age > MOST_MEASURE_DAYS) {
    throw refuse(
      `is too far back: they are kept for ${MOST_MEASURE_DAYS} days, since ${addDays(date, age - MOST_MEASURE_DAYS)}`,
    );
  }
  const begun = sessionsUntil(past, exchange, Math.max(0, age) + most, now);
  const sessions = begun.sessions.filter((each) => each.date <= date).slice(-most);
  if (sessions.at(-1)?.date === date) return { ...begun, sessions };
  if (date > begun.sessions.at(-1)!.date) throw refuse(`has not begun; ${nearestSaid(begun.sessions, now)}`);
  throw refuse(`had no session; ${nearestSaid(begun.sessions, dayStart(date))}`);
}
