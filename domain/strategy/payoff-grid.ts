/** Where the payoff curves are drawn (rules STRAT-5 and STRAT-6). */

import type { Horizon } from "./horizon.ts";
import type { StrategyMarket } from "./model.ts";

const GRID_POINTS = 401;
/** Standard deviations either side. */
const REACH = 3;
/** Least half-width, as a fraction of the spot: shares and commodities move further than indices and currencies. */
const LEAST_REACH = { index: 0.05, currency: 0.05, stock: 0.1, commodity: 0.1 } as const;

/**
 * Points that are drawn have, between the ends, as few decimals as leave each within half a hundredth of a step of its place:
 * what is written of them is short, and read as it was computed. Those that are searched for extremes are never written.
 */
const SNAPS_A_STEP = 100;
const MOST_SNAPS_A_RUPEE = 1e6;
const LEAST_SNAPPED_STEP = 1e-3;
const MOST_SNAPPED = 1e9;

export interface PayoffRange {
  readonly min: number;
  readonly max: number;
}

/**
 * Three standard deviations around the forward, all strikes and a step beyond, and at least 5 or 10 %; within 0 and 2 S.
 * @param strikes of the strategy's options, rupees
 * @returns NaN without a spot
 */
export function payoffRange(
  market: StrategyMarket,
  horizon: Horizon,
  strikes: readonly number[],
): PayoffRange {
  const { spot, strikeStep, kind } = market;
  if (!(spot > 0)) return { min: Number.NaN, max: Number.NaN };
  const { forward, sigma, years, basis } = horizon;
  let min = spot * (1 - LEAST_REACH[kind]);
  let max = spot * (1 + LEAST_REACH[kind]);
  const v = REACH * sigma * Math.sqrt(years);
  if (v > 0 && forward > 0) {
    min = Math.min(min, forward * Math.exp(-v) - basis);
    max = Math.max(max, forward * Math.exp(v) - basis);
  }
  for (const strike of strikes) {
    min = Math.min(min, strike - strikeStep);
    max = Math.max(max, strike + strikeStep);
  }
  return { min: Math.max(0, min), max: Math.min(2 * spot, max) };
}

function drawnSnaps(step: number): number {
  let snaps = 1;
  while (snaps * step < SNAPS_A_STEP && snaps < MOST_SNAPS_A_RUPEE) snaps *= 10;
  return snaps;
}

/** 401 points over the range and every other one inside it, ascending, without repeats; empty for an unknown range. */
export const drawnGrid = (range: PayoffRange, others: readonly number[]): Float64Array =>
  gridOf(range, others, drawnSnaps);

/** The same to look for roots and extremes on, whose last digits follow from the points. */
export const searchGrid = (range: PayoffRange, others: readonly number[]): Float64Array =>
  gridOf(range, others, () => MOST_SNAPS_A_RUPEE);

/** @param snaps points a rupee that there may be, by the step */
function gridOf(
  { min, max }: PayoffRange,
  others: readonly number[],
  snaps: (step: number) => number,
): Float64Array {
  if (!(max > min)) return new Float64Array(0);
  const step = (max - min) / (GRID_POINTS - 1);
  const even = new Float64Array(GRID_POINTS);
  const scale = step >= LEAST_SNAPPED_STEP && max < MOST_SNAPPED ? snaps(step) : 0;
  for (let i = 0; i < GRID_POINTS; i++) {
    const point = min + i * step;
    even[i] = scale === 0 ? point : Math.round(point * scale) / scale;
  }
  even[0] = min;
  even[GRID_POINTS - 1] = max;
  return mergedPoints(
    even,
    others.filter((each) => each >= min && each <= max),
  );
}

/** Both together, ascending and without repeats. @param ascending already sorted, the longer one */
export function mergedPoints(ascending: Float64Array, others: ArrayLike<number>): Float64Array {
  const sorted = Float64Array.from(others).sort();
  const merged = new Float64Array(ascending.length + sorted.length);
  let count = 0;
  let [i, j] = [0, 0];
  while (i < ascending.length || j < sorted.length) {
    const takeFirst = j === sorted.length || (i < ascending.length && ascending[i]! <= sorted[j]!);
    const next = takeFirst ? ascending[i++]! : sorted[j++]!;
    if (count === 0 || next !== merged[count - 1]) merged[count++] = next;
  }
  return merged.slice(0, count);
}
