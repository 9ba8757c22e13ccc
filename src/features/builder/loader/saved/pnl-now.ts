/** P&L of a saved strategy at the prices of now, as far as its legs are known (rule ANZ-61). */

import type { ContractList } from "#domain/strategy/contract-list.ts";
import { bringBack } from "#domain/strategy/kept/bring-back.ts";
import { isOverOn, settledLegs } from "#domain/strategy/kept/settled.ts";
import type { KeptSummary } from "#protocol/http/kept-strategies.ts";

type KeptLeg = KeptSummary["legs"][number];

/** A leg that counts and is not over. */
export interface OpenLeg {
  readonly leg: KeptLeg;
  /** Under which its contract is listed now; null: it is not, or it is not known what is. */
  readonly token: number | null;
}

/**
 * A token may be another contract's by now, of an adjusted strike for one: contracts are found by their terms (rule KEEP-4).
 * @param contracts of the strategy's underlying; null while they are not known
 */
export function openLegs(
  { legs }: KeptSummary,
  today: string,
  contracts: ContractList | null,
): readonly OpenLeg[] {
  const tokenNow = (leg: KeptLeg): number | null => {
    if (contracts === null) return null;
    const [found] = bringBack([{ ...leg, expiryInstant: null }], contracts).found;
    return found?.contract.token ?? null;
  };
  return legs
    .filter((leg) => leg.isSelected && !isOverOn(leg, today))
    .map((leg) => ({ leg, token: tokenNow(leg) }));
}

/** Whose prices are needed. */
export function tokensOf(open: readonly OpenLeg[]): readonly number[] {
  return [...new Set(open.flatMap(({ token }) => token ?? []))];
}

/**
 * Before charges, rupees; NaN while a contract, a price, an entry or a settlement of a leg that counts is not known.
 * @param priceOf last price by token; NaN unknown
 */
export function pnlNow(
  { legs, leg_count: count, settlements, manual_pnl: manual }: KeptSummary,
  today: string,
  open: readonly OpenLeg[],
  priceOf: (token: number) => number,
): number {
  // Of very many legs the list says nothing.
  if (legs.length < count) return Number.NaN;
  const counted = legs.filter(({ isSelected }) => isSelected);
  const realised = settledLegs(counted, settlements, today).reduce((sum, each) => sum + each.realised, 0);
  const living = open.reduce((sum, { leg: { entryPrice, quantity, multiplier }, token }) => {
    const entry = entryPrice ?? Number.NaN;
    const price = token === null ? Number.NaN : priceOf(token);
    return sum + (price - entry) * quantity * multiplier;
  }, 0);
  return realised + living + (manual.isChecked ? manual.pnl : 0);
}
