/** Why a price has no implied volatility: apart from implied-volatility.ts, whose arithmetic a chain that is solved in WebAssembly has no use for. */

import {
  IV_REASON_ABOVE_BOUND,
  IV_REASON_BELOW_INTRINSIC,
  IV_REASON_EXPIRED,
  IV_REASON_NO_PRICE,
  IV_REASON_NONE,
} from "../chain/flags.ts";

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
