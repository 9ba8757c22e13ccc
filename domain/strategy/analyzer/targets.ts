/** Of when a strategy is looked at (rules ANZ-23 and ANZ-24). */

import type { SummaryFacts } from "./actions.ts";
import type { AnalyzerInstance } from "./model.ts";

type Bounds = AnalyzerInstance["targetDateTimeBounds"];

/**
 * A target date within its bounds; null, which is now and moves with it, for one that is not after now.
 * @param now market time; NaN unknown
 */
export function clampedTarget(time: number | null, bounds: Bounds, now: number): number | null {
  if (time === null) return null;
  const least = Math.max(bounds?.min ?? 0, Number.isNaN(now) ? 0 : now);
  const most = bounds?.max ?? Infinity;
  return time <= least || most <= least ? null : Math.min(time, most);
}

/** What an analysis says of the bounds; those of before where it says nothing. */
export function boundsOf({ now, targetTimeMin, targetTimeMax }: SummaryFacts, before: Bounds): Bounds {
  if (!Number.isFinite(targetTimeMin) || !Number.isFinite(targetTimeMax)) return before;
  const min = Number.isNaN(now) ? targetTimeMin : Math.max(targetTimeMin, now);
  const max = Math.max(min, targetTimeMax);
  return before?.min === min && before.max === max ? before : { min, max };
}
