/** What is left of a contract's greeks once its payoff is fixed (quant.md §5, §13). */

import type { OptionType } from "../pricing/black76.ts";
import { exercisedCalls } from "../pricing/exercised-calls.ts";

/**
 * Chain, live prices and strategies ask here: of an option delta says how it ended, of a future it is 1, and of the other greeks
 * nothing is left.
 * @param settlement what the underlying settled at, rupees; NaN not known
 */
export function settledDelta(type: OptionType | "FUT" | "EQ", settlement: number, strike: number): number {
  const calls = exercisedCalls(settlement, strike);
  if (type === "CE") return calls;
  if (type === "PE") return calls - 1;
  return Number.isNaN(settlement) ? settlement : 1;
}

/** Of one unit, bought. */
export interface SettledGreeks {
  readonly delta: number;
  readonly gamma: number;
  readonly theta: number;
  readonly vega: number;
}

/** @param delta by `settledDelta`; NaN where it is not known how the contract ended, and then of the others neither */
export function settledGreeks(delta: number): SettledGreeks {
  const nothing = Number.isNaN(delta) ? Number.NaN : 0;
  return { delta, gamma: nothing, theta: nothing, vega: nothing };
}
