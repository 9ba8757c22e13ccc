/** The charts there are, and what each is made of (rule LCHART-3). */

import type { ExpiryMeasure, UnderlyingMeasure } from "#protocol/http/chart-measures.ts";

/** What may be of some strikes of an expiry alone. */
const OF_STRIKES: readonly ExpiryMeasure[] = ["pcr", "call_oi", "put_oi", "call_volume", "put_volume"];

export const KINDS = [
  "straddle",
  "pcr",
  "oi",
  "oi-change",
  "atm-iv",
  "ivp",
  "max-pain",
  "futures-oi",
  "futures-price",
  "volume",
] as const;
export type Kind = (typeof KINDS)[number];

export const DEFAULT_KINDS: readonly Kind[] = ["straddle", "pcr", "oi"];
/** Panes that are read together. */
export const MOST_KINDS = 6;

/** What streams, and what the server alone says of a minute that has ended. */
export type StreamedMeasure = Exclude<UnderlyingMeasure, "iv30" | "ivp"> | ExpiryMeasure;
export const SLOW_MEASURES = ["iv30", "ivp"] as const satisfies readonly UnderlyingMeasure[];

interface KindNeeds {
  readonly measures: readonly StreamedMeasure[];
  /** of the underlying's thirty days */
  readonly isSlow?: boolean;
  readonly isOfFutures?: boolean;
  /** It has prices of its own: the underlying needs no axis beside it. */
  readonly hasPrice?: boolean;
}

export const NEEDS: Readonly<Record<Kind, KindNeeds>> = {
  straddle: { measures: ["straddle"] },
  pcr: { measures: ["pcr"] },
  oi: { measures: ["call_oi", "put_oi"] },
  "oi-change": { measures: ["call_oi", "put_oi"] },
  "atm-iv": { measures: ["atm_iv"] },
  ivp: { measures: [], isSlow: true, hasPrice: true },
  "max-pain": { measures: ["forward", "max_pain"], hasPrice: true },
  "futures-oi": { measures: [], isOfFutures: true, hasPrice: true },
  "futures-price": { measures: [], isOfFutures: true, hasPrice: true },
  volume: { measures: ["call_volume", "put_volume"] },
};

/** Measures parted in those of the expiry and those of the chosen strikes. */
export function partedMeasures(
  kinds: readonly Kind[],
  isSome: boolean,
): { readonly whole: readonly StreamedMeasure[]; readonly ofStrikes: readonly StreamedMeasure[] } {
  const all = measuresOf(kinds);
  const isOfStrikes = (name: StreamedMeasure) => isSome && OF_STRIKES.some((each) => each === name);
  return { whole: all.filter((name) => !isOfStrikes(name)), ofStrikes: all.filter(isOfStrikes) };
}

/** Of some charts together, each once and in one order, so that the same charts ask the same. The underlying's price is always told. */
export function measuresOf(kinds: readonly Kind[]): readonly StreamedMeasure[] {
  const all = new Set(kinds.flatMap((kind) => NEEDS[kind].measures));
  return ["spot", ...[...all].sort()];
}
