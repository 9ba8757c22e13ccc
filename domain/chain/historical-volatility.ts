/** Historical volatility day by day (quant.md §7). Volatilities are annual fractions; unknown is NaN. Pure. */

import { historicalVolatility } from "./iv-statistics.ts";

/** Sessions that charts look back over. */
export const HV_SESSIONS = [10, 20, 30] as const;
export type HvSessions = (typeof HV_SESSIONS)[number];

/**
 * At each close the volatility of the returns of the last sessions: so many returns, and the close before them.
 * @param closes rupees in shares of one size, oldest first; NaN unknown
 * @param sessions returns that each figure is of, at least 2
 * @returns one of each close: NaN while there are fewer, and where one of them is unknown
 */
export function rollingVolatility(closes: readonly number[], sessions: number): number[] {
  return closes.map((_, i) =>
    i < sessions ? Number.NaN : historicalVolatility(closes.slice(i - sessions, i + 1)),
  );
}
