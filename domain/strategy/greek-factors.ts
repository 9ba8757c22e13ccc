/** How greeks and the rupees of a leg are counted under the two multiplying toggles (rule STRAT-3). */

import type { Leg, StrategyOptions } from "./model.ts";

function greatestCommonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** Lots are whole, but for their division: 130 units over lots of 65 are 2. */
function wholeLots({ quantity, lotSize }: Leg): number | null {
  const lots = Math.abs(quantity) / lotSize;
  const whole = Math.round(lots);
  return Number.isSafeInteger(whole) && Math.abs(lots - whole) < 1e-9 * Math.max(1, lots) ? whole : null;
}

/** The lots that all legs are multiples of, at least 1; 1 when a leg is no whole number of lots. */
export function commonLots(legs: readonly Leg[]): number {
  let common = 0;
  for (const leg of legs) {
    const lots = wholeLots(leg);
    if (lots === null) return 1;
    common = greatestCommonDivisor(common, lots);
  }
  return Math.max(1, common);
}

/**
 * Both toggles on: signed quantity × multiplier, rupees of the whole position. Without the number of lots: of the smallest
 * position in the same proportions. Without the lot size: of one underlying unit a lot. Neither: the bare ratio of the legs.
 * @param common `commonLots` of the strategy
 */
export function greekFactor(
  leg: Leg,
  common: number,
  { multiplyByLotSize, multiplyByLots }: Pick<StrategyOptions, "multiplyByLotSize" | "multiplyByLots">,
): number {
  const lots = leg.quantity / leg.lotSize / (multiplyByLots ? 1 : common);
  return multiplyByLotSize ? (leg.quantity / (multiplyByLots ? 1 : common)) * leg.multiplier : lots;
}

/**
 * What of a leg's rupees the P&L table shows: all of them with both toggles on, else as much less as its greeks. Also of a closed
 * position, whose quantity is 0 and which has booked something.
 */
export function moneyShare(
  { lotSize, multiplier }: Pick<Leg, "lotSize" | "multiplier">,
  common: number,
  { multiplyByLotSize, multiplyByLots }: Pick<StrategyOptions, "multiplyByLotSize" | "multiplyByLots">,
): number {
  return 1 / ((multiplyByLotSize ? 1 : lotSize * multiplier) * (multiplyByLots ? 1 : common));
}
