import { istDate } from "#domain/calendar/ist.ts";
import type { CandleColumns } from "#domain/candles/candle.ts";
import { findPatterns } from "#domain/candles/find-patterns.ts";
import { weakerOrigin } from "#domain/chain/origin.ts";
import type { ShareChange } from "#domain/instruments/share-changes.ts";
import type { CandleTimeframe } from "#protocol/http/candles.ts";
import type { BarsResponse } from "#protocol/http/chart-bars.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { Findings, FoundSignal } from "./findings.ts";
import { dayStamp, HOUR_MS, isFirstOf, TIMEFRAMES, type TradingDays } from "./timeframes.ts";

export type Bars = Pick<BarsResponse["payload"], "times" | "open" | "high" | "low" | "close" | "sessions">;

interface Candle {
  readonly at: number;
  readonly endedAt: number;
  /** those it has a part in, at least one */
  readonly sessions: readonly ChartSession[];
  /** whether all of it is known */
  readonly isWhole: boolean;
}

interface Sight {
  readonly timeframe: CandleTimeframe;
  /** end of the last candle that counts, epoch ms */
  readonly until: number;
  readonly days: TradingDays;
  /** bonuses and splits: days are told in the shares of now, hours in those of then */
  readonly changes: readonly ShareChange[];
}

const isMissed = ({ gaps }: ChartSession, from: number, to: number): boolean =>
  gaps.some((gap) => gap.from < to && gap.to > from);

/** Candles with what they are made of, oldest first. */
function candlesOf({ times, sessions }: Bars, { timeframe, days }: Sight): Candle[] {
  const { period } = TIMEFRAMES[timeframe];
  return times.map((start, i): Candle => {
    if (timeframe === "candles_hourly") {
      const session = sessions.find(({ open, close }) => open <= start && start < close)!;
      const endedAt = Math.min(start + HOUR_MS, session.close);
      return { at: start, endedAt, sessions: [session], isWhole: !isMissed(session, start, endedAt) };
    }
    const next = times[i + 1] ?? Number.POSITIVE_INFINITY;
    const own = sessions.filter(({ open }) => open >= start && open < next);
    const { date } = own[0]!;
    // The first week or month that is kept may have begun before what is kept of it.
    const isWhole =
      period === null ||
      (own.every(({ origin }) => origin !== null) && (i > 0 || isFirstOf(date, period, days)));
    return { at: dayStamp(date), endedAt: own.at(-1)!.close, sessions: own, isWhole };
  });
}

const originOf = (candles: readonly Candle[]) =>
  candles
    .flatMap(({ sessions }) => sessions.flatMap(({ origin }) => origin ?? []))
    .reduce(weakerOrigin, "recorded");

/**
 * What is found in bars whose candles are over.
 * @param after only candles that ended later are told and counted; those before are what patterns are seen against
 */
export function findSignals(bars: Bars, sight: Sight, after: number): Findings {
  const { timeframe, until, changes } = sight;
  const all = candlesOf(bars, sight);
  const later = all.findIndex(({ endedAt }) => endedAt > until);
  const end = later < 0 ? all.length : later;
  const column = (name: "open" | "high" | "low" | "close"): number[] =>
    bars[name].map((value, i) => (all[i]!.isWhole && value !== null ? value : Number.NaN));
  const columns: CandleColumns = {
    open: column("open"),
    high: column("high"),
    low: column("low"),
    close: column("close"),
  };
  const isHourly = timeframe === "candles_hourly";
  const isGapBefore = (index: number): boolean => {
    if (!isHourly || index === 0) return false;
    const [before, date] = [istDate(all[index - 1]!.at), istDate(all[index]!.at)];
    return changes.some((change) => before < change.date && change.date <= date);
  };
  const signals = findPatterns(columns, { isGapBefore, end }).flatMap(({ index, id }): FoundSignal[] => {
    const { at, endedAt } = all[index]!;
    if (endedAt <= after) return [];
    return [{ at, endedAt, pattern: id, origin: originOf(all.slice(index - 1, index + 1)) }];
  });
  const known = all
    .slice(0, end)
    .filter((each, i) => each.endedAt > after && !Number.isNaN(columns.close[i]));
  return {
    until,
    since: known[0]?.at ?? null,
    candles: known.length,
    origin: known.length === 0 ? null : originOf(known),
    signals,
  };
}
