/** Forward and volatility of a leg, with something sensible where the market says nothing of it. */

import { interpolateVolatility } from "../pricing/smile.ts";
import { forwardOf } from "../strategy/leg-forward.ts";
import type { ExpiryMarket, Leg, StrategyMarket } from "../strategy/model.ts";

function expiryOf(leg: Leg, market: StrategyMarket): ExpiryMarket | undefined {
  return market.expiries.find(({ expiry }) => expiry === leg.expiry);
}

/** As the strategy has it, and where that is nothing the forward of the nearest expiry that has one; NaN = none. */
export function marginForward(leg: Leg, market: StrategyMarket): number {
  const own = forwardOf(leg, expiryOf(leg, market), market);
  if (own > 0) return own;
  return market.expiries.find(({ forward }) => forward > 0)?.forward ?? Number.NaN;
}

/** σ at a strike: linear in total variance between listed strikes, flat outside; NaN = none known. */
function smileAt({ strikes, iv }: ExpiryMarket, strike: number): number {
  let low = 0;
  let high = strikes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (strikes[middle]! < strike) low = middle + 1;
    else high = middle;
  }
  if (strikes.length === 0) return Number.NaN;
  if (low === strikes.length) return iv[low - 1]!;
  if (low === 0 || strikes[low] === strike) return iv[low]!;
  const span = Math.log(strikes[low]! / strikes[low - 1]!);
  const sigma = interpolateVolatility(Math.log(strike / strikes[low - 1]!), 0, iv[low - 1]!, span, iv[low]!);
  return Number.isNaN(sigma) ? (iv[low]! > 0 ? iv[low]! : iv[low - 1]!) : sigma;
}

/** Volatilities beyond this are no market's; the wings of Black-76 say nothing more there. */
const LARGEST_SIGMA = 1e4;

/**
 * σ of an option as the margin sees it: the market's at its strike, what the trader set, the expiry's at the money, the
 * nearest expiry's, the underlying's own history; 0 when nothing at all is known, which values it at intrinsic.
 * The trader's own figure comes second: the clearing corporation margins by the market's.
 */
export function sigmaOf(leg: Leg, market: StrategyMarket, annualVolatility: number): number {
  const expiry = expiryOf(leg, market);
  const candidates = [
    expiry === undefined ? Number.NaN : smileAt(expiry, leg.strike),
    leg.customIv ?? Number.NaN,
    expiry?.atmIv ?? Number.NaN,
    market.expiries.find(({ atmIv }) => atmIv > 0)?.atmIv ?? Number.NaN,
    annualVolatility,
  ];
  const sigma = candidates.find((each) => each > 0) ?? 0;
  return sigma < LARGEST_SIGMA ? sigma : LARGEST_SIGMA;
}
