import type { Column } from "../../../shared/series/series-parts.ts";

interface Session {
  readonly premium: readonly (number | null)[];
  readonly volume: readonly (number | null)[];
  /** as it was answered; null where bars have streamed since */
  readonly vwap: readonly (number | null)[];
  /** place of the newest session's first bar */
  readonly from: number;
}

/**
 * The average since the open, carried on over bars that have streamed: Σ premium × volume ÷ Σ volume. By the minute it is what would be
 * answered; of longer bars the ones that streamed count as a whole until they are asked for.
 */
export function averaged({ premium, volume, vwap, from }: Session): Column {
  let value = 0;
  let traded = 0;
  return premium.map((own, i) => {
    const told = vwap[i] ?? null;
    if (i < from) return told;
    const units = volume[i] ?? 0;
    if (told !== null) {
      traded += units;
      value = told * traded;
      return told;
    }
    if (own === null) {
      return null;
    }
    traded += units;
    value += own * units;
    return traded > 0 ? Math.round((value / traded) * 1e6) / 1e6 : null;
  });
}
