/** Candlestick patterns in columns of candles, by the rules of quant.md, Candle patterns. */

import {
  createComparison,
  isEngulf,
  isHammer,
  isHarami,
  isMarubozu,
  isPierce,
  type Sight,
} from "./bullish-rules.ts";
import { type CandleColumns, candleAt, rangeOf } from "./candle.ts";
import type { CandlePatternId } from "./pattern-ids.ts";

/** Candles that must go before a pattern, with no gap among them and it. */
export const CANDLES_BEFORE = 15;
const RANGES = 14;
const TREND_CLOSES = 5;
const MEAN_CLOSES = 10;

export interface FoundPattern {
  /** Of the pattern's last candle. */
  readonly index: number;
  readonly id: CandlePatternId;
}

export interface PatternOptions {
  /** Whether candles are missing between this one and the one before it. */
  isGapBefore(index: number): boolean;
  /** How many of the candles have ended and count; all by default. */
  readonly end?: number;
}

/** One way up or the other: what its patterns are called. */
interface Side {
  readonly side: 1 | -1;
  readonly engulf: CandlePatternId;
  readonly pierce: CandlePatternId;
  readonly harami: CandlePatternId;
  readonly marubozu: CandlePatternId;
  readonly shadow: CandlePatternId;
}

const SIDES: readonly Side[] = [
  {
    side: 1,
    engulf: "ENGULF_BULLISH",
    pierce: "PIERCE_BULLISH",
    harami: "HARAMI_BULLISH",
    marubozu: "MARUBOZU_BULLISH",
    shadow: "HAMMER",
  },
  {
    side: -1,
    engulf: "ENGULF_BEARISH",
    pierce: "PIERCE_BEARISH",
    harami: "HARAMI_BEARISH",
    marubozu: "MARUBOZU_BEARISH",
    shadow: "SHOOTING_STAR",
  },
];

function meanOf(count: number, value: (index: number) => number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += value(i);
  return sum / count;
}

/** What goes before the pattern that begins at `first`, seen from a side; null where the candles there moved nowhere. */
function sightOf(candles: CandleColumns, first: number, side: 1 | -1): Sight | null {
  const closeBefore = (back: number) => side * candles.close[first - back]!;
  const meanRange = meanOf(RANGES, (i) => rangeOf(candleAt(candles, first - 1 - i, side)));
  if (!(meanRange > 0)) return null;
  const comparison = createComparison(meanRange);
  const last = closeBefore(1);
  const isFalling =
    comparison.isAtLeast(closeBefore(1 + TREND_CLOSES) - last, meanRange) &&
    comparison.isAbove(
      meanOf(MEAN_CLOSES, (i) => closeBefore(1 + i)),
      last,
    );
  return { ...comparison, meanRange, isFalling };
}

/** The pattern of two candles that ends at `index`, by the order of names. */
function pairAt(candles: CandleColumns, index: number): CandlePatternId | null {
  for (const { side, engulf, pierce, harami } of SIDES) {
    const sight = sightOf(candles, index - 1, side);
    if (sight === null) return null;
    const first = candleAt(candles, index - 1, side);
    const last = candleAt(candles, index, side);
    if (isEngulf(sight, first, last)) return engulf;
    if (isPierce(sight, first, last)) return pierce;
    if (isHarami(sight, first, last)) return harami;
  }
  return null;
}

/** The pattern of the candle at `index` alone, by the order of names. */
function singleAt(candles: CandleColumns, index: number): CandlePatternId | null {
  for (const { side, marubozu, shadow } of SIDES) {
    const sight = sightOf(candles, index, side);
    if (sight === null) return null;
    const candle = candleAt(candles, index, side);
    if (isMarubozu(sight, candle)) return marubozu;
    if (isHammer(sight, candle)) return shadow;
  }
  return null;
}

/**
 * The patterns, oldest first, one name a candle at most: of two candles before of one, in the order engulf, pierce, harami, marubozu,
 * hammer or star. A candle with an unknown price is a gap.
 */
export function findPatterns(
  candles: CandleColumns,
  { isGapBefore, end = candles.close.length }: PatternOptions,
): FoundPattern[] {
  const found: FoundPattern[] = [];
  /** Candles up to here, this one among them, with no gap in them. */
  let run = 0;
  for (let index = 0; index < end; index++) {
    const { open, high, low, close } = candleAt(candles, index, 1);
    const isKnown = Number.isFinite(open + high + low + close);
    if (isGapBefore(index)) run = 0;
    run = isKnown ? run + 1 : 0;
    const id =
      (run > CANDLES_BEFORE + 1 ? pairAt(candles, index) : null) ??
      (run > CANDLES_BEFORE ? singleAt(candles, index) : null);
    if (id !== null) found.push({ index, id });
  }
  return found;
}
