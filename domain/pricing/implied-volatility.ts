/** Implied volatility of one option on its undiscounted price (quant.md §6). */

import { IV_REASON_NONE } from "../chain/flags.ts";
import { ivReason } from "./iv-reason.ts";
import { logMoneyness } from "./moneyness.ts";
import { normalisedImpliedVolatility } from "./normalised-implied-volatility.ts";

/**
 * Volatility (fraction a year) at which Black-76 gives `price`.
 * @param price undiscounted, rupees
 * @returns NaN when unsolvable: ask `ivReason` why. Never 0 and never a guess.
 */
export function impliedVolatility(
  price: number,
  forward: number,
  strike: number,
  years: number,
  isCall: boolean,
): number {
  if (ivReason(price, forward, strike, years, isCall) !== IV_REASON_NONE) return Number.NaN;
  const intrinsic = isCall ? forward - strike : strike - forward;
  const timeValue = intrinsic > 0 ? price - intrinsic : price;
  const beta = timeValue / Math.sqrt(forward * strike);
  return normalisedImpliedVolatility(beta, logMoneyness(forward, strike)) / Math.sqrt(years);
}
