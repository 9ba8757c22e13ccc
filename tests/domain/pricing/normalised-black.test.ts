import { describe, expect, test } from "vitest";
import { normalisedBlack, normalisedVega } from "#domain/pricing/normalised-black.ts";
import { NORMALISED_BLACK } from "./normalised-black.vectors.ts";

describe("the normalised Black function", () => {
  test("every branch holds the digits that its inputs carry", () => {
    for (const [x, s, b] of NORMALISED_BLACK) {
      const h = x / s;
      // One ulp of x or s moves b by h² ulps; asking for more would be asking for luck.
      const tolerance = 4e-15 * Math.max(1, h * h);
      expect(Math.abs(normalisedBlack(x, s) / b - 1), `x ${x}, s ${s}`).toBeLessThan(tolerance);
    }
  });

  test("vega is the slope", () => {
    for (const [x, s, b, condition] of NORMALISED_BLACK) {
      const slope = b / (condition * s);
      expect(Math.abs(normalisedVega(x, s) / slope - 1)).toBeLessThan(0.01);
    }
  });

  test("nothing is worth nothing without volatility, and at most the bound with any amount", () => {
    expect(normalisedBlack(-0.1, 0)).toBe(0);
    expect(normalisedBlack(0, 0)).toBe(0);
    expect(normalisedBlack(-1, 1e-3)).toBe(0);
    expect(normalisedBlack(-0.2, 100)).toBeCloseTo(Math.exp(-0.1), 15);
    expect(normalisedBlack(-0.2, Number.NaN)).toBeNaN();
    expect(normalisedBlack(Number.NaN, 0.2)).toBeNaN();
  });

  test("the seams between branches do not show", () => {
    const seams: [number, (t: number) => number][] = [
      [0.21132486540518713, () => -3], // small t to erfcx
      [0.5, () => 0.35], // erfcx to the plain form
      [0.05, () => -10], // small t to asymptotic
    ];
    for (const [t, hOf] of seams) {
      const h = hOf(t);
      const below = normalisedBlack(2 * t * (h - 1e-12), 2 * (t - 1e-13));
      const above = normalisedBlack(2 * t * (h + 1e-12), 2 * (t + 1e-13));
      expect(Math.abs(above / below - 1)).toBeLessThan(1e-9);
    }
  });
});
