import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSamePast } from "#src/components/chart/time/same-past.ts";
import { breaksOf, createTimeFeed, type TimeColumns } from "#src/components/chart/time/time-feed.ts";

const MINUTE = 60_000;
const start = Date.UTC(2026, 10, 24, 3, 45);
const timesOf = (count: number) => Array.from({ length: count }, (_, i) => start + i * MINUTE);
const dataOf = (columns: readonly (number | null)[][], breaks: readonly number[] = []): TimeColumns => ({
  times: timesOf(columns[0]!.length),
  columns,
  breaks,
});
const all = ({ times }: TimeColumns) => ({ from: 0, to: Math.max(0, times.length - 1) });
const figure = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1000, max: 1000 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);

describe("bars on their way to the plot", () => {
  test("appended one by one, the last changing all the while, are those that come at once", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.tuple(figure, figure, figure), { minLength: 1, maxLength: 150 }),
        fc.array(fc.nat(), { maxLength: 4 }),
        (width, bars, marks) => {
          const breaks = [...new Set(marks.map((mark) => mark % bars.length))]
            .filter((at) => at < bars.length - 1)
            .sort((a, b) => a - b);
          const live = createTimeFeed();
          const a: (number | null)[] = [];
          const b: (number | null)[] = [];
          let rows: unknown;
          for (const [i, [first, second, third]] of bars.entries()) {
            const known = breaks.filter((at) => at < i);
            a.push(third);
            b.push(second);
            live.rows(dataOf([a, b], known), { from: 0, to: i }, width);
            a[i] = first;
            rows = live.rows(dataOf([a, b], known), { from: 0, to: i }, width);
          }
          const whole = dataOf([bars.map(([first]) => first), bars.map(([, second]) => second)], breaks);
          expect(rows).toEqual(createTimeFeed().rows(whole, all(whole), width));
        },
      ),
    );
  });

  test("of a view are those in view and one more on each side", () => {
    const data = dataOf([Array.from({ length: 100 }, (_, i) => i)]);
    const [x, y] = createTimeFeed().rows(data, { from: 40, to: 50 }, 800);
    expect([x[0], x.at(-1)]).toEqual([39, 51]);
    expect(y).toEqual(x);
  });

  test("another view, and all again, show what they would have shown from the start", () => {
    const data = dataOf([Array.from({ length: 500 }, (_, i) => (i % 37 === 0 ? null : i % 91))], [120, 300]);
    const feed = createTimeFeed();
    for (const window of [all(data), { from: 100, to: 180 }, { from: 400, to: 499 }, all(data)]) {
      const rows = structuredClone(feed.rows(data, window, 60));
      expect(rows).toEqual(createTimeFeed().rows(data, window, 60));
    }
  });

  test("dragged and zoomed, show what they would have shown from the start, in buckets that lie where they lay", () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(figure, { minLength: 20, maxLength: 600 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 8 }),
        (column, width, views) => {
          const feed = createTimeFeed();
          const last = column.length - 1;
          for (const [a, b] of views) {
            const data = dataOf([column]);
            const window = { from: Math.min(a, b) * last, to: Math.max(a, b) * last };
            const rows = feed.rows(data, window, width);
            expect(rows).toEqual(createTimeFeed().rows(data, window, width));
            const [x] = rows;
            expect(x[0]!).toBeLessThanOrEqual(window.from);
            expect(x.at(-1)!).toBeGreaterThanOrEqual(window.to);
          }
        },
      ),
    );
  });

  test("break where that is told of two bars that were drawn", () => {
    const feed = createTimeFeed();
    feed.rows(dataOf([[0, 1, 2, 3]], [0]), { from: 0, to: 3 }, 100);
    const rows = feed.rows(dataOf([[0, 1, 2, 3, 4]], [0, 2]), { from: 0, to: 4 }, 100);
    expect(rows[1]).toEqual([0, null, 1, 2, null, 3, 4]);
  });

  test("of nothing are no rows", () => {
    const data: TimeColumns = { times: [], columns: [[], []], breaks: [] };
    expect(createTimeFeed().rows(data, all(data), 100)).toEqual([[], [], []]);
  });
});

describe("gaps without a bar of their own", () => {
  const times = timesOf(5);
  test("break the line between two bars", () => {
    expect(breaksOf(times, [{ from: times[1]! + 1, to: times[2]! }])).toEqual([1]);
  });
  test("break nothing where bars stand in them, before the first bar, or after the last", () => {
    expect(breaksOf(times, [{ from: times[1]!, to: times[3]! }])).toEqual([]);
    expect(breaksOf(times, [{ from: start - MINUTE, to: start }])).toEqual([]);
    expect(breaksOf(times, [{ from: times[4]! + 1, to: times[4]! + MINUTE }])).toEqual([]);
  });
});

describe("the past is the same", () => {
  const before = dataOf([[1, 2, 3]]);
  test("when bars came, and the last became another", () => {
    expect(isSamePast(before, dataOf([[1, 2, 9, 4]]), 2)).toBe(true);
  });
  test("not when a bar before the last did, one was spliced in, a series came, or a break did", () => {
    expect(isSamePast(before, dataOf([[1, 7, 3, 4]]), 2)).toBe(false);
    expect(isSamePast(before, { ...dataOf([[1, 2, 3]]), times: [start - 1, start, start + MINUTE] }, 2)).toBe(
      false,
    );
    expect(
      isSamePast(
        before,
        dataOf([
          [1, 2, 3],
          [1, 2, 3],
        ]),
        2,
      ),
    ).toBe(false);
    expect(isSamePast(before, dataOf([[1, 2, 3]], [0]), 2)).toBe(false);
    expect(isSamePast(before, dataOf([[1, 2, 3, 4]], [2]), 2)).toBe(true);
  });
});
