import { type Origin, weakerOrigin } from "#domain/chain/origin.ts";
import type { PastPoint } from "./quarters.ts";
import type { DayOfPoints } from "./reader.ts";

/** Several instruments on one axis of time. `null` where an instrument has no point of that day by then. */
export interface Aligned {
  /** starts of quarters of an hour, ascending */
  readonly times: readonly number[];
  /** by instrument in the order asked for, then by time */
  readonly points: readonly (readonly (PastPoint | null)[])[];
  /** by time, the least trustworthy origin among the points */
  readonly origins: readonly Origin[];
}

/**
 * Puts days of points side by side: a quarter is on the axis when any of them has it, and an instrument
 * without one stands where it stood earlier that day.
 * @param days by instrument, the same dates of each
 */
export function align(days: readonly (readonly DayOfPoints[])[]): Aligned {
  const times: number[] = [];
  const points: (PastPoint | null)[][] = days.map(() => []);
  const dates = days[0]?.map(({ date }) => date) ?? [];
  for (const d of dates.keys()) {
    const own = days.map((each) => each[d]!.points);
    const starts = [...new Set(own.flatMap((each) => each.map(({ start }) => start)))].sort((a, b) => a - b);
    times.push(...starts);
    own.forEach((each, i) => {
      let next = 0;
      let last: PastPoint | null = null;
      for (const start of starts) {
        while (next < each.length && each[next]!.start <= start) last = each[next++]!;
        points[i]!.push(last);
      }
    });
  }
  const origins = times.map((_, t) =>
    points.reduce<Origin>((weakest, each) => weakerOrigin(weakest, each[t]?.origin ?? weakest), "recorded"),
  );
  return { times, points, origins };
}
