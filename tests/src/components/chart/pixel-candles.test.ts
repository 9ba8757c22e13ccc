import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pointsPerBucket } from "#src/components/chart/data/pixel-columns.ts";
import { createCandleFeed } from "#src/components/chart/prices/candle-feed.ts";
import {
  createPixelCandles,
  mostCandles,
  type PixelCandles,
} from "#src/components/chart/prices/pixel-candles.ts";

interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

const bar = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 4, maxLength: 4 }).map((prices): Bar => {
  const [open, close] = [prices[0]!, prices[1]!];
  return { open, close, high: Math.max(...prices), low: Math.min(...prices) };
});
const bars = fc.array(fc.option(bar, { freq: 5 }), { minLength: 1, maxLength: 200 });

const columnsOf = (all: readonly (Bar | null)[]) => ({
  open: all.map((each) => each?.open ?? null),
  high: all.map((each) => each?.high ?? null),
  low: all.map((each) => each?.low ?? null),
  close: all.map((each) => each?.close ?? null),
});

/** Buckets in use: first and last place, then the four prices. */
const bucketsOf = ({ count, first, last, open, high, low, close }: PixelCandles): number[][] =>
  Array.from({ length: count }, (_, i) => [first[i]!, last[i]!, open[i]!, high[i]!, low[i]!, close[i]!]);

/** The same, by looking at all bars. */
const folded = (all: readonly (Bar | null)[], from: number, to: number): number[] => {
  const known = all.slice(from, to + 1).filter((each) => each !== null);
  if (known.length === 0) return [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
  return [
    known[0]!.open,
    Math.max(...known.map(({ high }) => high)),
    Math.min(...known.map(({ low }) => low)),
    known.at(-1)!.close,
  ];
};

describe("bars of prices as their pixels can show them", () => {
  test("are every bar while they are few, and unknown where one of its prices is", () => {
    const all = [{ open: 1, high: 4, low: 1, close: 2 }, null, { open: 2, high: 3, low: 1, close: 1 }];
    const columns = columnsOf(all);
    const made = createPixelCandles(3, 1);
    for (let i = 0; i < all.length; i++) made.append(i, columns);
    const unknown = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
    expect(bucketsOf(made)).toEqual([
      [0, 0, 1, 4, 1, 2],
      [1, 1, ...unknown],
      [2, 2, 2, 3, 1, 1],
    ]);
  });

  test("are the first open, the highest high, the lowest low and the last close of each bucket, which no bar is missing from", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), bars, (width, all) => {
        const most = mostCandles(width);
        const made = createPixelCandles(most, pointsPerBucket(all.length, most));
        const columns = columnsOf(all);
        for (let i = 0; i < all.length; i++) made.append(i, columns);
        const buckets = bucketsOf(made);
        expect(buckets.length).toBeLessThanOrEqual(Math.max(4, width + 1));
        expect(buckets[0]![0]).toBe(0);
        expect(buckets.at(-1)![1]).toBe(all.length - 1);
        for (const [i, [first, last, ...prices]] of buckets.entries()) {
          if (i > 0) expect(first).toBe(buckets[i - 1]![1]! + 1);
          expect(prices).toEqual(folded(all, first!, last!));
        }
      }),
    );
  });

  test("appended one by one, the last changing all the while, are those that come at once", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.array(bar, { minLength: 1, maxLength: 80 }),
        (width, all) => {
          const live = createCandleFeed();
          const seen: (Bar | null)[] = [];
          for (const [i, each] of all.entries()) {
            seen[i] = { open: each.open, high: 2000, low: 0, close: each.open };
            live.bars(columnsOf(seen), i + 1, { from: 0, to: i }, width);
            seen[i] = each;
          }
          const window = { from: 0, to: all.length - 1 };
          const rows = live.bars(columnsOf(seen), all.length, window, width).map(bucketsOf);
          const whole = createCandleFeed().bars(columnsOf(all), all.length, window, width).map(bucketsOf);
          expect(rows).toEqual(whole);
        },
      ),
    );
  });

  test("dragged and zoomed, are what they would have been from the start", () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        bars,
        fc.integer({ min: 2, max: 20 }),
        fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 8 }),
        (all, width, views) => {
          const live = createCandleFeed();
          for (const [a, b] of views) {
            const [from, to] = [Math.min(a, b), Math.max(a, b)].map((at) => at * (all.length - 1));
            const window = { from: from!, to: to! };
            const shown = live.bars(columnsOf(all), all.length, window, width).map(bucketsOf);
            expect(shown).toEqual(
              createCandleFeed().bars(columnsOf(all), all.length, window, width).map(bucketsOf),
            );
            const places = shown.flat().flatMap(([first, last]) => [first!, last!]);
            expect(Math.min(...places)).toBeLessThanOrEqual(from!);
            expect(Math.max(...places)).toBeGreaterThanOrEqual(to!);
          }
        },
      ),
    );
  });

  test("of a view are those in view and one more on each side", () => {
    const all = Array.from({ length: 100 }, (_, i): Bar => ({ open: i, high: i, low: i, close: i }));
    const [inside] = createCandleFeed().bars(columnsOf(all), 100, { from: 40, to: 50 }, 800);
    const rows = bucketsOf(inside!);
    expect([rows[0]![0], rows.at(-1)![1]]).toEqual([39, 51]);
  });
});
