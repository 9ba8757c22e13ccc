/** Contracts of the multi-strike tab: found in the list, named, and told apart. Pure. */

import { formatExpiry } from "#domain/format/date.ts";
import { decimalsOfTick, formatFixed } from "#domain/format/number.ts";
import type { ContractList, LegContract } from "#domain/strategy/contract-list.ts";
import type { ChartLine } from "../../../components/chart/types.ts";
import { TEXTS } from "./texts.ts";

type Named = Pick<LegContract, "type" | "strike" | "expiry">;

/** The expiry need not be said where all have one. */
export const isOfOneExpiry = (legs: readonly Pick<Named, "expiry">[]): boolean =>
  new Set(legs.map(({ expiry }) => expiry)).size < 2;

interface Naming {
  readonly strikeStep: number;
  readonly hasExpiry: boolean;
}

/** "24 Nov 24,500 CE", or "24 Nov FUT"; without its expiry "24,500 CE". */
export function legName({ type, strike, expiry }: Named, { strikeStep, hasExpiry }: Naming): string {
  const when = expiry === null || !(hasExpiry || type === "FUT") ? "" : `${formatExpiry(expiry)} `;
  if (type === "FUT") return when + TEXTS.future;
  return `${when}${formatFixed(strike, decimalsOfTick(strikeStep || 1))} ${type}`;
}

/** Every contract of an underlying by its symbol. */
export function contractsBySymbol(listed: ContractList): ReadonlyMap<string, LegContract> {
  const all = new Map<string, LegContract>();
  const take = (contract: LegContract | null): void => {
    if (contract !== null) all.set(contract.tradingsymbol, contract);
  };
  for (const future of listed.futures) take(future);
  for (const expiry of listed.expiries) {
    for (const side of ["CE", "PE"] as const) {
      for (const strike of listed.strikes(side, expiry)) take(listed.option(side, expiry, strike));
    }
  }
  return all;
}

/** Futures, then calls, then puts; each near to far and low to high. */
export function inOrder(legs: readonly LegContract[]): LegContract[] {
  const rank = ({ type }: LegContract): number => (type === "FUT" ? 0 : type === "CE" ? 1 : 2);
  return [...legs].sort(
    (a, b) => rank(a) - rank(b) || (a.expiry ?? "").localeCompare(b.expiry ?? "") || a.strike - b.strike,
  );
}

/** Of the legs of one type each its own; hue says the type. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [8, 3, 2, 3], [12, 4], [4, 2, 1, 2]];

type Look = Pick<ChartLine, "colour" | "dash">;

/** How the lines of some contracts look, in their order. */
export function looksOf(types: readonly string[]): Look[] {
  const counts = new Map<string, number>();
  return types.map((type) => {
    const nth = counts.get(type) ?? 0;
    counts.set(type, nth + 1);
    const dash = DASHES[nth % DASHES.length]!;
    const colour = type === "CE" ? "oi-call-ink" : type === "PE" ? "oi-put-ink" : "ink";
    return { colour, ...(dash.length > 0 && { dash }) };
  });
}
