/** The payoff as a table: rows at equal distances from the spot (rule STRAT-9). */

import type { StrategyCurve } from "./curve.ts";
import type { TabularPayoff } from "./summary-types.ts";

/** Rows above the spot, and at most as many below it. */
const ROWS_EACH_SIDE = 10;

/** Ascending, S in the middle; rows at or below 0 are left out. @param interval fraction of the spot */
export function tabularPayoffs(
  spot: number,
  interval: number,
  atTarget: Pick<StrategyCurve, "values">,
  atExpiry: Pick<StrategyCurve, "values">,
): TabularPayoff[] {
  if (!(spot > 0)) return [];
  const rows: number[] = [];
  for (let k = -ROWS_EACH_SIDE; k <= ROWS_EACH_SIDE; k++) {
    const at = spot * (1 + k * interval);
    if (at > 0) rows.push(at);
  }
  const prices = Float64Array.from(rows);
  const target = atTarget.values(prices);
  const expiry = atExpiry.values(prices);
  return rows.map((at, i) => ({
    at,
    payoffAtExpiry: expiry[i]!,
    payoffAtTarget: target[i]!,
    percentDiffFromCurrentPrice: at / spot - 1,
  }));
}
