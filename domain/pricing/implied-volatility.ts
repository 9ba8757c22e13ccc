/** Implied volatility of one option on its undiscounted price (quant.md §6). */

import {
  IV_REASON_ABOVE_BOUND,
  IV_REASON_BELOW_INTRINSIC,
  IV_REASON_EXPIRED,
  IV_REASON_NO_PRICE,
  IV_REASON_NONE,
} from "../chain/flags.ts";
import { logMoneyness } from "./moneyness.ts";
import { normalisedImpliedVolatility } from "./normalised-implied-volatility.ts";

/** Time value below this fraction of the forward is rounding, not a price. */
const LEAST_TIME_VALUE = 1e-12;

/** One of the `IV_REASON_…` codes of `domain/chain/flags.ts`; 0 when the price has an implied volatility. */
type IvReason = 0 | 1 | 2 | 3 | 4;

/**
 * Why a price has no implied volatility.
 * @param price undiscounted, rupees; NaN when there is none
 */
export function ivReason(
  price: number,
  forward: number,
  strike: number,
  years: number,
  isCall: boolean,
): IvReason {
  if (!(years > 0)) return IV_REASON_EXPIRED;
  if (!(forward > 0) || !(strike > 0) || Number.isNaN(price)) return IV_REASON_NO_PRICE;
  const intrinsic = isCall ? forward - strike : strike - forward;
  if (price <= (intrinsic > 0 ? intrinsic : 0) + LEAST_TIME_VALUE * forward) return IV_REASON_BELOW_INTRINSIC;
  if (price >= (isCall ? forward : strike)) return IV_REASON_ABOVE_BOUND;
  return IV_REASON_NONE;
}

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
