/** Figures after charges (rules STRAT-28 to STRAT-32; quant.md §11). */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chargesAnswer } from "#analysis/charges-answer.ts";
import { BROKER_IDS, type BrokerId } from "#domain/access/brokers.ts";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { istDate, istInstant } from "#domain/calendar/ist.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { createCurve } from "#domain/strategy/curve.ts";
import { isOver, legPrice } from "#domain/strategy/leg-value.ts";
import type { Leg, StrategyMarket } from "#domain/strategy/model.ts";
import { entryCharges, exitCharges } from "#domain/strategy/net/exits.ts";
import { createNetCurve } from "#domain/strategy/net/net-curve.ts";
import { type StandingLeg, standingLegs } from "#domain/strategy/standing.ts";
import { call, FAR, leg, market, NEAR, NOW, put, SPOT } from "./strategy-fixture.ts";

const EXPIRY = expiryInstant("NFO", NEAR);
const RELIANCE = market({ symbol: "RELIANCE", kind: "stock", spot: 1_300, strikeStep: 10 });
/** Market of a share: no volatility is asked of it at expiry. */
const share = (changes: Partial<StrategyMarket> = {}) => ({ ...RELIANCE, expiries: [], ...changes });

/** The P&L after charges that the server's call answers. */
function answered(
  each: StandingLeg,
  at: StrategyMarket,
  time: number,
  price: number,
  broker: BrokerId,
): number {
  const { leg: held, entry } = each;
  const isSettled = held.type !== "EQ" && isOver(each, time);
  const worth = legPrice(each, at, time, price);
  const date = istDate(at.now);
  const exit = isSettled
    ? {
        kind: "expiry" as const,
        settlement_price: price,
        is_physical: at.kind === "stock",
        date: istDate(time),
      }
    : { kind: "trade" as const, price: worth, date: istDate(time) };
  const { payload } = chargesAnswer(
    {
      broker_id: broker,
      trades: [
        {
          exchange: held.type === "EQ" ? "NSE" : "NFO",
          instrument_type: held.type,
          underlying: at.symbol,
          trade_action: held.quantity > 0 ? "BUY" : "SELL",
          quantity: Math.abs(held.quantity),
          price: entry,
          strike: held.strike,
          exit,
        },
      ],
    },
    { broker, date },
  );
  return payload.total.net_pnl!;
}

function netCurve(legs: readonly Leg[], at: StrategyMarket, time: number, broker: BrokerId) {
  const standing = standingLegs(legs, at, 0);
  const gross = createCurve(standing, at, time, 0, referenceStrategyKernel);
  const exits = exitCharges(standing, at, time, broker, referenceStrategyKernel);
  return { standing, net: createNetCurve(gross, entryCharges(standing, at, broker), exits) };
}

const legOf = (strikes: readonly number[]) =>
  fc
    .record({
      type: fc.constantFrom("CE", "PE", "FUT", "CE", "PE"),
      strike: fc.constantFrom(...strikes),
      lots: fc.integer({ min: -40, max: 40 }).filter((lots) => lots !== 0),
      price: fc.double({ min: 0.05, max: 900, noNaN: true }),
      isFar: fc.boolean(),
    })
    .map(({ type, strike, lots, price, isFar }) =>
      leg(type as "CE", type === "FUT" ? 0 : strike, {
        quantity: 65 * lots,
        entryPrice: type === "FUT" ? SPOT + price : price,
        expiry: isFar ? FAR : NEAR,
      }),
    );

const PRICES = Float64Array.from({ length: 50 }, (_, i) => 20_000 + 160 * i + (i % 3) * 0.05);

describe("net curves", () => {
  test("are what the call for charges answers, at expiry and at the target, at 50 prices, of every broker", () => {
    const legs = fc.array(legOf([23_000, 23_500, 24_000, 24_160, 24_500]), { minLength: 1, maxLength: 4 });
    const times = fc.constantFrom(NOW, istInstant("2026-11-20", "12:00"), EXPIRY);
    fc.assert(
      fc.property(legs, times, fc.constantFrom(...BROKER_IDS), (held, time, broker) => {
        const { standing, net } = netCurve(held, market(), time, broker);
        const values = net.values(PRICES);
        for (const [i, price] of PRICES.entries()) {
          const sum = standing.reduce((all, each) => all + answered(each, market(), time, price, broker), 0);
          expect(Math.abs(values[i]! - sum)).toBeLessThan(1e-6 * Math.max(1, Math.abs(sum) * 1e-3));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("of a share's contracts hold the tax on what is delivered, at 50 prices, of every broker (rule STRAT-30)", () => {
    const held = [
      call(1_300, 500, 30),
      call(1_340, -1_000, 12),
      put(1_260, 500, 14),
      leg("FUT", 0, { quantity: -500, entryPrice: 1_304 }),
      leg("EQ", 0, { quantity: 500, entryPrice: 1_290 }),
    ];
    const prices = Float64Array.from({ length: 50 }, (_, i) => 1_000 + 12 * i);
    for (const broker of BROKER_IDS) {
      const { standing, net } = netCurve(held, share(), EXPIRY, broker);
      const values = net.values(prices);
      for (const [i, price] of prices.entries()) {
        const sum = standing.reduce((all, each) => all + answered(each, share(), EXPIRY, price, broker), 0);
        expect(values[i], `${broker} at ${price}`).toBeCloseTo(sum, 6);
      }
    }
  });
});
