/** Total variance along the strikes of one expiry, linear in ln(K/F) (quant.md §6–7). */

import { logMoneyness } from "./moneyness.ts";

/** σ at `x` between (x0, σ0) and (x1, σ1), linear in σ²; T is the same along an expiry and cancels. */
export function interpolateVolatility(
  x: number,
  x0: number,
  sigma0: number,
  x1: number,
  sigma1: number,
): number {
  if (x1 === x0) return sigma0;
  const w = (x - x0) / (x1 - x0);
  return Math.sqrt((1 - w) * sigma0 * sigma0 + w * sigma1 * sigma1);
}

/**
 * Replaces every NaN of `iv` from its solved neighbours, flat outside them; with fewer than two solved
 * strikes, from `fallback` (which may be NaN: then they stay unknown).
 * @param strikes ascending, rupees
 * @returns how many strikes were solved
 */
export function fillSmile(count: number, strikes: Float64Array, iv: Float64Array, fallback: number): number {
  let solved = 0;
  for (let i = 0; i < count; i++) if (!Number.isNaN(iv[i]!)) solved++;
  if (solved === count) return solved;
  if (solved < 2) {
    for (let i = 0; i < count; i++) if (Number.isNaN(iv[i]!)) iv[i] = fallback;
    return solved;
  }
  let left = -1;
  for (let i = 0; i < count; i++) {
    if (Number.isNaN(iv[i]!)) continue;
    if (left < 0) iv.fill(iv[i]!, 0, i);
    else if (left < i - 1) fillBetween(left, i, strikes, iv);
    left = i;
  }
  iv.fill(iv[left]!, left + 1, count);
  return solved;
}

function fillBetween(left: number, right: number, strikes: Float64Array, iv: Float64Array): void {
  // ln(K/F) differs from ln(K/K_left) by a constant, so the forward is not needed.
  const base = strikes[left]!;
  const width = logMoneyness(strikes[right]!, base);
  for (let i = left + 1; i < right; i++) {
    iv[i] = interpolateVolatility(logMoneyness(strikes[i]!, base), 0, iv[left]!, width, iv[right]!);
  }
}

/**
 * Volatility at the money, K = F, from the two strikes around the forward; flat outside the strikes.
 * @param above index of the first strike >= forward (`lowerBound`)
 * @returns the known one when only one of the two is known, NaN when neither is
 */
export function atmVolatility(
  count: number,
  strikes: Float64Array,
  iv: Float64Array,
  forward: number,
  above: number,
): number {
  if (count === 0 || !(forward > 0)) return Number.NaN;
  if (above >= count) return iv[count - 1]!;
  if (above === 0 || strikes[above] === forward) return iv[above]!;
  const low = iv[above - 1]!;
  const high = iv[above]!;
  if (Number.isNaN(low)) return high;
  if (Number.isNaN(high)) return low;
  return interpolateVolatility(
    0,
    logMoneyness(strikes[above - 1]!, forward),
    low,
    logMoneyness(strikes[above]!, forward),
    high,
  );
}
