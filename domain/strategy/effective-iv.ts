/** Which volatility prices a leg (rules STRAT-1 and STRAT-2). */

import { lowerBound } from "../pricing/forward.ts";
import { atmVolatility } from "../pricing/smile.ts";
import type { ExpiryMarket, Leg, StrategyMarket } from "./model.ts";

/** One vol point as a fraction. */
export const VOL_POINT = 0.01;

/**
 * The market's IV at a strike of an expiry, listed or not: the smile between its neighbours, flat outside, else the ATM IV.
 * @returns fraction; NaN where nothing of the expiry is known
 */
export function smileIv(expiry: ExpiryMarket, strike: number): number {
  const { strikes, iv } = expiry;
  const sigma = atmVolatility(
    strikes.length,
    strikes,
    iv,
    strike,
    lowerBound(strikes.length, strikes, strike),
  );
  return Number.isNaN(sigma) ? expiry.atmIv : sigma;
}

/** The market's IV for a leg, from the nearest expiry's ATM where its own expiry has none; NaN = none, or no option. */
export function marketIv(leg: Leg, own: ExpiryMarket | undefined, market: StrategyMarket): number {
  if (leg.type !== "CE" && leg.type !== "PE") return Number.NaN;
  const sigma = own === undefined ? Number.NaN : smileIv(own, leg.strike);
  if (!Number.isNaN(sigma)) return sigma;
  return nearestAtmIv(market, leg.expiryInstant);
}

function nearestAtmIv({ expiries }: StrategyMarket, instant: number): number {
  let best = Number.NaN;
  let distance = Infinity;
  for (const each of expiries) {
    const away = Math.abs(each.expiryInstant - instant);
    if (Number.isNaN(each.atmIv) || !(away < distance)) continue;
    best = each.atmIv;
    distance = away;
  }
  return best;
}

/** Custom figure or the market's, plus the offset, never below 0; NaN stays NaN. */
export function effectiveIv(custom: number | null, market: number, offsetPoints: number): number {
  const base = custom === null || Number.isNaN(custom) ? market : custom;
  return Math.max(0, base + offsetPoints * VOL_POINT);
}
