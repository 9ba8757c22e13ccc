/** An option whose forward is its spot, grown by interest alone: Black and Scholes, from Black-76 on F = S e^{(r − q)T}. */

import { type Black76, black76, type OptionType } from "../black76.ts";

/**
 * Price and greeks to the spot, in the units of `Black76`: delta and gamma are the spot's, theta is at an unchanged spot, and rho
 * moves the forward too.
 * @param dividendYield annual and continuous, as the rate is
 */
export function optionOnSpot(
  type: OptionType,
  spot: number,
  strike: number,
  years: number,
  sigma: number,
  rate: number,
  dividendYield = 0,
): Black76 {
  const carry = rate - dividendYield;
  const left = years > 0 ? years : 0;
  const growth = Math.exp(carry * left);
  const forward = spot * growth;
  const { price, delta, gamma, theta, vega, rho } = black76(type, forward, strike, years, sigma, rate);
  const isOver = left === 0 || sigma === 0;
  return {
    price,
    delta: delta * growth,
    gamma: gamma * growth * growth,
    vega,
    // As time passes at an unchanged spot, the forward sinks towards it.
    theta: isOver ? 0 : theta - (delta * forward * carry) / 365,
    rho: rho + (delta * forward * left) / 100,
  };
}
