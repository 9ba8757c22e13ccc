import type { Column } from "../../../shared/series/series-parts.ts";

interface Session {
  readonly premium: readonly (number | null)[];
  readonly volume: readonly (number | null)[];
  /** Σ premium × units of the minutes of bars that have streamed, rupees; null of those that were answered */
  readonly worth: readonly (number | null)[];
  /** as it was answered; null where bars have streamed since */
  readonly vwap: readonly (number | null)[];
  /** place of the newest session's first bar */
  readonly from: number;
}

/**
 * The average since the open, carried on over bars that have streamed: Σ premium × volume ÷ Σ volume of their minutes, as it would be
 * answered. A bar of which neither is known leaves it where it was.
 */
export function averaged({ premium, volume, worth, vwap, from }: Session): Column {
  let value = 0;
  let traded = 0;
  return premium.map((own, i) => {
    const told = vwap[i] ?? null;
    if (i < from) return told;
    const units = volume[i] ?? null;
    if (told !== null) {
      if (own !== null) traded += units ?? 0;
      value = told * traded;
      return told;
    }
    if (own === null) return null;
    const of = worth[i] ?? null;
    if (of !== null && units !== null) {
      traded += units;
      value += of;
    }
    return traded > 0 ? Math.round((value / traded) * 1e6) / 1e6 : null;
  });
}

/** What the bar at a place adds to the average's Σ premium × volume, rupees; null where that is not known. */
export function worthOf({ premium, volume, vwap, from }: Omit<Session, "worth">, at: number): number | null {
  const own = vwap[at] ?? null;
  if (own === null) return null;
  let before = 0;
  let average = 0;
  for (let i = from; i < at; i++) {
    if (premium[i] !== null) before += volume[i] ?? 0;
    average = vwap[i] ?? average;
  }
  return own * (before + (volume[at] ?? 0)) - average * before;
}
