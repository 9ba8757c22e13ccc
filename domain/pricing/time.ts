/** Milliseconds in the year of quant.md §2: 365 days of calendar time, weekends and holidays included. */
export const YEAR_MS = 365 * 86_400_000;

/** Below a minute the density at the money grows without bound, so T is held there until it is 0. */
const SHORTEST_LIFE_MS = 60_000;

/**
 * Years from `now` to the contract's last trading time, both epoch ms.
 * Held at 60 s in the last minute; 0 from the expiry instant on; NaN if either is NaN.
 */
export function yearsToExpiry(now: number, expiryInstant: number): number {
  const remaining = expiryInstant - now;
  if (remaining <= 0) return 0;
  return (remaining < SHORTEST_LIFE_MS ? SHORTEST_LIFE_MS : remaining) / YEAR_MS;
}
