/** How charges of leaving are looked up: the same as asking each leg's rule at each price (rules STRAT-28 to STRAT-30). */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANGEL, type BrokerId, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { chargeAt } from "#domain/charges/schedule.ts";
import { referenceStrategyKernel, type StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { createCurve } from "#domain/strategy/curve.ts";
import { legPrice } from "#domain/strategy/leg-value.ts";
import type { Leg, StrategyMarket } from "#domain/strategy/model.ts";
import { chargedDay } from "#domain/strategy/net/charged-day.ts";
import { exitCharges } from "#domain/strategy/net/exits.ts";
import { createNetCurve } from "#domain/strategy/net/net-curve.ts";
import { straightCharges } from "#domain/strategy/net/straight-charges.ts";
import { standingLegs } from "#domain/strategy/standing.ts";
import { call, FAR, leg, market, NOW, put } from "./strategy-fixture.ts";

const DATE = "2026-11-17";
const PRICES = Float64Array.from({ length: 41 }, (_, i) => 22_000 + 100 * i);

describe("charges that the underlying alone decides", () => {
  test("are those of each, in whatever order prices come, at a jump and beside it", () => {
    const legs = fc.array(
      fc.record({
        at: fc.integer({ min: -50, max: 400 }).map((half) => half / 2),
        before: fc.integer({ min: 0, max: 90 }),
        constant: fc.integer({ min: 0, max: 90 }),
        slope: fc.double({ min: 0, max: 3, noNaN: true }),
      }),
      { maxLength: 5 },
    );
    const places = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(legs, places, fc.integer({ min: -9, max: 9 }), (jumps, halves, constant) => {
        const prices = Float64Array.from(halves, (half) => half / 2);
        const out = new Float64Array(prices.length).fill(1_000);
        const lines = jumps.map(({ before, ...line }) => [
          { at: -Infinity, constant: before, slope: 0 },
          // Of two at one price the last holds.
          { ...line, constant: 999 },
          line,
        ]);
        straightCharges(lines, constant)(prices, out, -2, 7);
        for (const [i, price] of prices.entries()) {
          let sum = constant + 7;
          for (const { at, before, constant: from, slope } of jumps)
            sum += price >= at ? from + slope * price : before;
          expect(out[i], `at ${price}`).toBeCloseTo(1_000 - 2 * sum, 9);
        }
      }),
    );
  });
});

/** Rupees of trading out of all legs at each price, one rule and one price after another. */
function oneByOne(legs: readonly Leg[], at: StrategyMarket, broker: BrokerId): Float64Array {
  const day = chargedDay(at, broker, DATE)!;
  const standing = standingLegs(legs, at, 0);
  return PRICES.map((price) =>
    standing.reduce((sum, each) => sum + chargeAt(day.trade(each.leg), legPrice(each, at, NOW, price)), 0),
  );
}

/** The reference, which tells how many legs were valued. */
function counting(): StrategyKernel & { legs: number } {
  return {
    ...referenceStrategyKernel,
    legs: 0,
    payoffGrid(legs, ...rest) {
      this.legs += legs.count;
      referenceStrategyKernel.payoffGrid(legs, ...rest);
    },
  };
}

function netOf(legs: readonly Leg[], at: StrategyMarket, broker: BrokerId) {
  const kernel = counting();
  const standing = standingLegs(legs, at, 0);
  const gross = createCurve(standing, at, NOW, 0, kernel);
  const exits = exitCharges(standing, at, NOW, broker, kernel);
  const before = gross.values(PRICES);
  const valuedBefore = kernel.legs;
  const net = createNetCurve(gross, 0, exits).fromGross(PRICES, before);
  const valued = kernel.legs - valuedBefore;
  return { charges: before.map((value, i) => value - net[i]!), valued };
}

describe("charges of trading out of options", () => {
  const condor = [put(23_000, 65, 20), put(23_500, -65, 60), call(24_500, -65, 70), call(25_000, 65, 25)];
  const future = leg("FUT", 0, { quantity: 65, entryPrice: 24_060 });
  const cases: readonly (readonly [string, readonly Leg[], number])[] = [
    ["as many bought as sold", condor, 2],
    ["bought alone, of two expiries", [call(24_000, 65, 300), call(24_200, 130, 320, { expiry: FAR })], 0],
    ["sold alone", [call(24_000, -65, 300), put(24_000, -195, 280)], 0],
    [
      "one bought and many sold, beside a future",
      [call(24_000, 65, 300), call(24_500, -130, 90), put(23_500, -65, 60), future],
      1,
    ],
  ];

  test.each(cases)(
    "follow from the P&L, with %s: the fewer side alone is valued once more",
    (_, legs, valued) => {
      for (const broker of [ZERODHA, UPSTOX, ANGEL] as const) {
        const found = netOf(legs, market(), broker);
        const wanted = oneByOne(legs, market(), broker);
        expect(found.valued, `${broker}`).toBe(valued);
        for (const [i, price] of PRICES.entries()) {
          expect(found.charges[i], `${broker} at ${price}`).toBeCloseTo(wanted[i]!, 6);
        }
      }
    },
  );

  test("of a currency, where brokerage is a share of the strike up to a limit, are of each leg for itself", () => {
    const usdinr = market({ symbol: "USDINR", kind: "currency", derivativeExchange: "CDS" });
    const legs = [call(24_000, 65, 300), call(24_500, -1, 90)];
    const found = netOf(legs, usdinr, ZERODHA);
    const wanted = oneByOne(legs, usdinr, ZERODHA);
    for (const i of PRICES.keys()) expect(found.charges[i]).toBeCloseTo(wanted[i]!, 6);
  });
});
