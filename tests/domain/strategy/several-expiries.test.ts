/** Calendars and diagonals against a search that knows nothing of ours: every leg by the formula, on a fine grid. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blackPrice } from "#domain/pricing/black76.ts";
import { lognormalSettlement } from "#domain/pricing/settlement-distribution.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { Leg } from "#domain/strategy/model.ts";
import {
  call,
  FAR,
  FAR_FORWARD,
  market,
  NEAR,
  NEAR_FORWARD,
  NOW,
  put,
  SPOT,
  summary,
} from "./strategy-fixture.ts";

const [near, far] = market().expiries;
const LEFT = far!.expiryInstant - near!.expiryInstant;
const BASIS = (FAR_FORWARD - SPOT) * (LEFT / (far!.expiryInstant - NOW));

/** P&L on the near expiry, one leg after the other. */
function brute(legs: readonly Leg[], spot: number): number {
  let sum = 0;
  for (const { type, strike, expiry, quantity, entryPrice } of legs) {
    const forward = expiry === NEAR ? spot : Math.max(0.05, spot + BASIS);
    const years = expiry === NEAR ? 0 : yearsToExpiry(near!.expiryInstant, far!.expiryInstant);
    sum += quantity * (blackPrice(type as "CE" | "PE", forward, strike, years, 0.14, 0) - entryPrice!);
  }
  return sum;
}

const STEP = 2;
function bruteRoots(legs: readonly Leg[]): number[] {
  const roots: number[] = [];
  for (let x = STEP; x < 4 * SPOT; x += STEP) {
    let [low, high] = [x, x + STEP];
    const sign = Math.sign(brute(legs, low));
    if (sign * brute(legs, high) >= 0) continue;
    for (let n = 0; n < 60; n++) {
      const middle = 0.5 * (low + high);
      if (sign * brute(legs, middle) > 0) low = middle;
      else high = middle;
    }
    roots.push(low);
  }
  return roots;
}

function bruteExtreme(legs: readonly Leg[], better: (...values: number[]) => number): number {
  let best = brute(legs, 0);
  for (let x = STEP; x <= 4 * SPOT; x += STEP) best = better(best, brute(legs, x));
  return best;
}

const STRATEGIES: Record<string, readonly Leg[]> = {
  "a calendar with calls": [call(24_000, -65, 250), call(24_000, 65, 480, { expiry: FAR })],
  "a calendar with puts": [put(24_000, -65, 190), put(24_000, 65, 300, { expiry: FAR })],
  "a short calendar": [call(24_000, 65, 250), call(24_000, -65, 480, { expiry: FAR })],
  "a diagonal": [call(24_500, -65, 60), call(23_500, 65, 800, { expiry: FAR })],
  "a double calendar": [
    put(23_500, -65, 60),
    put(23_500, 65, 140, { expiry: FAR }),
    call(24_500, -65, 60),
    call(24_500, 65, 250, { expiry: FAR }),
  ],
};

describe.each(Object.entries(STRATEGIES))("%s", (_name, legs) => {
  const s = summary(legs);

  test("breaks even where a bisection does", () => {
    const roots = bruteRoots(legs);
    expect(roots.length).toBeGreaterThan(0);
    expect(s.breakevensAtExpiry).toHaveLength(roots.length);
    for (const [i, root] of roots.entries()) {
      expect(Math.abs(s.breakevensAtExpiry[i]! - root)).toBeLessThan(1e-8 * SPOT);
    }
  });

  test("has the extremes of a fine search, and nothing drawn exceeds them", () => {
    const high = bruteExtreme(legs, Math.max);
    const low = bruteExtreme(legs, Math.min);
    const scale = high - low;
    expect(s.maxProfit).toBeGreaterThanOrEqual(high - 1e-9 * scale);
    expect(s.maxProfit).toBeLessThan(high + 1e-4 * scale);
    expect(s.maxLoss).toBeLessThanOrEqual(low + 1e-9 * scale);
    expect(s.maxLoss).toBeGreaterThan(low - 1e-4 * scale);
    expect(Math.max(...s.payoffs!.atExpiry)).toBeLessThanOrEqual(s.maxProfit + 1e-9 * scale);
    expect(Math.min(...s.payoffs!.atExpiry)).toBeGreaterThanOrEqual(s.maxLoss - 1e-9 * scale);
  });

  test("is drawn as the formula has it", () => {
    for (let i = 0; i < s.payoffs!.price.length; i += 7) {
      expect(s.payoffs!.atExpiry[i]!).toBeCloseTo(brute(legs, s.payoffs!.price[i]!), 6);
    }
  });

  test("has the probability of the near expiry's lognormal over where it pays", () => {
    const ends = [0, ...bruteRoots(legs), Infinity];
    const years = yearsToExpiry(NOW, near!.expiryInstant);
    let pop = 0;
    for (let i = 0; i + 1 < ends.length; i++) {
      const [from, to] = [ends[i]!, ends[i + 1]!];
      if (brute(legs, to === Infinity ? 2 * from : 0.5 * (from + to)) <= 0) continue;
      const cdf = lognormalSettlement(NEAR_FORWARD, years, 0.13).below;
      pop += cdf(to) - cdf(from);
    }
    expect(s.pop).toBeCloseTo(pop, 9);
  });
});

test("a far call alone against a near one sold twice is unlimited to the right", () => {
  const s = summary([call(24_000, -130, 250), call(24_000, 65, 480, { expiry: FAR })]);
  expect(s.maxLoss).toBe(-Infinity);
  expect(Number.isFinite(s.maxProfit)).toBe(true);
});

test("any calendar's target curve on the near expiry day's close is its expiry curve", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          isCall: fc.boolean(),
          isFar: fc.boolean(),
          strike: fc.integer({ min: 440, max: 520 }).map((k) => 50 * k),
          lots: fc.integer({ min: -5, max: 5 }).filter((lots) => lots !== 0),
          entry: fc.double({ min: 0, max: 1000, noNaN: true }),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      (drawn) => {
        const legs = [
          put(24_000, 65, 100),
          ...drawn.map(({ isCall, isFar, strike, lots, entry }) =>
            (isCall ? call : put)(strike, 65 * lots, entry, { expiry: isFar ? FAR : NEAR }),
          ),
        ];
        const s = summary(legs, { targetTime: near!.expiryInstant });
        const { atTarget, atExpiry } = s.payoffs!;
        expect(atTarget.length).toBeGreaterThanOrEqual(401);
        expect([...atTarget, ...atExpiry].every(Number.isFinite)).toBe(true);
        for (let i = 0; i < atTarget.length; i += 11) expect(atTarget[i]).toBe(atExpiry[i]);
      },
    ),
    { numRuns: 50 },
  );
});
