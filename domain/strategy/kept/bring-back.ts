/** Kept legs in the market of another day: each finds its contract, or is named (rule KEEP-4). */

import type { IsoDate } from "../../units/iso-date.ts";
import { listedContract } from "../analyzer/analyzer-legs.ts";
import type { ContractList, LegContract } from "../contract-list.ts";
import type { KeptTerms } from "./content.ts";

/** What of a leg's terms is listed no more. */
type Unlisted =
  /** null: the leg names none. */
  | { readonly what: "expiry"; readonly expiry: IsoDate | null }
  /** Other strikes of the expiry are listed. */
  | { readonly what: "strike"; readonly expiry: IsoDate; readonly strike: number };

/** What is to be said of a leg before its figures are believed. */
export type LegNote =
  /** Listed no more, and not over: it is left out, and no other contract is put in its place. */
  | ({ readonly kind: "gone"; readonly tradingsymbol: string } & Unlisted)
  /** The same terms are listed under another symbol. */
  | { readonly kind: "symbol_changed"; readonly tradingsymbol: string; readonly to: string }
  /** The contract's terms are others than when it was kept; quantity in units, entry price and strike stay as they were. */
  | {
      readonly kind: "lot_changed" | "multiplier_changed";
      readonly tradingsymbol: string;
      readonly from: number;
      readonly to: number;
    };

export interface BroughtBack<T extends KeptTerms> {
  readonly found: readonly { readonly kept: T; readonly contract: LegContract }[];
  readonly notes: readonly LegNote[];
}

/** Whether an expiry is before all that are listed: it is over then, whatever this device takes for today. */
function isOver(expiry: IsoDate | null, { expiries, futures }: ContractList): boolean {
  const nearest = [expiries[0], futures[0]?.expiry].filter((each) => typeof each === "string").sort()[0];
  return expiry !== null && nearest !== undefined && expiry < nearest;
}

/** The contract as it was on the day. */
function keptContract(kept: KeptTerms): LegContract {
  const { token, tradingsymbol, type, strike, expiry, lotSize, multiplier } = kept;
  const expiryInstant = kept.expiryInstant ?? Number.NaN;
  return { token, tradingsymbol, type, strike, expiry, expiryInstant, lotSize, multiplier };
}

function changes({ tradingsymbol, lotSize, multiplier }: KeptTerms, now: LegContract): readonly LegNote[] {
  return [
    ...(now.tradingsymbol === tradingsymbol
      ? []
      : [{ kind: "symbol_changed" as const, tradingsymbol, to: now.tradingsymbol }]),
    ...(now.lotSize === lotSize
      ? []
      : [{ kind: "lot_changed" as const, tradingsymbol, from: lotSize, to: now.lotSize }]),
    ...(now.multiplier === multiplier
      ? []
      : [{ kind: "multiplier_changed" as const, tradingsymbol, from: multiplier, to: now.multiplier }]),
  ];
}

/** A strike is missed only where its expiry is listed: what adjusts contracts leaves their expiries alone. */
function unlisted({ type, strike, expiry }: KeptTerms, { expiries }: ContractList): Unlisted {
  const isExpiryListed = type !== "FUT" && expiry !== null && expiries.includes(expiry);
  return isExpiryListed ? { what: "strike", expiry, strike } : { what: "expiry", expiry };
}

/** What is over keeps lot and multiplier of its day; what is alive has those that are listed, and a note where they differ. */
export function bringBack<T extends KeptTerms>(legs: readonly T[], contracts: ContractList): BroughtBack<T> {
  const found: { kept: T; contract: LegContract }[] = [];
  const notes: LegNote[] = [];
  for (const kept of legs) {
    const asKept = keptContract(kept);
    const listed = listedContract(asKept, contracts);
    if (listed !== null) {
      notes.push(...changes(kept, listed));
      found.push({ kept, contract: listed });
    } else if (kept.type === "EQ" || isOver(kept.expiry, contracts)) {
      found.push({ kept, contract: asKept });
    } else {
      notes.push({ kind: "gone", tradingsymbol: kept.tradingsymbol, ...unlisted(kept, contracts) });
    }
  }
  return { found, notes };
}
