import { describe, expect, test } from "vitest";
import { contractRisk } from "#domain/margin/contract-risk.ts";
import { marginBook } from "#domain/margin/margin.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { Leg, StrategyMarket } from "#domain/strategy/model.ts";
import { standingLegs } from "#domain/strategy/standing.ts";
import { call, leg, market, NEAR_FORWARD, SPOT } from "./strategy-fixture.ts";

const quote = (price: number) =>
  ({ lastPrice: price, usablePrice: price, bid: price, ask: price, isLiquid: true, warnings: [] }) as const;

/** As the strategy prices it, and as the margin does. */
function forwards(held: Leg, at: StrategyMarket): [number, number] {
  const inputs = { legs: [], market: at, dailyVolatility: Number.NaN, previousClose: Number.NaN };
  const { context } = marginBook(inputs, referenceStrategyKernel);
  const risk = contractRisk(held, context);
  if (typeof risk === "string") throw new Error(`The leg has no margin: ${risk}`);
  return [standingLegs([held], at, 0)[0]!.forward, risk.forward];
}

describe("the forward of a leg is the same for its price and its margin", () => {
  const commodity = market({ kind: "commodity", symbol: "GOLD", derivativeExchange: "MCX" });

  test("a commodity's future is its own underlying, whatever options share its expiry", () => {
    const future = leg("FUT", 0, { quote: quote(25_100) });
    expect(forwards(future, commodity)).toEqual([25_100, 25_100]);
    expect(forwards(future, market())).toEqual([NEAR_FORWARD, NEAR_FORWARD]);
  });

  test("one that is not quoted takes its expiry's", () => {
    expect(forwards(leg("FUT", 0), commodity)).toEqual([NEAR_FORWARD, NEAR_FORWARD]);
    expect(forwards(call(24_000, 65, 200), commodity)).toEqual([NEAR_FORWARD, NEAR_FORWARD]);
  });

  test("of an expiry that the market says nothing of, a future has its price and an option the spot", () => {
    const unknown = market({ expiries: [] });
    expect(forwards(leg("FUT", 0, { quote: quote(24_111) }), unknown)).toEqual([24_111, 24_111]);
    expect(forwards(call(24_000, 65, 200), unknown)).toEqual([SPOT, SPOT]);
  });
});
