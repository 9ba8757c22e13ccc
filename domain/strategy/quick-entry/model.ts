/**
 * What is typed to enter trades quickly, and what comes of it: `sell 24500 ce 2 lots; buy 24700 ce @ 40`. Every word is answered
 * with its place in the text and what it was read as; what cannot be read says why by a code, which a page puts into words.
 */

import type { OptionType } from "../../pricing/black76.ts";
import type { IsoDate } from "../../units/iso-date.ts";
import type { ContractList, LegContract } from "../contract-list.ts";
import type { TradeAction } from "../model.ts";
import type { PresetName } from "../presets/names.ts";

/** The market that words such as `atm`, `20d` and `near 100` are looked up in. Unknown figures are NaN. */
export interface QuickEntryContext {
  readonly contracts: ContractList;
  /** Symbol of the underlying: typed before a trade it says nothing new. */
  readonly symbol?: string;
  /** Expiries that may be traded, near to far. */
  readonly expiries: readonly IsoDate[];
  /** Those of them that are their month's own (rule INST-2), near to far. */
  readonly monthlies: readonly IsoDate[];
  readonly spot: number;
  forwardOf(expiry: IsoDate): number;
  /** NaN: the listed strike nearest the forward is taken, else nearest the spot. */
  atmStrikeOf(expiry: IsoDate): number;
  /** Of either sign. */
  deltaOf(side: OptionType, expiry: IsoDate, strike: number): number;
  /** Rupees. */
  priceOf(side: OptionType, expiry: IsoDate, strike: number): number;
  readonly defaults: { readonly expiry: IsoDate; readonly lots: number };
}

export interface QuickLeg {
  readonly contract: LegContract;
  readonly action: TradeAction;
  readonly lots: number;
  /** Rupees; null: the market's. */
  readonly entryPrice: number | null;
}

/** A ready-made strategy by its name, to be built on an expiry. */
export interface QuickPreset {
  readonly name: PresetName;
  readonly expiry: IsoDate;
  readonly lots: number;
}

/** What a word may be, and what may be missing. */
export type WordKind = "action" | "strike" | "type" | "expiry" | "quantity" | "price" | "strategy";

export type QuickProblem =
  /** A word that is not known; `nearest` is the known one that looks most like it. */
  | { readonly code: "unknown-word"; readonly nearest: string | null; readonly expected: readonly WordKind[] }
  /** Known words that name no strategy together; `nearest` is one that begins so or looks most like it. */
  | { readonly code: "unknown-strategy"; readonly nearest: string | null }
  /** Something a trade needs is not there: `expected` says what. At the end of a trade, without a width. */
  | { readonly code: "missing"; readonly expected: readonly WordKind[] }
  | { readonly code: "unlisted-strike"; readonly strike: number; readonly nearest: number | null }
  | { readonly code: "unlisted-expiry"; readonly nearest: IsoDate | null }
  | { readonly code: "no-future" }
  | { readonly code: "delta-range" }
  | { readonly code: "no-delta" }
  | { readonly code: "no-price" }
  | { readonly code: "no-atm" }
  | { readonly code: "bad-price" }
  | { readonly code: "price-too-high" }
  /** Lots are whole and at least 1. */
  | { readonly code: "bad-quantity" }
  | { readonly code: "too-many-lots" }
  | { readonly code: "lot-rule"; readonly lotSize: number }
  /** A price where there are several legs. */
  | { readonly code: "price-of-several" }
  /** Said before, or nothing that this trade takes. */
  | { readonly code: "not-taken" }
  | { readonly code: "duplicate-leg" }
  | { readonly code: "second-strategy" }
  | { readonly code: "too-long"; readonly most: number };

export interface QuickWord {
  /** In the text, from 0; `end` is behind the last letter. */
  readonly start: number;
  readonly end: number;
  readonly kind: WordKind | "separator" | "filler" | "unknown" | "missing";
  readonly problem?: QuickProblem;
}

export interface QuickEntry {
  /** What could be read; trades with a problem are left out. */
  readonly legs: readonly QuickLeg[];
  readonly preset: QuickPreset | null;
  /** In the order of the text, without overlaps. */
  readonly words: readonly QuickWord[];
}

/** The entry is whole: there is something in it and nothing amiss. */
export function isWhole({ legs, preset, words }: QuickEntry): boolean {
  return (legs.length > 0 || preset !== null) && words.every(({ problem }) => problem === undefined);
}
