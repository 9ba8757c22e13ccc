/** Bars of several series on their way to the plot: those in view, as many as its pixels show, breaks between them where nothing is known. */

import {
  type Column,
  createPixelColumns,
  keptViews,
  mostBuckets,
  type PixelColumns,
  pointsPerBucket,
} from "../data/pixel-columns.ts";
import { firstFrom, type PlaceWindow } from "../frame/window.ts";
import type { ChartGap } from "../types.ts";

export interface TimeColumns {
  readonly times: readonly number[];
  readonly columns: readonly Column[];
  /** Of which bars nothing is known until the next; ascending. */
  readonly breaks: readonly number[];
}

type Rows = readonly [x: number[], ...columns: (number | null | undefined)[][]];

/** Gaps in which no bar begins leave no place open: the line breaks between two bars. @returns the bar before each, ascending */
export function breaksOf(times: readonly number[], gaps: readonly ChartGap[]): number[] {
  return gaps
    .flatMap(({ from, to }) => {
      const next = firstFrom(times, from);
      return next > 0 && next < times.length && times[next]! >= to ? [next - 1] : [];
    })
    .sort((a, b) => a - b);
}

interface TimeFeed {
  /** All bars have changed. */
  reset(): void;
  /** @param width CSS pixels of the plot @returns rows to draw */
  rows(data: TimeColumns, window: PlaceWindow, width: number): Rows;
}

/**
 * The last bar changes until the next begins: it is no part of what is kept, but a row of its own behind it. So an append costs its own
 * pixels alone, however many bars there are. Buckets lie where they lie whatever is in view, and a view that is dragged among them costs
 * its rows alone; only breaks, which are points of their own, move them.
 */
export function createTimeFeed(): TimeFeed {
  let kept: PixelColumns | null = null;
  let key = "";
  /** Bars that are in it, and up to which it has room. */
  let [from, to] = [0, 0];
  let room = 0;
  let breaksDone = 0;

  function settle({ columns, breaks }: TimeColumns, until: number): void {
    for (;;) {
      const gap = breaks[breaksDone] ?? Number.POSITIVE_INFINITY;
      const next = Math.min(until, gap + 1);
      if (to < next) {
        kept!.append(to, next, columns);
        to = next;
      }
      if (gap >= to) return;
      if (gap === to - 1) kept!.appendGap(gap + 0.5);
      breaksDone++;
    }
  }

  return {
    reset() {
      kept = null;
    },
    rows(data, window, width) {
      const { columns, breaks, times } = data;
      const first = Math.max(0, Math.floor(window.from) - 1);
      const end = Math.min(times.length, Math.ceil(window.to) + 2);
      const isLast = end === times.length;
      const until = isLast ? end - 1 : end;
      const gaps = firstFrom(breaks, until) - firstFrom(breaks, first);
      const most = mostBuckets(width);
      const each = pointsPerBucket(until - first + gaps, most);
      const isSteady = breaks.length === 0;
      const start = isSteady ? Math.floor(first / each) * each : first;
      const stop = isSteady ? Math.min(times.length - 1, Math.ceil(until / each) * each) : until;
      // Breaks before the view, and those at its end that are still to come, are the same breaks.
      const next = `${each} ${Math.ceil(width)} ${columns.length} ${isSteady ? "" : first}`;
      const isKept = isSteady ? start >= from && stop <= room && to < times.length : to <= stop;
      if (kept === null || next !== key || !isKept) {
        const buckets = isSteady ? most * keptViews(times.length, until - first) : most;
        kept = createPixelColumns(buckets, columns.length, each);
        key = next;
        from = isSteady ? Math.max(0, start - Math.ceil((until - first) / each) * each) : first;
        to = from;
        room = from + buckets * each;
        breaksDone = firstFrom(breaks, from);
      }
      settle(data, stop);
      const [x] = kept.drawn;
      const [low, high] = [firstFrom(x, start), to > stop ? firstFrom(x, stop) : x.length];
      const rows = kept.drawn.map((column) => column.slice(low, high));
      if (isLast && end > first) {
        rows[0]!.push(end - 1);
        for (const [s, column] of columns.entries()) rows[s + 1]!.push(column[end - 1] ?? null);
      }
      return rows as unknown as Rows;
    },
  };
}
