/** What an option loses by tomorrow, or by its expiry if that is sooner (quant.md §5). */

import { blackPrice, intrinsicValue, type OptionType } from "./black76.ts";
import { yearsToExpiry } from "./time.ts";

const DAY_MS = 86_400_000;

/** An expiry at one moment, as the options on it decay. */
export interface DecayTerms {
  /** epoch ms */
  readonly now: number;
  readonly expiryInstant: number;
  readonly forward: number;
  /** Unchanged; the basis to it runs off evenly. NaN where it stays (MCX) or spot is unknown: the forward is then unchanged. */
  readonly spot: number;
  /** Annual, continuous. */
  readonly rate: number;
}

/**
 * Nothing loses more than its price, nor than what of that is above the money it will be in: a volatility is of both sides and of
 * prices in whole ticks, so the model may be worth more than the market pays.
 * @param decay of the model, below 0 a loss
 * @param price usable, rupees; NaN leaves the model's
 * @param intrinsic at the end of the step
 */
export function withinPrice(decay: number, price: number, intrinsic: number): number {
  const most = Math.min(0, intrinsic - price);
  return decay < most ? most : decay;
}

/**
 * V(t + h) − V(t) at unchanged spot and volatility, h a day or what is left, rupees a unit: by expiry never more than the value above
 * what spot leaves in the money, and never more of `price` than that (`withinPrice`).
 */
export function optionDecay(
  type: OptionType,
  strike: number,
  sigma: number,
  terms: DecayTerms,
  price: number,
): number {
  const { now, expiryInstant, forward, spot, rate } = terms;
  const left = expiryInstant - now;
  if (left <= 0) return 0;
  const value = blackPrice(type, forward, strike, yearsToExpiry(now, expiryInstant), sigma, rate);
  const step = Math.min(DAY_MS, left);
  const later = spot > 0 ? spot + (forward - spot) * (1 - step / left) : forward;
  const intrinsic = intrinsicValue(type, later, strike);
  const next =
    step === left
      ? intrinsic
      : blackPrice(type, later, strike, yearsToExpiry(now + step, expiryInstant), sigma, rate);
  return Number.isNaN(sigma) ? Number.NaN : withinPrice(next - value, price, intrinsic);
}
