/** Which rows of a payoff table are shown (rule STRAT-19). */

import type { Namespace } from "./analyzer/model.ts";

const CUT_FROM = 12;
const CUT_EACH_END = 2;
/** Beside an option chain and beside positions there is less room. */
const MOST_BESIDE = 9;

/** Rows there is room for where an analyzer stands. */
export function payoffRowLimit(namespace: Namespace): number {
  return namespace === "optionChain" || namespace === "positions" ? MOST_BESIDE : Number.POSITIVE_INFINITY;
}

/** Of twelve and more without the first two and the last two; of more than `most` those in the middle. */
export function shownPayoffRows<T>(rows: readonly T[], most: number): readonly T[] {
  const cut = rows.length >= CUT_FROM ? rows.slice(CUT_EACH_END, -CUT_EACH_END) : rows;
  if (cut.length <= most) return cut;
  const first = (cut.length - most) >> 1;
  return cut.slice(first, first + most);
}
