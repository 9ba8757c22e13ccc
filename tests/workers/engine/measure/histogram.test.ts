import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createHistogram } from "#workers/engine/measure/histogram.ts";

describe("a histogram of durations", () => {
  test("knows nothing before anything was recorded", () => {
    const histogram = createHistogram();
    expect(histogram.percentile(0.5)).toBeNaN();
    expect(histogram.mean).toBeNaN();
    expect(histogram.max).toBeNaN();
    expect(histogram.count).toBe(0);
  });

  test("a percentile is within 2.5 % of the sorted list's, or within 10 µs of it", () => {
    const durations = fc.array(fc.double({ min: 0, max: 90_000, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0, 0.5, 0.9, 0.99, 1), (list, q) => {
        const histogram = createHistogram();
        for (const ms of list) histogram.record(ms);
        const sorted = [...list].sort((a, b) => a - b);
        const exact = sorted[Math.max(1, Math.ceil(q * list.length)) - 1]!;
        expect(Math.abs(histogram.percentile(q) - exact)).toBeLessThanOrEqual(exact * 0.0251 + 0.01);
        expect(histogram.max).toBe(sorted.at(-1));
      }),
    );
  });

  test("takes what is below its least, above its most, below zero and no number at all", () => {
    const histogram = createHistogram();
    for (const ms of [-5, 0.001, 1e9, Number.NaN]) histogram.record(ms);
    expect(histogram.count).toBe(3);
    expect(histogram.percentile(0.5)).toBeLessThanOrEqual(0.01);
    expect(histogram.percentile(1)).toBeGreaterThan(90_000);
    expect(histogram.max).toBe(1e9);
  });

  test("its shape counts every duration once, what lies beyond in the first and the last band", () => {
    const histogram = createHistogram();
    for (const ms of [0.001, 0.15, 5, 5, 200, 70_000]) histogram.record(ms);
    expect(histogram.shape(0.1, 1000, 4)).toEqual([2, 2, 0, 2]);
  });

  test("cleared it is as new", () => {
    const histogram = createHistogram();
    histogram.record(12);
    histogram.clear();
    expect(histogram.count).toBe(0);
    expect(histogram.percentile(0.99)).toBeNaN();
    histogram.record(3);
    expect(histogram.mean).toBe(3);
    expect(histogram.max).toBe(3);
  });
});
