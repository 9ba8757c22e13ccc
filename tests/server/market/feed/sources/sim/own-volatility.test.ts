import { expect, test } from "vitest";
import { layOwn, ownVariances } from "#server/market/feed/sources/sim/own-volatility.ts";
import { INDEX_SMILE, outOfTheMoney, relativeVariance } from "#server/market/feed/sources/sim/surface.ts";

const FORWARD = 24_000;
const ATM = 0.12;
const DEVIATION = ATM * Math.sqrt(30 / 365);
const STRIKES = Float64Array.from({ length: 21 }, (_, i) => 23_000 + 100 * i);
const SMOOTH = { deviation: DEVIATION, rho: INDEX_SMILE.rho, shape: INDEX_SMILE };

/** Volatilities of the shape, some strikes dearer or cheaper by a factor. */
function closed(factors: Readonly<Record<number, number>>, prints = STRIKES.length) {
  const iv = STRIKES.map((strike, i) => {
    const z = Math.log(strike / FORWARD) / DEVIATION;
    return ATM * Math.sqrt(relativeVariance(INDEX_SMILE, INDEX_SMILE.rho, z)) * (factors[i] ?? 1);
  });
  return { forward: FORWARD, atmIv: ATM, strikes: STRIKES, iv, prints };
}

const ownOf = (factors: Readonly<Record<number, number>>, prints?: number) => [
  ...ownVariances(closed(factors, prints), SMOOTH, 0.05).values(),
];

test("what the shape says is nobody's own", () => {
  for (const own of ownOf({})) expect(own).toBeCloseTo(1, 12);
});

test("a close that no other contradicts is kept whole", () => {
  const own = ownOf({ 4: 1.001, 10: 0.999 });
  expect(own[4]).toBeCloseTo(1.001 ** 2, 12);
  expect(own[10]).toBeCloseTo(0.999 ** 2, 12);
  expect(own[7]).toBeCloseTo(1, 12);
});

test("closes that contradict one another go towards the shape until no butterfly costs less than nothing", () => {
  const own = ownOf({ 10: 1.2, 12: 0.8 });
  const call = STRIKES.map((strike, i) => {
    const x = Math.log(strike / FORWARD);
    const fitted = relativeVariance(INDEX_SMILE, INDEX_SMILE.rho, x / DEVIATION);
    const v = DEVIATION * Math.sqrt(fitted * own[i]!);
    return outOfTheMoney(FORWARD, strike, x, v) + Math.max(0, FORWARD - strike);
  });
  for (let i = 1; i < STRIKES.length - 1; i++) {
    expect(call[i]! - (call[i - 1]! + call[i + 1]!) / 2).toBeLessThanOrEqual(0.05);
    expect(call[i]!).toBeLessThanOrEqual(call[i - 1]! + 0.05);
  }
  expect(own[10]).toBeGreaterThan(1);
  expect(own[12]).toBeLessThan(1);
  expect(own[3]).toBeCloseTo(1, 12);
});

test("an expiry of few prints keeps them, but for a call that costs more than a nearer one", () => {
  expect(ownOf({ 10: 1.05 }, 3)[10]).toBeCloseTo(1.05 ** 2, 12);
  expect(ownOf({ 18: 3 }, 3)[18]).toBeLessThan(9);
});

test("strikes of a later day have what the nearest one has", () => {
  const own = new Float64Array(3);
  layOwn(
    new Map([
      [100, 1.1],
      [200, 0.9],
    ]),
    [90, 160, 300],
    own,
  );
  expect([...own]).toEqual([1.1, 0.9, 0.9]);
  layOwn(undefined, [90, 160, 300], own);
  expect([...own]).toEqual([1, 1, 1]);
});
