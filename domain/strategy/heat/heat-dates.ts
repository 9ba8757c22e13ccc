/** The dates of the heat table: from now to the last target date, evenly over the time in which there is trading. Pure. */

import { addDays, istDate } from "../../calendar/ist.ts";
import { sessionsOn } from "../../calendar/market-sessions.ts";
import type { StrategyMarket } from "../model.ts";

/** Columns at most. */
export const MOST_DATES = 9;
const BETWEEN = MOST_DATES - 2;
const QUARTER_MS = 15 * 60_000;

type Exchange = StrategyMarket["derivativeExchange"];

/** Closes of the days' continuous trading between two instants, or every quarter of an hour of it. */
function sessionTimes(exchange: Exchange, from: number, to: number, each: "close" | "quarter"): number[] {
  const times: number[] = [];
  const last = istDate(to);
  for (let date = istDate(from); date <= last; date = addDays(date, 1)) {
    const trading = sessionsOn(exchange, date).filter(({ phase }) => phase === "continuous");
    const close = trading.at(-1)?.close;
    if (close === undefined) continue;
    if (each === "close") times.push(close);
    else
      for (const { open, close: end } of trading)
        for (let at = open; at <= end; at += QUARTER_MS) times.push(at);
  }
  return times.filter((at) => at > from && at < to);
}

const spread = (times: readonly number[]): number[] =>
  Array.from(
    { length: BETWEEN },
    (_, k) => times[Math.round(((k + 1) * (times.length + 1)) / (BETWEEN + 1)) - 1]!,
  );

/**
 * Ascending, now first and the last date last: closes of trading days when there are enough of them, else quarters of an hour of
 * trading, else even steps. One date when no time is left.
 */
export function heatDates(exchange: Exchange, now: number, last: number): number[] {
  if (!(last > now)) return [now];
  for (const each of ["close", "quarter"] as const) {
    const times = sessionTimes(exchange, now, last, each);
    if (times.length >= BETWEEN) return [now, ...spread(times), last];
  }
  const step = (last - now) / (MOST_DATES - 1);
  return [...Array.from({ length: MOST_DATES - 1 }, (_, k) => now + k * step), last];
}
