import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distributionOf, nearestRank } from "#analysis/validation/distribution.ts";

test("bias keeps the signs that the other four leave out", () => {
  expect(distributionOf([-0.2, 0.1, 0.3, -0.4], "linear")).toMatchObject({
    count: 4,
    bias: expect.closeTo(-0.05, 15),
    meanAbsolute: expect.closeTo(0.25, 15),
    median: 0.2,
    p99: 0.4,
    largest: 0.4,
  });
});

test("two biases of opposite sign are no small error", () => {
  const errors = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 0.18 : -0.18));
  const got = distributionOf(errors, "linear")!;
  expect(got.bias).toBeCloseTo(0, 12);
  expect(got.meanAbsolute).toBeCloseTo(0.18, 12);
  expect(got.median).toBe(0.18);
});

test("the 99th percentile is the smallest that 99 of 100 do not exceed", () => {
  const errors = Array.from({ length: 200 }, (_, i) => i + 1);
  expect(distributionOf(errors, "linear")).toMatchObject({ median: 100, p99: 198, largest: 200 });
  expect(nearestRank(Float64Array.of(7), 0.99)).toBe(7);
  expect(nearestRank(new Float64Array(0), 0.5)).toBeNaN();
});

test("without a single error there is none", () => {
  expect(distributionOf([], "decades")).toBeNull();
});

describe("bins", () => {
  test("relative errors stand by powers of ten, the exact ones first", () => {
    expect(distributionOf([0, 0, 3e-15, -7e-15, 2e-13, 1e-300], "decades")!.bins).toEqual([
      { from: 0, to: 0, count: 2 },
      { from: 0, to: 1e-16, count: 1 },
      { from: 1e-16, to: 1e-15, count: 0 },
      { from: 1e-15, to: 1e-14, count: 2 },
      { from: 1e-14, to: 1e-13, count: 0 },
      { from: 1e-13, to: 1e-12, count: 1 },
    ]);
  });

  test("signed errors stand in equal steps around none, and what is beyond in the outermost", () => {
    const errors = [...Array.from({ length: 300 }, (_, i) => (i % 3) - 1), 50];
    const { bins, p99 } = distributionOf(errors, "linear")!;
    expect(p99).toBe(1);
    expect(bins).toHaveLength(21);
    expect(bins[0]!.count).toBe(100);
    expect(bins[10]!.count).toBe(100);
    expect(bins[20]!.count).toBe(101);
  });

  test("hold every error, whatever they are", () => {
    const errors = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 });
    fc.assert(
      fc.property(errors, fc.constantFrom("decades" as const, "linear" as const), (list, scale) => {
        const got = distributionOf(list, scale)!;
        expect(got.bins.reduce((sum, { count }) => sum + count, 0)).toBe(list.length);
        expect(got.median).toBeLessThanOrEqual(got.p99);
        expect(got.p99).toBeLessThanOrEqual(got.largest);
        expect(Math.abs(got.bias)).toBeLessThanOrEqual(got.meanAbsolute * (1 + 1e-12));
      }),
      { examples: [[[-5e-324], "linear"]] },
    );
  });
});
