import type { CandlePatternId } from "#domain/candles/pattern-ids.ts";
import { type Origin, weakerOrigin } from "#domain/chain/origin.ts";
import type { CandleTimeframe } from "#protocol/http/candles.ts";

/** A pattern that was found, and the candle that completes it. */
export interface FoundSignal {
  /** by what the candle goes, epoch ms: 03:30 UTC of its first session, of an hour its start */
  readonly at: number;
  /** its end, epoch ms: a signal is told from then on */
  readonly endedAt: number;
  readonly pattern: CandlePatternId;
  /** the least trustworthy of the candles that it is made of */
  readonly origin: Origin;
}

/** How far candles of an underlying were looked at. */
export interface Scan {
  /** end of the last one that was over, known or not, epoch ms */
  readonly until: number;
  /** `at` of the first one; null where none is known */
  readonly since: number | null;
  readonly candles: number;
  /** the least trustworthy of them */
  readonly origin: Origin | null;
}

/** What was found in candles. */
export interface Findings extends Scan {
  /** oldest first */
  readonly signals: readonly FoundSignal[];
}

/** Scans by timeframe; one that was never looked at has none. */
export type Scans = Readonly<Partial<Record<CandleTimeframe, Scan>>>;

const weaker = (a: Origin | null, b: Origin | null): Origin | null =>
  a === null || b === null ? (a ?? b) : weakerOrigin(a, b);

/** One scan of what was looked at before and what came after it. */
export function joinedScan(before: Scan | undefined, after: Scan): Scan {
  const { until, since, candles, origin } = after;
  if (before === undefined) return { until, since, candles, origin };
  return {
    until: Math.max(before.until, until),
    since: before.since ?? since,
    candles: before.candles + candles,
    origin: weaker(before.origin, origin),
  };
}
