/** The rules of bullish patterns. Bearish ones are the same of candles upside down. */

import { bodyOf, type Candle, lowerShadowOf, rangeOf, riseOf, upperShadowOf } from "./candle.ts";

/** Doubles of decimal prices differ by less; a step of any price is more. As a part of the mean range. */
const ROUNDING = 1e-9;

/** Comparisons that decide as the decimals on paper do. */
export interface Comparison {
  isAbove(a: number, b: number): boolean;
  isAtLeast(a: number, b: number): boolean;
}

export function createComparison(meanRange: number): Comparison {
  const least = ROUNDING * meanRange;
  return { isAbove: (a, b) => a - b > least, isAtLeast: (a, b) => b - a <= least };
}

/** What a rule sees: the pattern's candles, and what went before its first one. */
export interface Sight extends Comparison {
  /** Mean range of the candles before the pattern, above 0. */
  readonly meanRange: number;
  /** Whether the closes before the pattern fell. */
  readonly isFalling: boolean;
}

/** Turned round by what covers it. */
export function isEngulf({ isAbove, isAtLeast, meanRange, isFalling }: Sight, first: Candle, last: Candle) {
  return (
    isFalling &&
    isAbove(first.open, first.close) &&
    isAbove(last.close, last.open) &&
    isAtLeast(first.close, last.open) &&
    isAtLeast(last.close, first.open) &&
    (isAbove(first.close, last.open) || isAbove(last.close, first.open)) &&
    isAtLeast(bodyOf(last), 0.6 * meanRange)
  );
}

/** Opens below the fall and wins back more than half of it. */
export function isPierce({ isAbove, isAtLeast, meanRange, isFalling }: Sight, first: Candle, last: Candle) {
  return (
    isFalling &&
    isAtLeast(-riseOf(first), 0.6 * meanRange) &&
    isAbove(first.close, last.open) &&
    isAbove(last.close, (first.open + first.close) / 2) &&
    isAtLeast(first.open, last.close)
  );
}

/** Stays within the body of a large fall. */
export function isHarami({ isAbove, isAtLeast, meanRange, isFalling }: Sight, first: Candle, last: Candle) {
  return (
    isFalling &&
    isAtLeast(-riseOf(first), 0.8 * meanRange) &&
    isAbove(last.close, last.open) &&
    isAtLeast(last.open, first.close) &&
    isAtLeast(first.open, last.close) &&
    isAtLeast(bodyOf(first) / 2, bodyOf(last))
  );
}

/** All body, whatever went before. */
export function isMarubozu({ isAbove, isAtLeast, meanRange }: Sight, candle: Candle) {
  return (
    isAbove(candle.close, candle.open) &&
    isAtLeast(riseOf(candle), 0.95 * rangeOf(candle)) &&
    isAtLeast(rangeOf(candle), meanRange)
  );
}

/** A body of either colour on top of a long shadow. */
export function isHammer({ isAbove, isAtLeast, meanRange, isFalling }: Sight, candle: Candle) {
  return (
    isFalling &&
    isAbove(bodyOf(candle), 0) &&
    isAtLeast(lowerShadowOf(candle), 2 * bodyOf(candle)) &&
    isAtLeast(0.1 * rangeOf(candle), upperShadowOf(candle)) &&
    isAtLeast(rangeOf(candle), 0.6 * meanRange)
  );
}
