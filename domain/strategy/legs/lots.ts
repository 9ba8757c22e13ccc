/** Quantities in lots. */

import { commonLots } from "../greek-factors.ts";
import type { Leg } from "../model.ts";

type Legs = readonly Leg[];

/** Of one leg, typed in a field or in words: far above any order. */
export const MOST_LOTS = 1e5;

function trades(legs: Legs): Legs {
  return legs.filter(({ kind }) => kind === "trade");
}

/** What the lot multiplier shows: the lots that all trades are multiples of, at least 1. */
export function lotMultiplier(legs: Legs): number {
  return commonLots(trades(legs));
}

/**
 * All trades in the same proportions, `multiplier` times the smallest whole ones: 2 and 4 lots are 6 and 12 at three.
 * @param multiplier a whole number, at least 1; anything else counts as the nearest that is
 * @param current what the quantities are now. With odd lots it cannot be seen in them and is what was set last
 */
export function scaleLots(legs: Legs, multiplier: number, current = lotMultiplier(legs)): Legs {
  const wanted = Math.max(1, Math.round(multiplier));
  if (!Number.isSafeInteger(wanted) || wanted === current || !(current >= 1)) return legs;
  const scaled = legs.map((leg) =>
    leg.kind === "trade" ? { ...leg, quantity: Math.round((leg.quantity / current) * wanted) } : leg,
  );
  return scaled.every(({ quantity }) => Number.isSafeInteger(quantity)) ? scaled : legs;
}

/** Whether a quantity may be ordered. */
export function isWholeLots(quantity: number, lotSize: number): boolean {
  const lots = Math.abs(quantity) / lotSize;
  return lots > 0 && Math.abs(lots - Math.round(lots)) < 1e-9 * Math.max(1, lots);
}

/** What is said of a quantity that is no whole number of lots; the analysis is made nevertheless. */
export function lotRuleMessage(symbol: string, lotSize: number): string {
  return `The minimum order size for ${symbol} is ${lotSize} units, and subsequent orders must be in multiples of ${lotSize}, such as 2n, 3n, and so on.`;
}
