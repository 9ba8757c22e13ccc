/** Bars of prices on their way to the plot: those in view, as many as its pixels show. */

import type { PlaceWindow } from "../frame/window.ts";
import { createPixelCandles, type PixelCandles, type PriceColumns } from "./pixel-candles.ts";

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
  /** Bars that are in it, up to this one. */
  let to = 0;

  return {
    bars(columns, count, window, width) {
      const first = Math.max(0, Math.floor(window.from) - 1);
      const end = Math.min(count, Math.ceil(window.to) + 2);
      const isLast = end === count;
      const until = isLast ? end - 1 : end;
      const next = `${first} ${Math.ceil(width)}`;
      if (kept === null || next !== key || until < to) {
        kept = createPixelCandles(width);
        key = next;
        to = first;
      }
      for (; to < until; to++) kept.append(to, columns);
      if (!isLast || end <= first) return [kept];
      const last = createPixelCandles(2);
      last.append(end - 1, columns);
      return [kept, last];
    },
  };
}
