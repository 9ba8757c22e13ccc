import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Leg } from "#domain/strategy/model.ts";
import { call, leg, put, SPOT, summary } from "./strategy-fixture.ts";

interface Drawn {
  readonly type: "CE" | "PE" | "FUT";
  readonly strike: number;
  readonly lots: number;
  readonly entry: number;
}

const drawnLeg: fc.Arbitrary<Drawn> = fc.record({
  type: fc.constantFrom("CE" as const, "PE" as const, "FUT" as const),
  strike: fc.integer({ min: 430, max: 530 }).map((k) => 50 * k),
  lots: fc.integer({ min: -10, max: 10 }).filter((lots) => lots !== 0),
  entry: fc.integer({ min: 0, max: 40_000 }).map((ticks) => ticks / 20),
});
const strategy = fc.array(drawnLeg, { minLength: 1, maxLength: 10 });

function legsOf(drawn: readonly Drawn[], times = 1): Leg[] {
  return drawn.map(({ type, strike, lots, entry }) => {
    const quantity = 65 * lots * times;
    if (type === "FUT") return leg("FUT", 0, { quantity, entryPrice: SPOT + entry });
    return (type === "CE" ? call : put)(strike, quantity, entry);
  });
}

/** P&L at expiry, by intrinsic value. */
function bruteAt(legs: readonly Leg[], price: number): number {
  return legs.reduce((sum, { type, strike, quantity, entryPrice }) => {
    const worth = type === "FUT" ? price : Math.max(0, type === "CE" ? price - strike : strike - price);
    return sum + quantity * (worth - entryPrice!);
  }, 0);
}

/** Rupees that rounding may make. */
const slack = (legs: readonly Leg[]) =>
  1e-10 * legs.reduce((sum, { quantity }) => sum + Math.abs(quantity) * SPOT, 0);

/** Whether some stretch of prices gains and loses nothing. */
function restsAtZero(legs: readonly Leg[]): boolean {
  const kinks = [0, ...legs.map(({ strike }) => strike), 1e6, 2e6].sort((a, b) => a - b);
  const isZero = kinks.map((price) => Math.abs(bruteAt(legs, price)) <= 100 * slack(legs));
  return isZero.some((zero, i) => zero && isZero[i + 1] === true && kinks[i + 1] !== kinks[i]);
}

describe("any strategy of one expiry", () => {
  test("is drawn exactly, and straight between its kinks", () => {
    fc.assert(
      fc.property(strategy, (drawn) => {
        const legs = legsOf(drawn);
        const { price, atExpiry } = summary(legs).payoffs!;
        const kinks = new Set(legs.map(({ strike }) => strike));
        let worst = 0;
        let bend = 0;
        for (let i = 0; i < price.length; i++) {
          worst = Math.max(worst, Math.abs(atExpiry[i]! - bruteAt(legs, price[i]!)));
          if (i === 0 || i === price.length - 1 || kinks.has(price[i]!)) continue;
          const [a, b, c] = [price[i - 1]!, price[i]!, price[i + 1]!];
          const between = atExpiry[i - 1]! + ((b - a) / (c - a)) * (atExpiry[i + 1]! - atExpiry[i - 1]!);
          bend = Math.max(bend, Math.abs(atExpiry[i]! - between));
        }
        expect(worst).toBeLessThanOrEqual(slack(legs));
        expect(bend).toBeLessThanOrEqual(4 * slack(legs));
      }),
    );
  });

  test("breaks even at its breakevens, and nowhere else", () => {
    fc.assert(
      fc.property(strategy, (drawn) => {
        const legs = legsOf(drawn);
        const { breakevensAtExpiry: roots } = summary(legs);
        const tolerance = slack(legs);
        for (const root of roots) {
          expect(root).toBeGreaterThan(0);
          expect(Math.abs(bruteAt(legs, root))).toBeLessThanOrEqual(tolerance);
        }
        expect([...roots].sort((a, b) => a - b)).toEqual(roots);
        const ends = [0, ...roots, 1e6];
        for (let i = 0; i + 1 < ends.length; i++) {
          const [from, to] = [ends[i]!, ends[i + 1]!];
          const signs = new Set<number>();
          for (let k = 1; k < 20; k++) {
            const value = bruteAt(legs, from + ((to - from) * k) / 20);
            if (Math.abs(value) > tolerance) signs.add(Math.sign(value));
          }
          expect(signs.size).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("never gains more than its maximum, nor loses more", () => {
    fc.assert(
      fc.property(strategy, fc.double({ min: 0, max: 1e6, noNaN: true }), (drawn, price) => {
        const legs = legsOf(drawn);
        const { maxProfit, maxLoss, payoffs } = summary(legs);
        const tolerance = slack(legs);
        const values = [...payoffs!.atExpiry, bruteAt(legs, price)];
        expect(Math.max(...values)).toBeLessThanOrEqual(maxProfit + tolerance + 1e-10 * price);
        expect(Math.min(...values)).toBeGreaterThanOrEqual(maxLoss - tolerance - 1e-10 * price);
      }),
    );
  });

  test("has a probability between 0 and 1, which its mirror image completes", () => {
    fc.assert(
      fc.property(strategy, (drawn) => {
        const { pop } = summary(legsOf(drawn));
        const mirrored = summary(legsOf(drawn, -1));
        expect(pop).toBeGreaterThanOrEqual(0);
        expect(pop).toBeLessThanOrEqual(1);
        expect(pop + mirrored.pop).toBeLessThanOrEqual(1 + 1e-12);
        // Only where neither gains may the two leave something out.
        if (!restsAtZero(legsOf(drawn))) expect(pop + mirrored.pop).toBeGreaterThan(1 - 1e-9);
      }),
    );
  });

  test("in thrice the lots is thrice itself", () => {
    fc.assert(
      fc.property(strategy, (drawn) => {
        const one = summary(legsOf(drawn));
        const three = summary(legsOf(drawn, 3));
        const tolerance = 3 * slack(legsOf(drawn, 3));
        const near = (a: number, b: number) =>
          a === b ? true : expect(Math.abs(a - b)).toBeLessThanOrEqual(tolerance);
        near(three.maxProfit, 3 * one.maxProfit);
        near(three.maxLoss, 3 * one.maxLoss);
        near(three.targetPnl, 3 * one.targetPnl);
        near(three.totalPremium, 3 * one.totalPremium);
        near(three.greeks.delta, 3 * one.greeks.delta);
        near(three.greeks.vega, 3 * one.greeks.vega);
        near(three.decay, 3 * one.decay);
        expect(three.breakevensAtExpiry).toHaveLength(one.breakevensAtExpiry.length);
        for (const [i, root] of one.breakevensAtExpiry.entries()) {
          expect(three.breakevensAtExpiry[i]!).toBeCloseTo(root, 6);
        }
      }),
    );
  });

  test("is at the target what its legs are there", () => {
    fc.assert(
      fc.property(strategy, fc.double({ min: 20_000, max: 28_000, noNaN: true }), (drawn, targetPrice) => {
        const s = summary(legsOf(drawn), { targetPrice });
        const legs = s.tradeDetails!.reduce((sum, each) => sum + each.targetPnl, 0);
        expect(s.targetPnl).toBe(legs);
        const i = s.payoffs!.price.indexOf(targetPrice);
        if (i >= 0) expect(s.payoffs!.atTarget[i]!).toBeCloseTo(legs, 5);
      }),
    );
  });
});
