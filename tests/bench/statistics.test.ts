import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { median, percentile } from "../../bench/lib/statistics.ts";

describe("statistics", () => {
  it("takes the middle, or the mean of the two in the middle", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  it("takes percentiles by nearest rank", () => {
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 0)).toBe(1);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile([], 0.5)).toBeNaN();
  });

  it("leaves at most the share above a percentile, whatever the values", () => {
    const values = fc.array(fc.integer(), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (list, p) => {
        const at = percentile(list, p);
        expect(list).toContain(at);
        expect(list.filter((value) => value > at).length).toBeLessThanOrEqual((1 - p) * list.length + 1e-9);
      }),
    );
  });
});
