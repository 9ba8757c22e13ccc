import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { type Attribution, attribution } from "#domain/strategy/attribution/attribution.ts";
import type { Leg, StrategyOptions } from "#domain/strategy/model.ts";
import {
  call,
  FAR,
  leg,
  market,
  NEAR_FORWARD,
  NOW,
  options,
  put,
  SPOT,
  summary,
} from "../strategy-fixture.ts";

const DAY = 86_400_000;
const why = (legs: readonly Leg[], changes: Partial<StrategyOptions> = {}, at = market()): Attribution =>
  attribution(legs, at, options(changes), referenceStrategyKernel);
const added = ({ delta, gamma, theta, vega, rest }: Attribution["move"]) =>
  delta + gamma + theta + vega + rest;

describe("[STRAT-52] delta, gamma, theta, vega and the rest add up to the P&L from now to the target", () => {
  const drawn = fc.record({
    legs: fc.array(
      fc.record({
        strike: fc.integer({ min: 440, max: 520 }),
        lots: fc.integer({ min: -9, max: 9 }),
        type: fc.constantFrom("CE" as const, "PE" as const, "FUT" as const),
        expiry: fc.constantFrom("2026-11-24", FAR),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    move: fc.integer({ min: -4_000, max: 4_000 }),
    days: fc.integer({ min: 0, max: 8 }),
    ivOffset: fc.integer({ min: -15, max: 20 }),
    booked: fc.integer({ min: -5_000, max: 5_000 }),
  });

  test("for any legs and any target, to the last digits of a double, per leg and in sum", () => {
    fc.assert(
      fc.property(drawn, ({ legs: all, move, days, ivOffset, booked }) => {
        const legs = all.map(({ strike, lots, type, expiry }, i) =>
          leg(type, type === "FUT" ? 0 : 50 * strike, {
            expiry,
            quantity: 65 * lots,
            entryPrice: type === "FUT" ? 24_000 : 100,
            bookedPnl: i === 0 ? booked : 0,
          }),
        );
        const asked = { targetPrice: SPOT + move, targetTime: NOW + days * DAY, ivOffset };
        const told = why(legs, asked);
        const size = 1e-12 * all.reduce((sum, { lots }) => sum + Math.abs(65 * lots) * SPOT, 1);
        for (const each of [...told.legs, told.move]) {
          expect(Math.abs(added(each) - each.total)).toBeLessThanOrEqual(size);
        }
        expect(Math.abs(told.soFar + told.move.total + told.booked - told.atTarget)).toBeLessThanOrEqual(
          size,
        );
        // And that is what the payoff says there.
        expect(Math.abs(told.atTarget - summary(legs, asked).projectedPayoff)).toBeLessThanOrEqual(
          Math.max(size, 1e-6),
        );
      }),
      { numRuns: 200 },
    );
  });

  test("the sum's terms are those of its legs", () => {
    const told = why([call(24_000, 65, 100), put(23_900, -130, 80)], {
      targetPrice: 24_300,
      targetTime: NOW + DAY,
    });
    for (const term of ["delta", "gamma", "theta", "vega", "total"] as const) {
      expect(told.move[term]).toBeCloseTo(told.legs[0]![term] + told.legs[1]![term], 8);
    }
  });
});

describe("[STRAT-53] each term is what its cause would have made alone", () => {
  test("nothing moved: every term is 0", () => {
    const told = why([call(24_000, 65, 100), put(24_000, -65, 90), leg("FUT", 0, { entryPrice: 24_000 })]);
    for (const term of ["delta", "gamma", "theta", "vega", "rest", "total"] as const) {
      expect(Math.abs(told.move[term])).toBe(0);
    }
  });

  test("who bought options gains by curvature and by IV, and loses by time; who sold them the reverse", () => {
    for (const [sign, quantity] of [
      [1, 65],
      [-1, -65],
    ] as const) {
      for (const targetPrice of [23_400, 24_600]) {
        const { move } = why([call(24_000, quantity, 100)], {
          targetPrice,
          targetTime: NOW + 2 * DAY,
          ivOffset: 3,
        });
        expect(Math.sign(move.gamma)).toBe(sign);
        expect(Math.sign(move.vega)).toBe(sign);
        expect(Math.sign(move.theta)).toBe(-sign);
        expect(Math.sign(move.delta)).toBe(sign * Math.sign(targetPrice - SPOT));
      }
    }
  });

  test("price alone: delta and gamma are all of it; IV alone: vega is; time alone: theta is", () => {
    const legs = [call(24_000, 65, 100), put(23_800, -65, 80)];
    const causes = [
      [{ targetPrice: 24_250 }, ["delta", "gamma"]],
      [{ ivOffset: 4 }, ["vega"]],
      [{ targetTime: NOW + 2 * DAY }, ["theta"]],
    ] as const;
    for (const [asked, terms] of causes) {
      const { move } = why(legs, asked);
      const own = terms.reduce((sum, term) => sum + move[term], 0);
      expect(own).toBeCloseTo(move.total, 6);
      expect(Math.abs(move.total)).toBeGreaterThan(1);
      expect(move.rest).toBeCloseTo(0, 6);
    }
  });

  test("a small move is the greeks of now: half of gamma times its square, vega times the points", () => {
    const held = [call(24_000, 6_500, 100)];
    const { greeks } = summary(held);
    const { move } = why(held, { targetPrice: SPOT + 2, ivOffset: 0.01 });
    expect(move.delta).toBeCloseTo(greeks.delta * 2, 6);
    expect(move.gamma / ((greeks.gamma * 4) / 2)).toBeCloseTo(1, 2);
    expect(summary(held, { ivOffset: 0.01 }).greeks.vega * 0.01).toBeCloseTo(move.vega, 0);
  });

  test("a future has its delta, and time takes its basis", () => {
    const future = leg("FUT", 0, { quantity: 65, entryPrice: 24_000 });
    const { move, soFar } = why([future], { targetPrice: 24_100, targetTime: future.expiryInstant });
    expect(move.delta).toBeCloseTo(65 * 100, 8);
    expect(move.theta).toBeCloseTo(-65 * (NEAR_FORWARD - SPOT), 8);
    expect(soFar).toBeCloseTo(65 * (NEAR_FORWARD - 24_000), 8);
    expect([move.gamma, move.vega, move.rest].every((term) => Math.abs(term) < 1e-6)).toBe(true);
  });
});

describe("[STRAT-54] from entry to now is one figure, at the market's IV", () => {
  test("an IV of the trader's own is an assumption: it is vega, and changes nothing that was", () => {
    const own = why([call(24_000, 65, 100, { customIv: 0.2 })]);
    const plain = why([call(24_000, 65, 100)]);
    expect(own.soFar).toBe(plain.soFar);
    expect(own.move.vega).toBeGreaterThan(0);
    expect(own.move.total).toBeCloseTo(own.move.vega, 8);
  });

  test("what has expired is settled: all of it was so far", () => {
    const over = call(23_900, 65, 100, {
      settlement: { price: 160, underlyingClose: 24_060 },
      expiryInstant: NOW - DAY,
    });
    const told = why([over], { targetPrice: 25_000 });
    expect(told.soFar).toBe(65 * 60);
    expect(told.move.total).toBe(0);
  });

  test("what is not known makes its leg and the sum unknown, not 0", () => {
    const told = why([call(24_000, 65, 100)], { targetPrice: 24_100 }, market({ expiries: [] }));
    expect(told.move.total).toBeNaN();
    expect(told.move.rest).toBeNaN();
  });
});
