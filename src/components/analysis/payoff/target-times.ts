/** Where the date slider may stand, and where it stands while it plays. Pure. */

import type { Exchange } from "#domain/calendar/exchange.ts";
import { addDays, istDate } from "#domain/calendar/ist.ts";
import { sessionsOn } from "#domain/calendar/market-sessions.ts";
import type { TargetTimes } from "../types.ts";

const QUARTER_MS = 15 * 60_000;
/** Days of trading up to which a slider of quarters of an hour still has steps that a hand can find. */
const IN_QUARTERS_UP_TO = 3;
/** From now to the expiry. */
export const PLAY_MS = 6000;

type Span = Pick<TargetTimes, "min" | "max">;

type Stretch = Pick<ReturnType<typeof sessionsOn>[number], "open" | "close">;

/** Continuous trading of each day that has some of it between the ends. */
function tradingDays({ min, max }: Span, exchange: Exchange): (readonly Stretch[])[] {
  const days: (readonly Stretch[])[] = [];
  const last = istDate(max);
  for (let date = istDate(min); date <= last; date = addDays(date, 1)) {
    const trading = sessionsOn(exchange, date).filter(({ phase }) => phase === "continuous");
    if (trading.some(({ open, close }) => close > min && open < max)) days.push(trading);
  }
  return days;
}

/** Every quarter of an hour of it, and its close. */
function quartersOf({ open, close }: Stretch): number[] {
  const quarters = Math.ceil((close - open) / QUARTER_MS);
  return [...Array.from({ length: quarters }, (_, i) => open + i * QUARTER_MS), close];
}

/** Times of sessions (rule STRAT-7): all of them for a few days of trading, else the close of each day. Both ends always. */
export function timeStops(span: Span, exchange: Exchange): number[] {
  const { min, max } = span;
  if (!(max > min)) return [min];
  const days = tradingDays(span, exchange);
  const times =
    days.length <= IN_QUARTERS_UP_TO
      ? days.flat().flatMap(quartersOf)
      : days.map((trading) => trading.at(-1)!.close);
  return [min, ...times.filter((at) => at > min && at < max), max];
}

/** The stop nearest to a time. */
export function nearestStop(stops: readonly number[], time: number): number {
  let nearest = 0;
  for (let i = 1; i < stops.length; i++) {
    if (Math.abs(stops[i]! - time) < Math.abs(stops[nearest]! - time)) nearest = i;
  }
  return nearest;
}

/**
 * The time that is shown so long after pressing play. From the end it begins anew.
 * @param stops when given, it jumps from one to the next, for those who want no motion
 */
export function playedTime(
  { min, max }: Span,
  from: number,
  elapsed: number,
  stops: readonly number[] | null,
): { readonly time: number; readonly isOver: boolean } {
  const start = from >= max || !(from >= min) ? min : from;
  const share = Math.min(1, Math.max(0, elapsed) / PLAY_MS);
  const time = share === 1 ? max : start + (max - start) * share;
  if (stops === null || share === 1) return { time, isOver: share === 1 };
  let at = stops[0] ?? min;
  for (const stop of stops) if (stop <= time) at = stop;
  return { time: Math.max(at, start), isOver: false };
}
