/** An underlying's price through today, minute by minute, as a series begins with it. */
import { istDate } from "#domain/calendar/ist.ts";
import { bars } from "#protocol/generated/http/calls/chart-bars/bars.ts";
import type { BarsResponse } from "#protocol/http/chart-bars.ts";
import { api } from "../../api/site-api.ts";
import type { PastPoints } from "../../live/series.ts";

const MINUTE_MS = 60_000;

type Told = Pick<BarsResponse["payload"], "times" | "close" | "running_at" | "sessions">;

/**
 * Closes of the minutes that have ended, each at its end; none of a session that is not today's. After a minute that is not known they
 * begin anew: a line so small shows no gap.
 * @param now market time, epoch ms
 */
export function pointsOf({ times, close, running_at, sessions }: Told, now: number): PastPoints {
  const last = sessions.at(-1);
  // A session that never closes goes on past midnight.
  const isToday = last !== undefined && (last.date === istDate(now) || now < last.close);
  const ended = isToday ? times.filter((time) => time !== running_at) : [];
  const first = close.slice(0, ended.length).lastIndexOf(null) + 1;
  return {
    times: ended.slice(first).map((time) => time + MINUTE_MS),
    values: close.slice(first, ended.length) as number[],
  };
}

/** What is asked for is the chart of a minute's bars: it is everybody's, of the market that they see. */
export async function askDaySoFar(
  tradingsymbol: string,
  now: () => number,
  signal: AbortSignal,
): Promise<PastPoints> {
  const { payload } = await api.call(bars, { query: { tradingsymbol, interval: "1M" } }, { signal });
  return pointsOf(payload, now());
}
