/** What a rupee on a far expiry is worth today, from put-call pairs: C − P falls by the discount for every rupee of strike (quant.md §3). */

import { lowerBound } from "./forward.ts";

/** Pairs nearest the money, and how few will do. */
const MOST_PAIRS = 40;
const LEAST_PAIRS = 6;
/** A pair whose books are wider than so many times the middle one's says nothing. */
const WIDEST = 2;
/** Strikes nearer to one another than this part of all say nothing of a slope. */
const LEAST_APART = 1 / 3;
/** The median of such slopes errs so much more than least squares would. */
const INEFFICIENCY = 1.1;
/** Median deviations to a standard one. */
const NORMAL = 1.4826;

export interface FittedDiscount {
  /** May be above 1, as prices that are no market's may say; NaN where none was fitted. */
  discount: number;
  /** One standard error of the slope; NaN where none was fitted. */
  error: number;
}

/** Columns of one expiry, strikes ascending; a NaN price is one that cannot be used. */
export interface PairColumns {
  readonly count: number;
  readonly strikes: Float64Array;
  readonly callPrice: Float64Array;
  readonly putPrice: Float64Array;
  /** Rupees, above 0. */
  readonly callSpread: Float64Array;
  readonly putSpread: Float64Array;
}

type DiscountFit = (pairs: PairColumns, anchor: number, tickSize: number) => Readonly<FittedDiscount>;

/**
 * The negative slope of C − P over the strikes: of up to forty pairs nearest `anchor`, those with ordinary spreads; the median of the slopes
 * between strikes a third of their range apart (H. Theil, 1950; P. K. Sen, 1968). Its error comes from the median distance to the line.
 * What is made of it is said by the underlying's curve (`discount-curve.ts`).
 * The returned function keeps its own scratch and answer and allocates nothing.
 */
export function createDiscountFit(): DiscountFit {
  const strike = new Float64Array(MOST_PAIRS);
  const spread = new Float64Array(MOST_PAIRS);
  const difference = new Float64Array(MOST_PAIRS);
  const sorted = new Float64Array((MOST_PAIRS * (MOST_PAIRS - 1)) / 2);
  const answer: FittedDiscount = { discount: Number.NaN, error: Number.NaN };

  function median(count: number): number {
    const some = sorted.subarray(0, count).sort();
    return count % 2 === 1 ? some[count >> 1]! : 0.5 * (some[(count >> 1) - 1]! + some[count >> 1]!);
  }

  function takePairs(pairs: PairColumns, anchor: number): number {
    const { count, strikes, callPrice, putPrice, callSpread, putSpread } = pairs;
    let above = lowerBound(count, strikes, anchor);
    let below = above - 1;
    let found = 0;
    while (found < MOST_PAIRS && (below >= 0 || above < count)) {
      const takeBelow =
        above >= count || (below >= 0 && anchor - strikes[below]! <= strikes[above]! - anchor);
      const row = takeBelow ? below-- : above++;
      const value = callPrice[row]! - putPrice[row]!;
      if (Number.isNaN(value)) continue;
      strike[found] = strikes[row]!;
      difference[found] = value;
      spread[found++] = callSpread[row]! + putSpread[row]!;
    }
    return found;
  }

  /** Leaves out the wide ones. */
  function keepOrdinary(found: number): number {
    sorted.set(spread.subarray(0, found));
    const widest = WIDEST * median(found) * (1 + 1e-9);
    let kept = 0;
    for (let i = 0; i < found; i++) {
      if (spread[i]! > widest) continue;
      strike[kept] = strike[i]!;
      difference[kept++] = difference[i]!;
    }
    return kept;
  }

  function slope(count: number, range: number): number {
    let slopes = 0;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < i; j++) {
        const apart = strike[i]! - strike[j]!;
        if (Math.abs(apart) < LEAST_APART * range * (1 - 1e-9)) continue;
        sorted[slopes++] = (difference[j]! - difference[i]!) / apart;
      }
    }
    return median(slopes);
  }

  function errorOf(count: number, discount: number, tickSize: number): number {
    let mean = 0;
    for (let i = 0; i < count; i++) {
      sorted[i] = difference[i]! + discount * strike[i]!;
      mean += strike[i]! / count;
    }
    const level = median(count);
    let squares = 0;
    for (let i = 0; i < count; i++) {
      sorted[i] = Math.abs(difference[i]! + discount * strike[i]! - level);
      squares += (strike[i]! - mean) ** 2;
    }
    // Prices in whole ticks are never better known than to half of one.
    return (INEFFICIENCY * Math.max(NORMAL * median(count), 0.5 * tickSize)) / Math.sqrt(squares);
  }

  return (pairs, anchor, tickSize) => {
    answer.discount = Number.NaN;
    answer.error = Number.NaN;
    if (!(anchor > 0)) return answer;
    const found = takePairs(pairs, anchor);
    const count = found < LEAST_PAIRS ? 0 : keepOrdinary(found);
    if (count < LEAST_PAIRS) return answer;
    let [lowest, highest] = [Infinity, 0];
    for (let i = 0; i < count; i++) {
      lowest = Math.min(lowest, strike[i]!);
      highest = Math.max(highest, strike[i]!);
    }
    answer.discount = slope(count, highest - lowest);
    answer.error = errorOf(count, answer.discount, tickSize);
    return answer;
  };
}

/** Annual, continuous. @param years 0 gives 0 */
export function rateOf(discount: number, years: number): number {
  return years > 0 && discount !== 1 ? -Math.log(discount) / years : 0;
}
