/** What an option loses by tomorrow, or by its expiry if that is sooner (quant.md §5). */

import { blackPrice, intrinsicValue, type OptionType } from "./black76.ts";
import { yearsToExpiry } from "./time.ts";

const DAY_MS = 86_400_000;

/** From here to expiry decay is all there is to lose; theta, its slope now, says many times that. */
export function isLastDay(now: number, expiryInstant: number): boolean {
  return expiryInstant - now <= DAY_MS;
}

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
 * V(t + h) − V(t) at unchanged spot and volatility, h a day or what is left, rupees a unit: by expiry never more than the value above
 * what spot leaves in the money.
 */
export function optionDecay(type: OptionType, strike: number, sigma: number, terms: DecayTerms): number {
  const { now, expiryInstant, forward, spot, rate } = terms;
  const left = expiryInstant - now;
  if (left <= 0) return 0;
  const value = blackPrice(type, forward, strike, yearsToExpiry(now, expiryInstant), sigma, rate);
  const step = Math.min(DAY_MS, left);
  const later = spot > 0 ? spot + (forward - spot) * (1 - step / left) : forward;
  const next =
    step === left
      ? intrinsicValue(type, later, strike)
      : blackPrice(type, later, strike, yearsToExpiry(now + step, expiryInstant), sigma, rate);
  return Number.isNaN(sigma) ? Number.NaN : next - value;
}
