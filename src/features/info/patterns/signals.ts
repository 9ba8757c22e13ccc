import { ORIGINS, type Origin } from "#domain/chain/origin.ts";
import type { CandlesResponse, CandleTimeframe } from "#protocol/http/candles.ts";
import { PATTERNS, type Pattern } from "./patterns.ts";

/** Intervals of the chart page, by the candles that patterns are found in. */
export const CHART_INTERVALS: Readonly<Record<CandleTimeframe, string>> = {
  candles_daily: "1D",
  candles_hourly: "60",
  candles_weekly: "1W",
  candles_monthly: "1M",
};
/** In the order in which they are told. */
export const TIMEFRAMES = Object.keys(CHART_INTERVALS) as readonly CandleTimeframe[];

/** How many are shown, the latest ones. */
export const MOST_SHOWN = 3;

/** A pattern that was found. */
export interface Signal {
  /** epoch ms: what is of a day or longer goes by its first day, an hour by its start */
  readonly date: number;
  readonly timeframe: CandleTimeframe;
  readonly pattern: Pattern;
  readonly origin: Origin;
}

const BY_ID: ReadonlyMap<unknown, Pattern> = new Map(PATTERNS.map((pattern) => [pattern.id, pattern]));

/** What one timeframe says; what cannot be read, and a signal without a name that is known, is left out. */
function listOf(text: string, timeframe: CandleTimeframe): Signal[] {
  const list = JSON.parse(text) as unknown;
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown): Signal[] => {
    const { date, candle_names: names, origin } = (each ?? {}) as Readonly<Record<string, unknown>>;
    const pattern = BY_ID.get(Array.isArray(names) ? names[0] : undefined);
    if (typeof date !== "number" || pattern === undefined) return [];
    return [{ date, timeframe, pattern, origin: ORIGINS.find((known) => known === origin) ?? "simulated" }];
  });
}

/** All that was found, the latest first. */
export function signalsOf({ data }: CandlesResponse): Signal[] {
  return TIMEFRAMES.flatMap((timeframe) => listOf(data[timeframe], timeframe)).sort(
    (a, b) => b.date - a.date,
  );
}
