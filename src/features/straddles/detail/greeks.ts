/** What legs are worth to a trader now, from last prices and forwards (quant.md §5 and §6). Unknown is NaN. Pure. */

import { black76 } from "#domain/pricing/black76.ts";
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { DetailLeg } from "./legs-of.ts";

export interface LegFigures {
  /** rupees */
  readonly last: number;
  /** of the position: sold legs have the other sign */
  readonly delta: number;
  /** rupees a calendar day, of the position */
  readonly theta: number;
  /** a fraction */
  readonly iv: number;
}

const UNKNOWN: LegFigures = { last: Number.NaN, delta: Number.NaN, theta: Number.NaN, iv: Number.NaN };

/**
 * One leg, times its ratio.
 * @param last rupees
 * @param forward of its expiry, rupees
 * @param now market time, epoch ms
 */
export function legFigures(
  { contract, action, ratio }: DetailLeg,
  last: number,
  forward: number,
  now: number,
): LegFigures {
  const side = (action === "BUY" ? 1 : -1) * ratio;
  const { type, strike, expiryInstant } = contract;
  if (type === "FUT")
    return { last, delta: last > 0 ? side : Number.NaN, theta: last > 0 ? 0 : Number.NaN, iv: Number.NaN };
  if (type === "EQ" || !(last > 0)) return UNKNOWN;
  const years = yearsToExpiry(now, expiryInstant);
  const iv = impliedVolatility(last, forward, strike, years, type === "CE");
  const { delta, theta } = black76(type, forward, strike, years, iv, 0);
  return { last, delta: side * delta, theta: theta * side, iv };
}

/** Of all legs together: delta and theta add up, IV does not. */
export const totalOf = (legs: readonly LegFigures[]): Pick<LegFigures, "delta" | "theta"> => ({
  delta: legs.reduce((sum, { delta }) => sum + delta, 0),
  theta: legs.reduce((sum, { theta }) => sum + theta, 0),
});
