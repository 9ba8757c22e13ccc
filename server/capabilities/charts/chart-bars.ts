import type { OiInterval } from "#protocol/http/chart-parts.ts";
import { MINUTE_MS } from "./sessions.ts";

/** A bar of a session: its first and last minutes, counted from the session's open. */
export interface BarSpan {
  /** epoch ms */
  readonly start: number;
  readonly first: number;
  readonly last: number;
}

/** Minutes of a bar; a session, however long, has one daily bar. */
const MINUTES: Readonly<Record<OiInterval, number>> = {
  "1M": 1,
  "3M": 3,
  "5M": 5,
  "15M": 15,
  "30M": 30,
  "60M": 60,
  "1D": Number.POSITIVE_INFINITY,
};

export const minutesOf = (interval: OiInterval): number => MINUTES[interval];

/**
 * Bars of a session, counted from its open; the last may be shorter.
 * @param minutes of the session that are told, the one that is on included
 */
export function barsOf(open: number, minutes: number, interval: OiInterval): readonly BarSpan[] {
  const each = MINUTES[interval];
  const bars: BarSpan[] = [];
  for (let first = 0; first < minutes; first += each) {
    bars.push({ start: open + first * MINUTE_MS, first, last: Math.min(first + each, minutes) - 1 });
  }
  return bars;
}
