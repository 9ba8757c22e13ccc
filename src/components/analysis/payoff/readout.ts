/** What the payoff says at one price: P&L at both dates, how far that price is, and what a drag has changed. Pure. */

import type { OiBar, PayoffFigures, PayoffView } from "../types.ts";

type Column = ArrayLike<number | null>;

/** Linear between points; NaN outside them and beside unknown ones. @param prices ascending */
export function valueAt(prices: ArrayLike<number>, values: Column, price: number): number {
  const last = prices.length - 1;
  if (last < 0 || !(price >= prices[0]! && price <= prices[last]!)) return Number.NaN;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (prices[middle]! <= price) low = middle;
    else high = middle;
  }
  const [x0, x1] = [prices[low]!, prices[high]!];
  const y0 = values[low] ?? Number.NaN;
  const y1 = values[high] ?? Number.NaN;
  if (price === x0) return y0;
  if (price === x1) return y1;
  return y0 + ((y1 - y0) * (price - x0)) / (x1 - x0);
}

interface PayoffAt {
  readonly atTarget: number;
  readonly atExpiry: number;
}

const UNKNOWN: PayoffAt = { atTarget: Number.NaN, atExpiry: Number.NaN };

export function payoffAt(payload: PayoffFigures | null, price: number): PayoffAt {
  const prices = payload?.payoff_prices;
  if (payload === null || prices === null || prices === undefined) return UNKNOWN;
  return {
    atTarget: valueAt(prices, payload.payoffs_at_target ?? [], price),
    atExpiry: valueAt(prices, payload.payoffs_at_expiry ?? [], price),
  };
}

/** A price as a share of another; NaN where that is not above 0. */
export const shareFrom = (spot: number, price: number): number => (spot > 0 ? price / spot - 1 : Number.NaN);

export interface Readout extends PayoffAt {
  readonly price: number;
  /** A fraction of the spot. */
  readonly fromSpot: number;
  /** Standard deviations away, below the spot negative. */
  readonly sigmas: number;
  /** Against the answer before the drag; NaN while nothing is dragged. */
  readonly change: PayoffAt;
  /** Of the strike that the price stands at; null where there is none. */
  readonly oi: OiBar | null;
}

/** The strike that a price stands at: the nearest one, when that is no further than half the way to its neighbour. */
export function barAt(bars: readonly OiBar[] | null, price: number): OiBar | null {
  if (bars === null || bars.length === 0) return null;
  let nearest = 0;
  for (let i = 1; i < bars.length; i++) {
    if (Math.abs(bars[i]!.strike - price) < Math.abs(bars[nearest]!.strike - price)) nearest = i;
  }
  const bar = bars[nearest]!;
  const next = bars[nearest === 0 ? 1 : nearest - 1];
  const reach = next === undefined ? Infinity : Math.abs(next.strike - bar.strike) / 2;
  return Math.abs(bar.strike - price) <= reach ? bar : null;
}

export function readoutAt(view: PayoffView, price: number): Readout {
  const now = payoffAt(view.payload, price);
  const before = payoffAt(view.ghost, price);
  const sd = view.payload?.standard_deviation.sd ?? Number.NaN;
  return {
    price,
    ...now,
    fromSpot: shareFrom(view.spot, price),
    sigmas: sd > 0 ? (price - view.spot) / sd : Number.NaN,
    change: {
      atTarget: now.atTarget - before.atTarget,
      atExpiry: now.atExpiry - before.atExpiry,
    },
    oi: barAt(view.oi, price),
  };
}
