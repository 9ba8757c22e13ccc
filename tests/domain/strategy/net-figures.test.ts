/** Breakevens, extremes and POP after charges (rules STRAT-28 to STRAT-33). */

import { describe, expect, test } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { AT_LTP } from "#domain/strategy/entry.ts";
import type { Leg, StrategyMarket } from "#domain/strategy/model.ts";
import { call, expiryMarket, leg, market, NEAR, put, summary } from "./strategy-fixture.ts";

const NET = { charges: { broker: ZERODHA, wantsNet: true } } as const;
const netOf = (held: readonly Leg[], at: StrategyMarket = market()) => {
  const whole = summary(held, NET, at);
  return { ...whole, net: whole.net!, curves: whole.payoffs!.net! };
};
const stock = market({
  symbol: "RELIANCE",
  kind: "stock",
  spot: 1_300,
  strikeStep: 10,
  expiries: [{ ...expiryMarket({ expiry: NEAR, forward: 1_302, atmIv: 0.25 }) }],
});

const STRATEGIES: readonly (readonly [string, readonly Leg[], StrategyMarket])[] = [
  [
    "a condor",
    [call(24_500, -65, 40), call(24_700, 65, 12), put(23_500, -65, 35), put(23_300, 65, 10)],
    market(),
  ],
  ["a straddle sold", [call(24_000, -65, 180), put(24_000, -65, 170)], market()],
  ["a call bought", [call(24_000, 65, 180)], market()],
  ["a put sold", [put(24_000, -65, 180)], market()],
  [
    "a share's condor",
    [call(1_340, -500, 9), call(1_360, 500, 4), put(1_260, -500, 8), put(1_240, 500, 4)],
    stock,
  ],
  [
    "a share's call, hedged",
    [call(1_300, -500, 30), leg("FUT", 0, { quantity: 500, entryPrice: 1_302 })],
    stock,
  ],
];

describe.each(STRATEGIES)("%s", (_, held, at) => {
  const { net, curves, payoffs, pop, maxProfit, maxLoss } = netOf(held, at);
  const { price, atExpiry } = payoffs!;

  test("[STRAT-28] is nowhere worth more after charges than before", () => {
    for (let i = 0; i < price.length; i++) {
      expect(curves.atExpiry[i]!).toBeLessThan(atExpiry[i]!);
      expect(curves.atTarget[i]!).toBeLessThan(payoffs!.atTarget[i]!);
    }
    expect(net.pop).toBeLessThanOrEqual(pop);
    expect(net.entryCharges).toBeGreaterThan(0);
  });

  test("[STRAT-31] ends where the gross does not end, and else is never beyond what is drawn of it", () => {
    expect([net.maxProfit === Infinity, net.maxLoss === -Infinity]).toEqual([
      maxProfit === Infinity,
      maxLoss === -Infinity,
    ]);
    expect(net.maxProfit).toBeGreaterThanOrEqual(Math.max(...curves.atExpiry) - 1e-6);
    expect(net.maxLoss).toBeLessThanOrEqual(Math.min(...curves.atExpiry) + 1e-6);
    expect(net.maxProfit).toBeLessThanOrEqual(maxProfit);
  });

  test("[STRAT-31] changes its sign at its breakevens and nowhere else in what is drawn", () => {
    const marks = net.breakevens.map(({ at: where }) => where);
    for (let i = 1; i < price.length; i++) {
      const [a, b] = [curves.atExpiry[i - 1]!, curves.atExpiry[i]!];
      const isBetween = marks.some((mark) => mark >= price[i - 1]! - 1e-6 && mark <= price[i]! + 1e-6);
      if (a * b < 0) expect(isBetween, `${price[i - 1]} to ${price[i]}`).toBe(true);
    }
  });
});

test("[STRAT-31] a profit that the tax on delivered shares eats at the strike is a breakeven by a jump", () => {
  // A put that is sold takes shares when it ends in the money: the tax and the fee are on its strike.
  const short = [put(1_300, -500, 3)];
  const { net } = netOf(short, stock);
  const jump = net.breakevens.find(({ kind }) => kind === "jump");
  expect(jump).toEqual({ at: 1_300, kind: "jump" });
  // Above the strike the premium of 1,500 is kept but for the entry; just below it the shares cost 650 of STT and 0.25 % more.
  const at = (price: number) =>
    summary(short, { ...NET, targetPrice: price }, stock).net!.exitChargesAtExpiry;
  expect(at(1_300)).toBeCloseTo(0, 9);
  expect(at(1_299.99)).toBeCloseTo(650 + (0.0025 * 650_000 + 20) * 1.18, 6);
});

test("[STRAT-25] entries: the middle, the touch, and the touch by ticks; what the trader set stays", () => {
  const quote = { lastPrice: 99, usablePrice: 100, bid: 98, ask: 104, isLiquid: true, warnings: [] };
  const legs = [call(24_000, 65, null, { quote, tickSize: 0.1 }), put(24_000, -65, null, { quote })];
  const entries = (mode: "ltp" | "mid" | "touch", slippageTicks = 0) =>
    summary(legs, { entry: { mode, slippageTicks } }).legPrices.map(({ entry }) => entry);
  expect(entries("ltp")).toEqual([100, 100]);
  expect(entries("mid")).toEqual([101, 101]);
  expect(entries("touch")).toEqual([104, 98]);
  expect(entries("touch", 2)).toEqual([104.2, 97.9]);
  expect(entries("touch", 1_000)[1]).toBe(48);
  const own = summary([call(24_000, 65, 77, { quote })], { entry: { mode: "touch", slippageTicks: 5 } });
  expect(own.legPrices[0]).toMatchObject({ entry: 77, entrySource: "OWN", unquoted: null });
  expect(summary(legs, { entry: AT_LTP }).totalPremium).toBe(0);
  expect(summary(legs, { entry: { mode: "touch", slippageTicks: 0 } }).totalPremium).toBe(65 * 6);
});

test("[STRAT-26] [STRAT-27] a side that is not quoted is told, and what is taken in its place", () => {
  const none = { lastPrice: NaN, usablePrice: NaN, bid: NaN, ask: NaN, isLiquid: false, warnings: [] };
  const at = (quote: Partial<Leg["quote"]>, quantity: number, mode: "mid" | "touch") =>
    summary([call(24_000, quantity, null, { quote: { ...none, ...quote } })], {
      entry: { mode, slippageTicks: 0 },
      ...NET,
    });
  const price = (...terms: Parameters<typeof at>) => at(...terms).legPrices[0]!;
  expect(price({ bid: 90, usablePrice: 95 }, 65, "touch")).toMatchObject({ unquoted: "ASK", entry: 95 });
  expect(price({ ask: 90, usablePrice: 95 }, -65, "touch")).toMatchObject({ unquoted: "BID", entry: 95 });
  expect(price({ bid: 90, lastPrice: 91 }, 65, "mid")).toMatchObject({
    unquoted: "ASK",
    entrySource: "LAST",
  });
  expect(price({ bid: 92, ask: 91, usablePrice: 90 }, 65, "mid")).toMatchObject({
    unquoted: "CROSSED",
    entry: 90,
  });
  expect(price({}, 65, "mid")).toMatchObject({ unquoted: "BOTH", entrySource: "MODEL" });
  // Charges of a leg without a quote are those of the price by its own IV, as its premium is.
  const { charges, totalPremium } = at({}, 65, "mid");
  expect(charges!.entry.stampDuty).toBeCloseTo(totalPremium * 0.00003, 9);
});
