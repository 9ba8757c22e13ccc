/** The forward of an expiry from its future, from its options by parity, or from spot (quant.md §3). */

import { FRESH_TRADE_MS, STALE_TRADE_MS } from "./usable-price.ts";

/** A future's middle is its price up to this spread, as a fraction of the middle. */
const TIGHT_FUTURE_SPREAD = 0.001;
/** Strikes that vote on the synthetic forward. */
const SYNTHETIC_STRIKES = 5;

/**
 * Price of a future of the same expiry, if it is quoted on both sides or traded within 60 s: the middle when
 * the spread is at most 0.1 %, else the last price. Behind a wide book that price must be a recent one: some months
 * are quoted all day and trade once a week, and the options of the expiry then know better.
 * @param always MCX: the option's own underlying, taken at its last price however old, or at the quote nearest to it
 * @returns NaN when the future says nothing
 */
export function futurePrice(bid: number, ask: number, ltp: number, ageMs: number, always: boolean): number {
  const quoted = bid > 0 && ask > 0;
  if (quoted && ask >= bid) {
    const middle = 0.5 * (bid + ask);
    if (ask - bid <= TIGHT_FUTURE_SPREAD * middle * (1 + 1e-9)) return middle;
  }
  if (!(ltp > 0)) return Number.NaN;
  const fresh = ageMs <= FRESH_TRADE_MS;
  if (!quoted || ask < bid) return quoted || fresh || always ? ltp : Number.NaN;
  if (fresh || (bid <= ltp && ltp <= ask && ageMs <= STALE_TRADE_MS)) return ltp;
  return always ? Math.min(ask, Math.max(bid, ltp)) : Number.NaN;
}

/** Columns of one expiry, strikes ascending; a NaN price is one that cannot be used. */
type SyntheticForward = (
  count: number,
  strikes: Float64Array,
  callPrice: Float64Array,
  putPrice: Float64Array,
  callSpread: Float64Array,
  putSpread: Float64Array,
  anchor: number,
  discount: number,
) => number;

/**
 * Parity-implied forward: the median of K + (C - P)/D over the up to five strikes nearest `anchor` that have
 * both prices, weighted by 1/(call spread + put spread). NaN without an anchor or without a strike.
 * The returned function keeps its own scratch and allocates nothing.
 */
export function createSyntheticForward(): SyntheticForward {
  const values = new Float64Array(SYNTHETIC_STRIKES);
  const weights = new Float64Array(SYNTHETIC_STRIKES);

  return (count, strikes, callPrice, putPrice, callSpread, putSpread, anchor, discount) => {
    if (!(anchor > 0)) return Number.NaN;
    let above = lowerBound(count, strikes, anchor);
    let below = above - 1;
    let found = 0;
    while (found < SYNTHETIC_STRIKES && (below >= 0 || above < count)) {
      const takeBelow =
        above >= count || (below >= 0 && anchor - strikes[below]! <= strikes[above]! - anchor);
      const row = takeBelow ? below-- : above++;
      const value = strikes[row]! + (callPrice[row]! - putPrice[row]!) / discount;
      if (!(value > 0)) continue;
      // Insert in order: five entries need no sort.
      let at = found++;
      for (; at > 0 && values[at - 1]! > value; at--) {
        values[at] = values[at - 1]!;
        weights[at] = weights[at - 1]!;
      }
      values[at] = value;
      weights[at] = 1 / (callSpread[row]! + putSpread[row]!);
    }
    return weightedMedian(found, values, weights);
  };
}

/** Median of ascending values; where the weights split exactly in half, the middle of the two neighbours. */
function weightedMedian(count: number, values: Float64Array, weights: Float64Array): number {
  let total = 0;
  for (let i = 0; i < count; i++) total += weights[i]!;
  let below = 0;
  for (let i = 0; i < count; i++) {
    below += weights[i]!;
    const excess = below - 0.5 * total;
    if (excess > 1e-12 * total) return values[i]!;
    if (excess >= -1e-12 * total && i + 1 < count) return 0.5 * (values[i]! + values[i + 1]!);
  }
  return Number.NaN;
}

/** First index whose strike is at least `price`; `count` if none. Strikes ascending. */
export function lowerBound(count: number, strikes: Float64Array, price: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (strikes[middle]! < price) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Forward by carry from the nearest expiry that has one: S (F_near/S)^(T/T_near); S itself when there is none.
 * @returns NaN without a spot price
 */
export function carryForward(spot: number, years: number, nearForward: number, nearYears: number): number {
  if (!(spot > 0)) return Number.NaN;
  if (!(nearForward > 0) || !(nearYears > 0)) return spot;
  return spot * (nearForward / spot) ** (years / nearYears);
}
