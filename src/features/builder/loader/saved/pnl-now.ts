/** P&L of a saved strategy at the prices of now, as far as its legs are known (rule ANZ-61). */

import { isOverOn, settledLegs } from "#domain/strategy/kept/settled.ts";
import type { KeptSummary } from "#protocol/http/kept-strategies.ts";

/** Tokens whose prices a strategy needs. */
export function tokensOf({ legs }: KeptSummary, today: string): readonly number[] {
  return legs.filter((leg) => leg.isSelected && !isOverOn(leg, today)).map(({ token }) => token);
}

/**
 * Before charges, rupees; NaN while a price, an entry or a settlement of a leg that counts is not known.
 * @param priceOf last price by token; NaN unknown
 */
export function pnlNow(
  { legs, leg_count: count, settlements, manual_pnl: manual }: KeptSummary,
  today: string,
  priceOf: (token: number) => number,
): number {
  // Of very many legs the list says nothing.
  if (legs.length < count) return Number.NaN;
  const counted = legs.filter(({ isSelected }) => isSelected);
  const realised = settledLegs(counted, settlements, today).reduce((sum, each) => sum + each.realised, 0);
  const open = counted
    .filter((leg) => !isOverOn(leg, today))
    .reduce((sum, { token, entryPrice, quantity, multiplier }) => {
      const entry = entryPrice ?? Number.NaN;
      return sum + (priceOf(token) - entry) * quantity * multiplier;
    }, 0);
  return realised + open + (manual.isChecked ? manual.pnl : 0);
}
