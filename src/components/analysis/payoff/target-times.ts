/** Where the date slider may stand, and where it stands while it plays. Pure. */

import { DAY_MS, IST_OFFSET_MS } from "#domain/calendar/ist.ts";
import type { TargetTimes } from "../types.ts";

const QUARTER_MS = 15 * 60_000;
/** Up to here a slider of quarters of an hour still has steps that a hand can find. */
const IN_QUARTERS_UP_TO_MS = 3 * DAY_MS;
/** From now to the expiry. */
export const PLAY_MS = 6000;

type Span = Pick<TargetTimes, "min" | "max">;

/** Every quarter of an hour by India's clock for a few days; else each day at the hour of the end. Both ends always. */
export function timeStops({ min, max }: Span): number[] {
  if (!(max > min)) return [min];
  const step = max - min <= IN_QUARTERS_UP_TO_MS ? QUARTER_MS : DAY_MS;
  const stops = [min];
  if (step === QUARTER_MS) {
    const first = Math.ceil((min + IST_OFFSET_MS) / step) * step - IST_OFFSET_MS;
    for (let at = first; at < max; at += step) if (at > min) stops.push(at);
  } else {
    const days = Math.ceil((max - min) / step) - 1;
    for (let left = days; left > 0; left--) if (max - left * step > min) stops.push(max - left * step);
  }
  stops.push(max);
  return stops;
}

/** The stop nearest to a time. */
export function nearestStop(stops: readonly number[], time: number): number {
  let nearest = 0;
  for (let i = 1; i < stops.length; i++) {
    if (Math.abs(stops[i]! - time) < Math.abs(stops[nearest]! - time)) nearest = i;
  }
  return nearest;
}

/**
 * The time that is shown so long after pressing play. From the end it begins anew.
 * @param stops when given, it jumps from one to the next, for those who want no motion
 */
export function playedTime(
  { min, max }: Span,
  from: number,
  elapsed: number,
  stops: readonly number[] | null,
): { readonly time: number; readonly isOver: boolean } {
  const start = from >= max || !(from >= min) ? min : from;
  const share = Math.min(1, Math.max(0, elapsed) / PLAY_MS);
  const time = share === 1 ? max : start + (max - start) * share;
  if (stops === null || share === 1) return { time, isOver: share === 1 };
  let at = stops[0] ?? min;
  for (const stop of stops) if (stop <= time) at = stop;
  return { time: Math.max(at, start), isOver: false };
}
