/** The terms of a P&L as they are written: rounded, and still adding up (rule STRAT-55). Pure. */

import type { Attribution, PnlTerms } from "./attribution.ts";

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Never minus nothing.
  return Math.round(value * scale) / scale + 0;
}

/** Each to the decimals; the rest is what the written total leaves of the other written ones. */
export function writtenTerms(terms: PnlTerms, decimals: number): PnlTerms {
  const delta = rounded(terms.delta, decimals);
  const gamma = rounded(terms.gamma, decimals);
  const theta = rounded(terms.theta, decimals);
  const vega = rounded(terms.vega, decimals);
  const total = rounded(terms.total, decimals);
  return { delta, gamma, theta, vega, rest: rounded(total - delta - gamma - theta - vega, decimals), total };
}

/** Charges are taken off, so they stand below 0; 0 where figures are before them. */
export function writtenCharges({ charges }: Pick<Attribution, "charges">, decimals: number): number {
  return charges === null ? 0 : rounded(-(charges.entry + charges.exit), decimals);
}

/** The target's P&L is written as on every other page: what was so far is written so that it adds up with the rest. */
export function writtenSoFar(
  told: Pick<Attribution, "move" | "booked" | "charges" | "atTarget">,
  decimals: number,
): number {
  const { move, booked, atTarget } = told;
  const others = rounded(move.total, decimals) + rounded(booked, decimals) + writtenCharges(told, decimals);
  return rounded(rounded(atTarget, decimals) - others, decimals);
}
