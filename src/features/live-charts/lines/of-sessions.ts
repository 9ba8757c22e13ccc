/** Columns that each session begins anew. null is not known, and stays so. Pure. */

import type { Column } from "../../../shared/time-charts/lines.ts";

const known = (value: number | null | undefined): value is number => value !== null && value !== undefined;

/** What each bar traded, out of the day's total by its end; not known where the bar before it is not. */
export function tradedInBars(totals: Column, sessionOf: readonly number[]): Column {
  return totals.map((total, i) => {
    const isFirst = i === 0 || sessionOf[i - 1] !== sessionOf[i];
    const before = isFirst ? 0 : totals[i - 1];
    return known(total) && known(before) ? Math.max(0, total - before) : null;
  });
}

/** What each bar has changed by since a figure from before its session. @param before by session */
export function changedInSessions(column: Column, before: Column, sessionOf: readonly number[]): Column {
  return column.map((value, i) => {
    const since = before[sessionOf[i] ?? -1];
    return known(value) && known(since) ? value - since : null;
  });
}
