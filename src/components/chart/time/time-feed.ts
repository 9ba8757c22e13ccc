/** Bars of several series on their way to the plot: those in view, as many as its pixels show, breaks between them where nothing is known. */

import { type Column, createPixelColumns, type PixelColumns } from "../data/pixel-columns.ts";
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
  /** @param width CSS pixels of the plot @returns rows to draw, valid until they are asked for again */
  rows(data: TimeColumns, window: PlaceWindow, width: number): Rows;
}

/**
 * The last bar changes until the next begins: it is no part of what is kept, but a row of its own behind it. So an append costs its own
 * pixels alone, however many bars there are.
 */
export function createTimeFeed(): TimeFeed {
  let kept: PixelColumns | null = null;
  let key = "";
  /** Bars that are in it. */
  let [from, to] = [0, 0];
  let breaksDone = 0;
  /** Rows of it as they were last given, the last bar's behind them. */
  let drawn: readonly (number | null | undefined)[][] = [];
  let tail = 0;

  function settle({ columns, breaks }: TimeColumns, until: number): void {
    for (; to < until; to++) {
      kept!.append(to, columns, to);
      if (breaks[breaksDone] !== to) continue;
      kept!.appendGap(to + 0.5);
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
      // Breaks before the view, and those at its end that are still to come, are the same breaks.
      const next = `${first} ${Math.ceil(width)} ${columns.length}`;
      if (kept === null || next !== key || end - 1 < to) {
        kept = createPixelColumns(width, columns.length);
        key = next;
        from = first;
        to = first;
        tail = 0;
        breaksDone = firstFrom(breaks, from);
        drawn = [];
      }
      for (const column of drawn) column.length -= tail;
      tail = 0;
      settle(data, isLast ? end - 1 : end);
      drawn = kept.drawn;
      if (isLast && end > first) {
        drawn[0]!.push(end - 1);
        for (const [s, column] of columns.entries()) {
          drawn[s + 1]!.push(column[end - 1] ?? null);
        }
        tail = 1;
      }
      return drawn as unknown as Rows;
    },
  };
}
