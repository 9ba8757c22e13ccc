/** An underlying's price through today, minute by minute, as a series begins with it. */
import { istDate } from "#domain/calendar/ist.ts";
import { futOiVsTime } from "#protocol/generated/http/calls/open-interest/fut-oi-vs-time.ts";
import type { FutOiVsTimeResponse } from "#protocol/http/open-interest.ts";
import { api } from "../../api/site-api.ts";
import type { PastPoints } from "../../live/series.ts";

const MINUTE_MS = 60_000;

type Told = Pick<FutOiVsTimeResponse["payload"], "times" | "underlying_prices" | "sessions">;

/** Known closes of minutes, each at its end; none of a session that is not today's. @param now market time, epoch ms */
export function pointsOf({ times, underlying_prices, sessions }: Told, now: number): PastPoints {
  const isToday = sessions.at(-1)?.date === istDate(now);
  const known = times.flatMap((time, i) => {
    const price = isToday ? (underlying_prices[i] ?? null) : null;
    return price === null ? [] : [{ end: time + MINUTE_MS, price }];
  });
  return { times: known.map(({ end }) => end), values: known.map(({ price }) => price) };
}

/** Of the charts the server draws, the one of futures is the cheapest that has the underlying's minutes, and clients share its answers. */
export async function askDaySoFar(
  symbol: string,
  now: () => number,
  signal: AbortSignal,
): Promise<PastPoints> {
  const body = { underlying_symbol: symbol, interval: "1M" as const, sessions: 1 };
  const { payload } = await api.call(futOiVsTime, { body }, { signal });
  return pointsOf(payload, now());
}
