/** Expiries as they stand now and as they stood at a close (rule IV-9). Fractions; null is not known. Pure. */

import type { IvTermResponse } from "#protocol/http/iv-history.ts";
import { ivOfExpiry } from "../live-iv.ts";

export interface TermRow {
  readonly expiry: string;
  /** calendar days that are left; null of one that is over */
  readonly days: number | null;
  readonly now: number | null;
  readonly close: number | null;
}

/** @param live what the stream says now: newer than the answer; of expiries of which neither knows anything there is no row */
export function termRows(
  { expiries }: Pick<IvTermResponse["payload"], "expiries">,
  live: Parameters<typeof ivOfExpiry>[0],
): readonly TermRow[] {
  return expiries.flatMap(({ expiry, days, now: told, close }) => {
    const newest = ivOfExpiry(live, expiry);
    const now = Number.isNaN(newest) ? told : newest;
    return now === null && close === null ? [] : [{ expiry, days, now, close }];
  });
}
