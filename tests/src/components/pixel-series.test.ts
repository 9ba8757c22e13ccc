import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPixelSeries } from "#src/components/chart/pixel-series.ts";

describe("a series as its pixels can show it", () => {
  test("is every point while they are few", () => {
    const series = createPixelSeries(50);
    for (let i = 0; i < 100; i++) series.append(i, Math.sin(i));
    const [x, y] = series.drawn;
    expect([...x]).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect([...y]).toEqual(Array.from({ length: 100 }, (_, i) => Math.sin(i)));
  });

  test("never loses an extreme, keeps x rising, holds only points that came, and is bounded", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 2000 }),
        (width, values) => {
          const series = createPixelSeries(width);
          values.forEach((value, i) => {
            series.append(i, value);
          });
          const [x, y] = series.drawn;
          expect(x.length).toBe(y.length);
          expect(x.length).toBeLessThanOrEqual(Math.max(4, width) * 4);
          expect(Math.max(...y)).toBe(Math.max(...values));
          expect(Math.min(...y)).toBe(Math.min(...values));
          for (let i = 0; i < x.length; i++) {
            if (i > 0) expect(x[i]!).toBeGreaterThan(x[i - 1]!);
            expect(values[x[i]!]).toBe(y[i]);
          }
        },
      ),
    );
  });

  test("shows every bucket's extremes as the whole series has them", () => {
    const series = createPixelSeries(100);
    const values = Array.from({ length: 100_000 }, (_, i) => Math.sin(i / 900) * 50 + ((i * 7919) % 101));
    values.forEach((value, i) => {
      series.append(i, value);
    });
    const [x, y] = series.drawn;
    // Two buckets a pixel, so of 100,000 points 512 each.
    const bucket = 512;
    for (let from = 0; from < values.length; from += bucket) {
      const whole = values.slice(from, from + bucket);
      const shown = [...y].filter((_, i) => x[i]! >= from && x[i]! < from + bucket);
      expect([Math.min(...shown), Math.max(...shown)]).toEqual([Math.min(...whole), Math.max(...whole)]);
    }
  });

  test("says when there is nothing new to draw, which of 100,000 points is nearly always", () => {
    const series = createPixelSeries(100);
    let changes = 0;
    for (let i = 0; i < 100_000; i++) {
      const before = [...series.drawn[1].slice(-2)].join();
      const isChanged = series.append(i, Math.sin(i * 12.9898) * 50);
      if (isChanged) changes++;
      else expect([...series.drawn[1].slice(-2)].join()).toBe(before);
    }
    expect(changes).toBeLessThan(10_000);
    expect(series.append(100_000, 51)).toBe(true);
  });

  test("passes over what is no number", () => {
    const series = createPixelSeries(10);
    series.append(1, Number.NaN);
    series.append(2, 5);
    series.append(Number.POSITIVE_INFINITY, 6);
    expect([...series.drawn[0]]).toEqual([2]);
  });
});
