import fc from "fast-check";
import { expect, test } from "vitest";
import { brentRoot } from "#domain/strategy/root.ts";

const root = (f: (x: number) => number, low: number, high: number, tolerance = 1e-12) =>
  brentRoot(f, low, high, f(low), f(high), tolerance);

test("finds roots of smooth, flat and kinked functions", () => {
  expect(root((x) => x * x - 2, 0, 2)).toBeCloseTo(Math.SQRT2, 12);
  expect(root((x) => Math.cos(x) - x, 0, 1)).toBeCloseTo(0.7390851332151607, 12);
  expect(root((x) => (x - 1) ** 9, 0, 3, 1e-9)).toBeCloseTo(1, 1);
  expect(root((x) => Math.max(0, x - 3) - 0.5, 0, 10)).toBeCloseTo(3.5, 12);
  expect(root((x) => (x < 0.3 ? -1 : 1), 0, 1)).toBeCloseTo(0.3, 11);
});

test("of any line, wherever the bracket lies", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 0.001, max: 1e6, noNaN: true }),
      fc.double({ min: 0.001, max: 1e6, noNaN: true }),
      (at, below, above) => {
        const found = root((x) => x - at, at - below, at + above, 1e-9);
        expect(Math.abs(found - at)).toBeLessThan(1e-8);
      },
    ),
  );
});

test("needs few looks, and none beyond the bracket", () => {
  let looks = 0;
  const f = (x: number) => {
    looks++;
    expect(x).toBeGreaterThanOrEqual(20_000);
    expect(x).toBeLessThanOrEqual(24_000);
    return Math.exp(x / 5_000) - Math.exp(23_456.789 / 5_000);
  };
  expect(brentRoot(f, 20_000, 24_000, f(20_000), f(24_000), 1e-8)).toBeCloseTo(23_456.789, 7);
  expect(looks).toBeLessThan(15);
});

test("an unknown value ends the search as unknown", () => {
  expect(brentRoot(() => Number.NaN, 0, 1, -1, 1, 1e-9)).toBeNaN();
});
