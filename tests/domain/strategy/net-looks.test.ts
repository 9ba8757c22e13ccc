/** Heat table, pinned prices and the causes of a P&L after charges: what the net payoff says at those prices and dates. */

import { describe, expect, test } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import { attribution } from "#domain/strategy/attribution/attribution.ts";
import { heatTable } from "#domain/strategy/heat/heat-table.ts";
import type { Leg, StrategyMarket } from "#domain/strategy/model.ts";
import { pinFigures } from "#domain/strategy/pins/pin-figures.ts";
import { call, expiryMarket, FAR, leg, market, NEAR, options, put, summary } from "./strategy-fixture.ts";

const DAY = 86_400_000;
const NET = { charges: { broker: ZERODHA, wantsNet: true } } as const;
const GROSS = { charges: { broker: ZERODHA, wantsNet: false } } as const;
const stock = market({
  symbol: "RELIANCE",
  kind: "stock",
  spot: 1_300,
  strikeStep: 10,
  expiries: [{ ...expiryMarket({ expiry: NEAR, forward: 1_302, atmIv: 0.25 }) }],
});

const STRATEGIES: readonly (readonly [string, readonly Leg[], StrategyMarket])[] = [
  ["a strangle sold", [put(23_800, -65, 95.5), call(24_200, -130, 110)], market()],
  [
    "a calendar beside a position and a future",
    [
      call(24_000, -65, 180, { bookedPnl: 500 }),
      call(24_000, 65, 300, { expiry: FAR, kind: "position" }),
      leg("FUT", 0, { quantity: -65, entryPrice: 24_050 }),
    ],
    market(),
  ],
  [
    "a share's call, hedged",
    [call(1_300, -500, 30), leg("FUT", 0, { quantity: 500, entryPrice: 1_302 })],
    stock,
  ],
];

/** As near as a double of this size says. */
const near = (value: number) => 1e-8 * Math.max(1, Math.abs(value));

describe.each(STRATEGIES)("%s", (_, legs, at) => {
  const asked = { ivOffset: 1, manualPnl: { isChecked: true, pnl: -250 } };
  const payoffAt = (price: number, time: number | null) =>
    summary(legs, { ...asked, ...NET, targetPrice: price, targetTime: time }, at);

  test("[STRAT-47] every cell of the heat table is the net payoff there, and below the one before charges", () => {
    const table = heatTable(legs, at, options({ ...asked, ...NET }), "strikes", kernel);
    const before = heatTable(legs, at, options({ ...asked, ...GROSS }), "strikes", kernel);
    expect(before).toEqual(heatTable(legs, at, options(asked), "strikes", kernel));
    for (const [i, price] of table.prices.entries()) {
      for (const [j, time] of table.times.entries()) {
        const cell = table.pnl[i]![j]!;
        const { net, projectedPayoff } = payoffAt(price, time);
        expect(Math.abs(cell - net!.projectedPayoff), `${price} ${istDate(time)}`).toBeLessThan(near(cell));
        expect(Math.abs(before.pnl[i]![j]! - projectedPayoff)).toBeLessThan(near(projectedPayoff));
        expect(cell).toBeLessThan(before.pnl[i]![j]!);
      }
    }
  });

  test("[STRAT-51] pinned prices are net now, at the target and at expiry; delta knows no charges", () => {
    const prices = [at.spot * 0.97, at.spot, legs[0]!.strike + at.strikeStep];
    const targetTime = at.now + DAY;
    const pins = pinFigures(legs, at, options({ ...asked, ...NET, targetTime }), prices, kernel);
    const before = pinFigures(legs, at, options({ ...asked, targetTime }), prices, kernel);
    for (const [i, price] of prices.entries()) {
      const now = payoffAt(price, null);
      const then = payoffAt(price, targetTime);
      const { price: axis, net } = now.payoffs!;
      const pin = pins[i]!;
      expect(Math.abs(pin.now.pnl - now.net!.projectedPayoff)).toBeLessThan(near(pin.now.pnl));
      expect(Math.abs(pin.target.pnl - then.net!.projectedPayoff)).toBeLessThan(near(pin.target.pnl));
      expect(Math.abs(pin.expiry.pnl - net!.atExpiry[axis.indexOf(price)]!)).toBeLessThan(
        near(pin.expiry.pnl),
      );
      for (const moment of ["now", "target", "expiry"] as const) {
        expect(pin[moment].delta).toBe(before[i]![moment].delta);
        expect(pin[moment].pnl).toBeLessThan(before[i]![moment].pnl);
      }
    }
  });

  test("[STRAT-52] charges are a part of their own, and all parts add up to the net payoff at the target", () => {
    const [targetPrice, targetTime] = [at.spot * 1.01, at.now + DAY];
    const told = attribution(legs, at, options({ ...asked, ...NET, targetPrice, targetTime }), kernel);
    const before = attribution(legs, at, options({ ...asked, ...GROSS, targetPrice, targetTime }), kernel);
    const { net, projectedPayoff } = payoffAt(targetPrice, targetTime);
    expect(before.charges).toBeNull();
    expect(told.charges!.entry).toBe(net!.entryCharges);
    expect(told.charges!.exit).toBeCloseTo(net!.exitChargesAtTarget, 6);
    expect(told.charges!.exit).toBeGreaterThan(0);
    expect({ ...told, charges: null, atTarget: 0 }).toEqual({ ...before, charges: null, atTarget: 0 });
    const { delta, gamma, theta, vega, rest } = told.move;
    const { soFar, booked, charges } = told;
    const all = soFar + delta + gamma + theta + vega + rest + booked - charges!.entry - charges!.exit;
    expect(Math.abs(all - told.atTarget)).toBeLessThan(near(all));
    expect(Math.abs(told.atTarget - net!.projectedPayoff)).toBeLessThan(near(told.atTarget));
    expect(Math.abs(before.atTarget - projectedPayoff)).toBeLessThan(near(projectedPayoff));
  });
});

test("[STRAT-51] on a day whose rates are not kept, a net figure is unknown, never the one before charges", () => {
  const at = { ...stock, expiries: [], now: Date.parse("1999-01-04T10:00:00+05:30") };
  const held = [leg("EQ", 0, { quantity: 10, entryPrice: 100, expiry: null })];
  const [pin] = pinFigures(held, at, options(NET), [at.spot], kernel);
  expect(pin!.now.pnl).toBeNaN();
});
