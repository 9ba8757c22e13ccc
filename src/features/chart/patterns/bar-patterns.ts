/** Candle patterns in the bars of the chart (quant.md §17, rule CHART-10). Pure. */
import { type FoundPattern, findPatterns } from "#domain/candles/find-patterns.ts";
import { CANDLE_PATTERN_IDS, type CandlePatternId } from "#domain/candles/pattern-ids.ts";
import type { ChartFlag } from "../../../components/chart/prices/paint-flags.ts";
import type { Interval } from "../address/intervals.ts";
import type { Bars } from "../series/bars-series.ts";
import { TEXTS } from "./texts.ts";

const HOUR_MS = 3_600_000;
const INTERVALS: readonly Interval[] = ["60", "1D", "1W", "1M"];
/** In bars of these lengths patterns are looked for. */
export const hasPatternsOf = (interval: Interval): boolean => INTERVALS.includes(interval);

/** Hours are in the shares of then: which of a share's stand on both sides of a bonus or a split the server knows. */
export const isAsked = (interval: Interval, bars: Pick<Bars, "instrument_type"> | null): boolean =>
  interval === "60" && bars?.instrument_type === "EQ";

/** Whether all of a bar is known: what went into it, from its beginning on. */
function wholeBars({ times, sessions }: Bars, interval: Interval): boolean[] {
  if (interval === "60")
    return times.map((start) => {
      const session = sessions.find(({ open, close }) => open <= start && start < close);
      const end = Math.min(start + HOUR_MS, session?.close ?? start);
      return session?.gaps.every((gap) => gap.from >= end || gap.to <= start) ?? false;
    });
  if (interval === "1D") return times.map(() => true);
  let next = 0;
  return times.map((start, i) => {
    const end = times[i + 1] ?? Number.POSITIVE_INFINITY;
    let isKnown = true;
    while (next < sessions.length && sessions[next]!.open < start) next++;
    for (; next < sessions.length && sessions[next]!.open < end; next++)
      isKnown &&= sessions[next]!.origin !== null;
    // The first week or month may have begun before what is kept of it.
    return i > 0 && isKnown;
  });
}

/** Patterns of bars that have ended, oldest first. */
export function patternsIn(bars: Bars, interval: Interval): FoundPattern[] {
  if (!hasPatternsOf(interval)) return [];
  const isWhole = wholeBars(bars, interval);
  const column = (name: "open" | "high" | "low" | "close"): Float64Array =>
    Float64Array.from(bars[name], (value, i) => (isWhole[i] === true && value !== null ? value : Number.NaN));
  const { running_at: running, times } = bars;
  const end = running === null ? -1 : times.lastIndexOf(running);
  return findPatterns(
    { open: column("open"), high: column("high"), low: column("low"), close: column("close") },
    { isGapBefore: () => false, end: end < 0 ? times.length : end },
  );
}

/** What the call says of hours; what cannot be read is left out. @param text a JSON string of the answer's `data` */
export function patternsTold(text: string, times: readonly number[]): FoundPattern[] {
  const list = JSON.parse(text) as unknown;
  if (!Array.isArray(list)) return [];
  return list
    .flatMap((each: unknown): FoundPattern[] => {
      const { date, candle_names: names } = (each ?? {}) as Readonly<Record<string, unknown>>;
      const id = CANDLE_PATTERN_IDS.find((known) => Array.isArray(names) && known === names[0]);
      const index = typeof date === "number" ? times.indexOf(date) : -1;
      return id === undefined || index < 0 ? [] : [{ index, id }];
    })
    .sort((a, b) => a.index - b.index);
}

const CODES = {
  HARAMI_BULLISH: "HA",
  HARAMI_BEARISH: "HA",
  ENGULF_BULLISH: "EN",
  ENGULF_BEARISH: "EN",
  PIERCE_BULLISH: "PI",
  PIERCE_BEARISH: "PI",
  MARUBOZU_BULLISH: "MA",
  MARUBOZU_BEARISH: "MA",
  HAMMER: "HM",
  SHOOTING_STAR: "SS",
} as const satisfies Record<CandlePatternId, string>;

export const flagsOf = (found: readonly FoundPattern[]): ChartFlag[] =>
  found.map(({ index, id }) => ({
    index,
    code: CODES[id],
    isBelow: id === "HAMMER" || id.endsWith("BULLISH"),
  }));

/** "3 candle patterns in these bars: EN Engulfing, HM Hammer" */
export function summaryOf(flags: readonly ChartFlag[]): string {
  if (flags.length === 0) return TEXTS.none;
  const codes = [...new Set(flags.map(({ code }) => code))].sort();
  return TEXTS.found(flags.length, codes.map((code) => TEXTS.code(code, TEXTS.kinds[code] ?? "")).join(", "));
}
