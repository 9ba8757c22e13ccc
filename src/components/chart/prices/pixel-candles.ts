/**
 * Growing bars of prices as a chart so many pixels wide can show them. Bars lie in buckets of one count, no more of them than pixels;
 * a bucket has its first open, its highest high, its lowest low and its last close. An append touches the last bucket alone. A bar of which one of the four is not known is not shown, and hides none beside it.
 */

import type { Column } from "../data/pixel-columns.ts";

export interface PriceColumns {
  readonly open: Column;
  readonly high: Column;
  readonly low: Column;
  readonly close: Column;
}

/** By bucket; those beyond `count` are nobody's. */
export interface PixelCandles {
  readonly count: number;
  /** Places of the first and the last bar of the bucket, known or not. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** NaN where nothing of the bucket is known. */
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

interface GrowingCandles extends PixelCandles {
  /** @param place rises from bar to bar; the figures are those of that place */
  append(place: number, columns: PriceColumns): void;
}

const known = (value: number | null | undefined): number => value ?? Number.NaN;

/** Buckets that a plot so many CSS pixels wide has room for. */
export const mostCandles = (width: number): number => Math.max(2, Math.ceil(width / 2)) * 2;

/** Those of some buckets, without a copy. */
export function candlesOf(candles: PixelCandles, from: number, to: number): PixelCandles {
  const { first, last, open, high, low, close } = candles;
  const part = (column: Float64Array): Float64Array => column.subarray(from, to);
  return {
    ...{ count: to - from, first: part(first), last: part(last) },
    ...{ open: part(open), high: part(high), low: part(low), close: part(close) },
  };
}

/** @param most buckets that there are; @param each bars of a bucket */
export function createPixelCandles(most: number, each: number): GrowingCandles {
  const [first, last] = [new Float64Array(most), new Float64Array(most)];
  const [open, high, low, close] = Array.from({ length: 4 }, () => new Float64Array(most)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let count = 0;
  let inLast = 0;

  function put(to: number, o: number, h: number, l: number, c: number): void {
    open[to] = o;
    high[to] = h;
    low[to] = l;
    close[to] = c;
  }

  /** What comes after a bucket's bars, which may be nothing known yet. */
  function join(to: number, o: number, h: number, l: number, c: number): void {
    if (Number.isNaN(o)) return;
    if (Number.isNaN(open[to]!)) return put(to, o, h, l, c);
    if (h > high[to]!) high[to] = h;
    if (l < low[to]!) low[to] = l;
    close[to] = c;
  }

  return {
    first,
    last,
    open,
    high,
    low,
    close,
    get count() {
      return count;
    },
    append(place, columns) {
      if (count === 0 || inLast === each) {
        first[count] = place;
        put(count++, Number.NaN, Number.NaN, Number.NaN, Number.NaN);
        inLast = 0;
      }
      inLast++;
      last[count - 1] = place;
      const o = known(columns.open[place]);
      const h = known(columns.high[place]);
      const l = known(columns.low[place]);
      const c = known(columns.close[place]);
      if (!Number.isNaN(o + h + l + c)) join(count - 1, o, h, l, c);
    },
  };
}
