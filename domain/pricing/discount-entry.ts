/** When an expiry's interest begins to count (quant.md §3). */

/** Days to expiry from which interest comes in, and from which it is all there. */
const NEAR_YEARS = 45 / 365;
const FAR_YEARS = 75 / 365;

/** 0 up to 0, 1 from 1, without a corner. */
export function smoothStep(at: number): number {
  const x = at < 0 ? 0 : at > 1 ? 1 : at;
  return x * x * (3 - 2 * x);
}

/** How much of an expiry's interest counts: 0 up to 45 days, 1 from 75, most of it within the first half of them. */
export function entryWeight(years: number): number {
  const part = (years - NEAR_YEARS) / (FAR_YEARS - NEAR_YEARS);
  if (!(part > 0)) return 0;
  return part >= 1 ? 1 : smoothStep(part * (2 - part));
}
