import type { Column } from "../data/pixel-columns.ts";
import type { TimeColumns } from "./time-feed.ts";

/** As many bars as were settled before, and each the same as then. An array that was given before has the same beginning still. */
function isSameColumn(before: Column, now: Column, settled: number): boolean {
  if (before === now) return true;
  for (let i = 0; i < settled; i++) if (before[i] !== now[i]) return false;
  return true;
}

/**
 * Whether bars are what they were, with others at their end and the last of before perhaps another: then what was drawn is only
 * added to. @param settled bars before the last one, when it was drawn
 */
export function isSamePast(before: TimeColumns, now: TimeColumns, settled: number): boolean {
  return (
    now.times.length >= settled &&
    before.columns.length === now.columns.length &&
    before.times[0] === now.times[0] &&
    isSameColumn(before.times, now.times, settled) &&
    before.breaks.every((at, i) => now.breaks[i] === at) &&
    (now.breaks[before.breaks.length] ?? Number.POSITIVE_INFINITY) >= settled - 1 &&
    before.columns.every((column, s) => isSameColumn(column, now.columns[s]!, settled))
  );
}
