import { normalCdf } from "./normal.ts";

/**
 * Φ of quant.md §9: probability that the underlying settles below `level`, lognormal around the forward.
 * @param sigma fraction; @param years to expiry
 * @returns 0 at or below 0, 1 at Infinity, NaN when σ or T is unknown or not positive
 */
export function settlementCdf(level: number, forward: number, years: number, sigma: number): number {
  const v = sigma * Math.sqrt(years);
  if (!(v > 0) || !(forward > 0) || Number.isNaN(level)) return Number.NaN;
  if (level <= 0) return 0;
  if (level === Infinity) return 1;
  return normalCdf(Math.log(level / forward) / v + 0.5 * v);
}
