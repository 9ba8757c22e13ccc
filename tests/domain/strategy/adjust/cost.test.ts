import { describe, expect, test } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { brokeragePlan } from "#domain/charges/brokerage.ts";
import { tradeCharges } from "#domain/charges/charges.ts";
import { chargeMarket } from "#domain/charges/market.ts";
import { chargeRates } from "#domain/charges/rates.ts";
import { costBetween } from "#domain/strategy/adjust/cost.ts";
import { adjustFigures } from "#domain/strategy/adjust/figures.ts";
import type { LegQuote } from "#domain/strategy/model.ts";
import { summarise } from "#domain/strategy/summarise.ts";
import { adjustWorld, condor, option } from "./adjust-fixture.ts";

const world = adjustWorld("NIFTY");
const quote = (bid: number, usablePrice: number, ask: number): LegQuote => ({
  lastPrice: usablePrice,
  usablePrice,
  bid,
  ask,
  isLiquid: true,
  warnings: [],
});

const sold = world.leg("call", option(world, "CE", 2), -2, { quote: quote(99, 100, 101) });
const further = world.leg("call", option(world, "CE", 5), -2, { quote: quote(59, 60, 61) });
const units = Math.abs(sold.quantity);

describe("what a change costs", () => {
  test("STRAT-38: closing at the ask and opening at the bid, to the rupee by hand", () => {
    const cost = costBetween([sold], [further], world);
    expect(cost.orders.map(({ quantity, price, isQuoted }) => [quantity, price, isQuoted])).toEqual([
      [units, 101, true],
      [-units, 59, true],
    ]);
    expect(cost.premium).toBe(units * (101 - 59));
    expect(cost.spread).toBe(units * 2);
    const terms = { rates: chargeRates("2026-08-19")!, plan: brokeragePlan(ZERODHA, "2026-08-19") };
    const market = chargeMarket("NFO", "CE", "NIFTY", "NRML")!;
    const of = (action: "BUY" | "SELL", price: number) =>
      tradeCharges({ market, action, price, quantity: units, multiplier: 1, strike: 0, orders: 1 }, terms)
        .total;
    expect(cost.charges).toBeCloseTo(of("BUY", 101) + of("SELL", 59), 9);
    expect(cost.lost).toBeCloseTo(cost.spread + cost.charges, 9);
    expect(cost.cash).toBeCloseTo(cost.premium + cost.charges, 9);
  });

  test("STRAT-33, STRAT-38: an order beyond the freeze quantity is several, and each is charged", () => {
    const brokerageOf = (lots: number) => {
      const bought = world.leg("call", option(world, "CE", 2), lots, { quote: quote(99, 100, 101) });
      return costBetween([], [bought], world).charges;
    };
    // NIFTY: 27 lots of 65 are within 1,800 units, 28 are not. What else is due grows by the lot.
    expect(brokerageOf(28) - brokerageOf(27) * (28 / 27)).toBeCloseTo(1.18 * (40 - 20 * (28 / 27)), 6);
  });

  test("STRAT-38: a side that is not quoted is taken at the price that stands for it, and said so", () => {
    const oneSided = { ...further, quote: { ...quote(Number.NaN, 60, 61) } };
    const [, opened] = costBetween([sold], [oneSided], world).orders;
    expect(opened).toMatchObject({ price: 60, isQuoted: false });
    const nothing = { ...further, quote: { ...quote(Number.NaN, Number.NaN, Number.NaN) } };
    const { premium, lost, charges } = costBetween([sold], [nothing], world);
    expect([premium, lost, charges]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  test("STRAT-38: of one contract only the difference is dealt in, and of futures no premium is paid", () => {
    const less = { ...sold, quantity: sold.quantity / 2 };
    expect(costBetween([sold], [less], world).orders.map(({ quantity }) => quantity)).toEqual([units / 2]);
    const future = world.leg("future", world.contracts.futures[0]!, 1);
    const bought = costBetween([], [future], world);
    expect(bought.premium).toBe(0);
    expect(bought.spread).toBeGreaterThan(0);
    expect(bought.charges).toBeGreaterThan(0);
    expect(costBetween([sold], [sold], world)).toMatchObject({
      orders: [],
      premium: 0,
      spread: 0,
      charges: 0,
    });
  });

  test("STRAT-45: positions and what is not selected are dealt in by nothing here", () => {
    expect(costBetween([{ ...sold, kind: "position" }], [], world).orders).toEqual([]);
    expect(costBetween([{ ...sold, isSelected: false }], [], world).orders).toEqual([]);
  });
});

describe("the figures beside it", () => {
  test("STRAT-39: are of now, whatever the target, and of the whole position, whatever the toggles", () => {
    const elsewhere = {
      ...world.options,
      targetPrice: world.market.spot * 1.05,
      multiplyByLotSize: false,
      multiplyByLots: false,
    };
    expect(adjustFigures([sold], { ...world, options: elsewhere })).toEqual(adjustFigures([sold], world));
    expect(adjustFigures([sold], world).price).toBe(-units * 100);
    expect(Math.abs(adjustFigures([sold], world).delta)).toBeGreaterThan(1);
  });

  test("STRAT-39: profit, loss and POP are before charges or net of them as the summary's are, and say which", () => {
    const legs = condor(world);
    for (const wantsNet of [false, true]) {
      const options = { ...world.options, charges: { broker: ZERODHA, wantsNet } as const };
      const figures = adjustFigures(legs, { ...world, options });
      const summary = summarise(legs, world.market, options, world.kernel);
      const { maxProfit, maxLoss, pop } = summary.net ?? summary;
      expect(figures).toMatchObject({ isNet: wantsNet, maxProfit, maxLoss, pop });
    }
    const netOfThem = { ...world.options, charges: { broker: ZERODHA, wantsNet: true } as const };
    const [gross, net] = [adjustFigures(legs, world), adjustFigures(legs, { ...world, options: netOfThem })];
    expect(gross.isNet).toBe(false);
    expect(net.maxProfit).toBeLessThan(gross.maxProfit);
    expect(net.maxLoss).toBeLessThan(gross.maxLoss);
    expect(net.pop).toBeLessThan(gross.pop);
    const { isNet, maxProfit, maxLoss, pop, ...others } = gross;
    expect(net).toMatchObject(others);
  });

  test("of nothing: nothing is tied up and nothing is charged", () => {
    expect(adjustFigures([], world)).toMatchObject({ price: 0, delta: 0, margin: 0, charges: 0 });
  });
});
