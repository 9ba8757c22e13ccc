/**
 * Black-76 on the forward (F. Black, "The pricing of commodity contracts", 1976), in the units of quant.md §5.
 *
 * The out-of-the-money value comes from the normalised Black function and the other side from parity, so
 * far wings keep their digits and put-call parity holds by construction.
 */

import { exercisedCalls } from "./exercised-calls.ts";
import { logMoneyness } from "./moneyness.ts";
import { gaussian, normalCdfGiven, ONE_OVER_SQRT_TWO_PI } from "./normal.ts";
import { normalisedBlack } from "./normalised-black.ts";

export type OptionType = "CE" | "PE";

/** Value and greeks of one option, per unit of the underlying. */
export interface Black76 {
  /** Rupees. */
  price: number;
  /** To the forward, discounted. */
  delta: number;
  /** Change of delta per rupee. */
  gamma: number;
  /** Rupees per calendar day. */
  theta: number;
  /** Rupees per volatility point (0.01). */
  vega: number;
  /** Rupees per rate point (0.01), at an unchanged forward. */
  rho: number;
}

/** Value of an option with no volatility left: discounted intrinsic. */
export function intrinsicValue(type: OptionType, forward: number, strike: number): number {
  const signed = type === "CE" ? forward - strike : strike - forward;
  return signed > 0 ? signed : signed <= 0 ? 0 : Number.NaN;
}

/**
 * Discounted Black-76 price, in rupees.
 * @param years 0 or less prices the expired option; @param sigma fraction, 0 prices intrinsic
 * @returns NaN when any input is NaN
 */
export function blackPrice(
  type: OptionType,
  forward: number,
  strike: number,
  years: number,
  sigma: number,
  rate: number,
): number {
  const discount = years > 0 ? Math.exp(-rate * years) : 1;
  const v = years > 0 ? sigma * Math.sqrt(years) : 0;
  const intrinsic = intrinsicValue(type, forward, strike);
  if (v <= 0 || !(forward > 0) || !(strike > 0)) return discount * intrinsic;
  const x = logMoneyness(forward, strike);
  return discount * (intrinsic + Math.sqrt(forward * strike) * normalisedBlack(x > 0 ? -x : x, v));
}

/**
 * Price and greeks of quant.md §5. With T = 0 or σ = 0: intrinsic, delta 0, half or 1 (discounted, signed),
 * other greeks 0. NaN inputs give NaN; nothing else does.
 */
export function black76(
  type: OptionType,
  forward: number,
  strike: number,
  years: number,
  sigma: number,
  rate: number,
): Black76 {
  const call = type === "CE";
  const price = blackPrice(type, forward, strike, years, sigma, rate);
  const discount = years > 0 ? Math.exp(-rate * years) : 1;
  const rho = years > 0 ? (-years * price) / 100 : 0;
  const root = years > 0 ? Math.sqrt(years) : 0;
  const v = root * sigma;
  if (v <= 0 || years <= 0 || !(forward > 0) || !(strike > 0)) {
    const calls = Number.isNaN(price) ? Number.NaN : exercisedCalls(forward, strike);
    return { price, delta: discount * (call ? calls : calls - 1), gamma: 0, theta: 0, vega: 0, rho };
  }
  const d1 = logMoneyness(forward, strike) / v + 0.5 * v;
  const bell = gaussian(d1);
  const density = ONE_OVER_SQRT_TWO_PI * bell;
  const delta = call ? discount * normalCdfGiven(d1, bell) : -discount * normalCdfGiven(-d1, bell);
  const gamma = (discount * density) / (forward * v);
  const vega = (discount * forward * density * root) / 100;
  const theta = ((-discount * forward * density * sigma) / (2 * root) + rate * price) / 365;
  return { price, delta, gamma, theta, vega, rho };
}
