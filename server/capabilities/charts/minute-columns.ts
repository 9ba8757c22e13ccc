import type { QuoteDetails } from "#protocol/http/quotes.ts";
import { MINUTE, type MinuteColumns, type MinuteDay } from "../../market/history/minute-days.ts";
import type { Wanted } from "../../market/history/reader.ts";
import type { SessionTimes } from "../../market/history/session-times.ts";
import type { ChartPast } from "./chart-past.ts";
import { endedBy, minuteStart } from "./sessions.ts";

/** One session as far as its minutes have ended for the viewer; the one that is on is their own market's to say. */
export interface EndedMinutes {
  readonly session: SessionTimes;
  /** null where nothing is kept of it */
  readonly day: MinuteDay | null;
  /** how many have ended, known or not */
  readonly ended: number;
}

/** Whether a session has a minute that is on. */
export const isOn = ({ open, close }: SessionTimes, now: number): boolean => open <= now && now < close;

/**
 * Some instruments through one session. Never asked of history beyond the last minute that has ended in the viewer's market, so that
 * nothing later can be told.
 */
export async function endedMinutes(
  past: Pick<ChartPast, "minutes">,
  wanted: readonly Wanted[],
  session: SessionTimes,
  now: number,
): Promise<EndedMinutes> {
  const until = Math.min(minuteStart(now), session.close);
  const ended = endedBy(session, now);
  if (ended === 0) return { session, day: null, ended };
  const days = await past.minutes(wanted, { date: session.date }, until);
  return { session, day: days?.find(({ date }) => date === session.date) ?? null, ended };
}

const isKnown = (column: MinuteColumns | undefined, minute: number): column is MinuteColumns =>
  column !== undefined && minute < column.known.length && column.known[minute] !== MINUTE.UNKNOWN;

/** Units at the end of a minute, NaN unknown. */
export const oiAt = (column: MinuteColumns | undefined, minute: number): number =>
  isKnown(column, minute) ? column.oi[minute]! : Number.NaN;

/** Wire integer of the day's last trade by the end of a minute, NaN unknown or not traded yet. */
export function closeAt(column: MinuteColumns | undefined, minute: number): number {
  const close = isKnown(column, minute) ? column.close[minute]! : 0;
  return close > 0 ? close : Number.NaN;
}

/** Units traded from one minute to another, both included; NaN where nothing is known of them. */
export function volumeOf(column: MinuteColumns | undefined, first: number, last: number): number {
  let sum = Number.NaN;
  for (let minute = first; minute <= last; minute++) {
    if (isKnown(column, minute)) sum = (Number.isNaN(sum) ? 0 : sum) + column.volume[minute]!;
  }
  return sum;
}

/**
 * What was traded from a minute to the one that is on: what the day has beyond those that ended. NaN where either is not known.
 * @param ended minutes of the session that have
 */
export function runningVolume(
  quote: QuoteDetails | undefined,
  column: MinuteColumns | undefined,
  first: number,
  ended: number,
): number {
  if (quote === undefined) return Number.NaN;
  const before = ended === 0 ? 0 : volumeOf(column, 0, ended - 1);
  const own = Math.max(0, quote.volume - before);
  return first === ended ? own : own + volumeOf(column, first, ended - 1);
}

/** As JSON has it. */
export const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
