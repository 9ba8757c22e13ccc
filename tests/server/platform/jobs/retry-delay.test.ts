import fc from "fast-check";
import { expect, it } from "vitest";
import { retryDelay } from "#server/platform/jobs/retry-delay.ts";

const LIMITS = { firstRetryMs: 1_000, longestRetryMs: 60_000 };

it("the wait doubles up to the longest, and half of it is left to chance", () => {
  const whole = [1, 2, 3, 6, 7, 1_000].map((attempts) => retryDelay(LIMITS, attempts, 1));
  expect(whole).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
  expect(retryDelay(LIMITS, 3, 0)).toBe(2_000);
});

it("the wait is never shorter than half of what it is at most, nor longer", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (n, random) => {
        const whole = retryDelay(LIMITS, n, 1);
        const wait = retryDelay(LIMITS, n, random);
        expect(wait).toBeGreaterThanOrEqual(whole / 2);
        expect(wait).toBeLessThanOrEqual(Math.min(whole, LIMITS.longestRetryMs));
      },
    ),
  );
});
