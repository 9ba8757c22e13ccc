/** Bars of prices on their way to the plot: those in view, as many as its pixels show. */

import { keptViews, pointsPerBucket } from "../data/pixel-columns.ts";
import type { PlaceWindow } from "../frame/window.ts";
import {
  candlesOf,
  createPixelCandles,
  mostCandles,
  type PixelCandles,
  type PriceColumns,
} from "./pixel-candles.ts";

interface CandleFeed {
  /**
   * @param count bars there are; the last one may become another until the next begins
   * @param width CSS pixels of the plot
   * @returns what has settled, and the last bar as buckets of its own where it is in view; valid until they are asked for again
   */
  bars(columns: PriceColumns, count: number, window: PlaceWindow, width: number): readonly PixelCandles[];
}

/** The last bar is no part of what is kept: an append costs its own bar alone, however many there are. */
export function createCandleFeed(): CandleFeed {
  let kept: ReturnType<typeof createPixelCandles> | null = null;
  let key = "";
  /** Bars that are in it, and up to which it has room. */
  let [from, to] = [0, 0];
  let room = 0;

  return {
    bars(columns, count, window, width) {
      const first = Math.max(0, Math.floor(window.from) - 1);
      const end = Math.min(count, Math.ceil(window.to) + 2);
      const isLast = end === count;
      const until = isLast ? end - 1 : end;
      const most = mostCandles(width);
      const each = pointsPerBucket(until - first, most);
      const start = Math.floor(first / each) * each;
      const stop = Math.min(count - 1, Math.ceil(until / each) * each);
      const next = `${each} ${Math.ceil(width)}`;
      if (kept === null || next !== key || start < from || stop > room || to >= count) {
        const buckets = most * keptViews(count, until - first);
        kept = createPixelCandles(buckets, each);
        key = next;
        from = Math.max(0, start - Math.ceil((until - first) / each) * each);
        to = from;
        room = from + buckets * each;
      }
      for (; to < stop; to++) kept.append(to, columns);
      const bucket = (place: number): number => Math.ceil((place - from) / each);
      const shown = candlesOf(kept, bucket(start), Math.max(bucket(start), bucket(stop)));
      if (!isLast || end <= first) return [shown];
      const last = createPixelCandles(1, 1);
      last.append(end - 1, columns);
      return [shown, last];
    },
  };
}
