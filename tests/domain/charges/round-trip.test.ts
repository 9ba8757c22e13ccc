import { describe, expect, test } from "vitest";
import { ANGEL, ICICI, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { assumedFees } from "#domain/charges/assumptions.ts";
import { brokeragePlan } from "#domain/charges/brokerage.ts";
import { NO_CHARGES } from "#domain/charges/charges.ts";
import { chargeMarket } from "#domain/charges/market.ts";
import { ONE_ORDER } from "#domain/charges/order-size.ts";
import { chargeRates } from "#domain/charges/rates.ts";
import { type ChargedLeg, type Exit, legCharges, totalCharges } from "#domain/charges/round-trip.ts";

const on = "2026-11-20";
const terms = { rates: chargeRates(on)!, plan: brokeragePlan(ZERODHA, on) };

const leg = (over: Partial<ChargedLeg>): ChargedLeg => ({
  market: chargeMarket("NFO", "CE", "NIFTY", "NRML")!,
  type: "CE",
  strike: 24_000,
  quantity: 65,
  multiplier: 1,
  entryPrice: 100,
  exit: null,
  orders: ONE_ORDER,
  ...over,
});

const expiry = (settlementPrice: number, isPhysical = false): Exit => ({
  kind: "expiry",
  settlementPrice,
  isPhysical,
});

describe("a leg that is traded out of", () => {
  test("pays both ways, and the net P&L is what is left", () => {
    const got = legCharges(leg({ exit: { kind: "trade", price: 100 } }), terms);
    expect(got.entry.total).toBeCloseTo(26.5278, 4);
    expect(got.exit.total).toBeCloseTo(36.0828, 4);
    expect(got.grossPnl).toBe(0);
    expect(got.netPnl).toBeCloseTo(-(26.5278 + 36.0828), 3);
  });

  test("a written option is bought back", () => {
    const got = legCharges(leg({ quantity: -65, exit: { kind: "trade", price: 60 } }), terms);
    expect(got.entry.total).toBeCloseTo(36.0828, 4);
    expect(got.exit.transactionTax).toBe(0);
    expect(got.exit.stampDuty).toBeGreaterThan(0);
    expect(got.grossPnl).toBe(2600);
    expect(got.netPnl).toBeCloseTo(2600 - got.total.total, 9);
  });

  test("one that is not left yet has entry charges and no P&L", () => {
    const got = legCharges(leg({}), terms);
    expect(got.exit).toEqual(NO_CHARGES);
    expect(got.total.total).toBe(got.entry.total);
    expect(got.netPnl).toBeNaN();
  });
});

describe("a leg that is held to expiry", () => {
  test("worthless, it costs nothing more", () => {
    for (const quantity of [65, -65]) {
      const got = legCharges(leg({ quantity, exit: expiry(23_900) }), terms);
      expect(got.exit).toEqual(NO_CHARGES);
      expect(got.grossPnl).toBe(-100 * quantity);
    }
  });

  test("exercised, its holder pays 0.15 % of the intrinsic value and its writer none of it", () => {
    const held = legCharges(leg({ exit: expiry(24_200) }), terms);
    expect(held.exit.transactionTax).toBeCloseTo(0.0015 * 200 * 65, 9);
    expect(held.exit.total).toBeCloseTo(19.5 + 20 * 1.18, 9);
    expect(held.grossPnl).toBeCloseTo(6500, 9);
    const written = legCharges(leg({ quantity: -65, exit: expiry(24_200) }), terms);
    expect(written.exit.transactionTax).toBe(0);
    expect(written.exit.total).toBeCloseTo(20 * 1.18, 9);
  });

  test("before April 2026 exercise cost 0.125 %", () => {
    const old = { ...terms, rates: chargeRates("2026-03-31")! };
    expect(legCharges(leg({ exit: expiry(24_200) }), old).exit.transactionTax).toBeCloseTo(16.25, 9);
  });

  test("a put is exercised below its strike", () => {
    const put = leg({
      type: "PE",
      market: chargeMarket("NFO", "PE", "NIFTY", "NRML")!,
      exit: expiry(23_800),
    });
    expect(legCharges(put, terms).exit.transactionTax).toBeCloseTo(19.5, 9);
    expect(legCharges({ ...put, exit: expiry(24_200) }, terms).exit).toEqual(NO_CHARGES);
  });

  test("shares that change hands bear the delivery STT on the strike's value, on both sides", () => {
    const stock = leg({
      market: chargeMarket("NFO", "CE", "RELIANCE", "NRML")!,
      strike: 1_300,
      quantity: 500,
      exit: expiry(1_340, true),
    });
    const delivery = 0.001 * 1_300 * 500;
    const held = legCharges(stock, terms).exit;
    expect(held.transactionTax).toBeCloseTo(0.0015 * 40 * 500 + delivery, 9);
    const written = legCharges({ ...stock, quantity: -500 }, terms).exit;
    expect(written.transactionTax).toBeCloseTo(delivery, 9);
    expect(written.brokerage).toBeCloseTo(20 + 0.0025 * 1_300 * 500, 9);
    const icici = { ...terms, plan: brokeragePlan(ICICI, on) };
    expect(legCharges(stock, icici).exit.brokerage).toBeCloseTo(20 + 0.0015 * 1_300 * 500, 9);
  });

  test("a stock's future delivers at the settlement price, an index's settles in cash for nothing", () => {
    const market = chargeMarket("NFO", "FUT", "RELIANCE", "NRML")!;
    const future = leg({ market, type: "FUT", strike: 0, quantity: 500, entryPrice: 1_300 });
    const delivered = legCharges({ ...future, exit: expiry(1_340, true) }, terms);
    expect(delivered.exit.transactionTax).toBeCloseTo(0.001 * 1_340 * 500, 9);
    expect(delivered.grossPnl).toBe(20_000);
    expect(legCharges({ ...future, exit: expiry(1_340) }, terms).exit).toEqual(NO_CHARGES);
  });

  test("currency options pay no STT at expiry, MCX options CTT on the settlement price and no fee", () => {
    const usdinr = chargeMarket("CDS", "CE", "USDINR", "NRML")!;
    const currency = leg({ market: usdinr, strike: 95, multiplier: 1_000, quantity: 10, exit: expiry(96) });
    expect(legCharges(currency, terms).exit.transactionTax).toBe(0);
    expect(legCharges(currency, terms).grossPnl).toBe(10 * 1_000 * (1 - 100));
    const crude = chargeMarket("MCX", "CE", "CRUDEOIL", "NRML")!;
    const option = leg({ market: crude, strike: 7_000, quantity: 1, multiplier: 100, exit: expiry(7_400) });
    // Finance Act 2013, section 117: 0.0001 % of the settlement price; who exercises pays it.
    expect(legCharges(option, terms).exit.transactionTax).toBeCloseTo(0.74, 12);
    expect(legCharges(option, terms).exit.total).toBeCloseTo(0.74, 12);
    expect(legCharges({ ...option, quantity: -1 }, terms).exit).toEqual(NO_CHARGES);
    expect(legCharges({ ...option, exit: expiry(6_900) }, terms).exit).toEqual(NO_CHARGES);
    const cotton = { ...option, market: chargeMarket("MCX", "CE", "COTTON", "NRML")! };
    expect(legCharges(cotton, terms).exit).toEqual(NO_CHARGES);
  });

  test("an unknown settlement price leaves charges and P&L unknown", () => {
    const got = legCharges(leg({ exit: expiry(Number.NaN) }), terms);
    expect(got.exit.total).toBeNaN();
    expect(got.netPnl).toBeNaN();
  });
});

describe("a leg that is left on another day than it was entered", () => {
  const before = { ...terms, rates: chargeRates("2026-03-31")! };
  test("pays each side by its own day's rates", () => {
    const bought = legCharges(leg({ exit: { kind: "trade", price: 100 } }), before, terms);
    expect(bought.exit.transactionTax).toBeCloseTo(0.0015 * 6_500, 9);
    const sold = legCharges(leg({ quantity: -65, exit: { kind: "trade", price: 100 } }), before, terms);
    expect(sold.entry.transactionTax).toBeCloseTo(0.001 * 6_500, 9);
    expect(sold.exit.transactionTax).toBe(0);
  });

  test("is exercised at the rate of the day on which it expires", () => {
    const held = legCharges(leg({ exit: expiry(24_200) }), before, terms);
    expect(held.exit.transactionTax).toBeCloseTo(19.5, 9);
  });
});

describe("fees that no list names", () => {
  const stock = chargeMarket("NFO", "CE", "RELIANCE", "NRML")!;
  const crude = chargeMarket("MCX", "PE", "CRUDEOIL", "NRML")!;
  test.each([
    [
      "Zerodha's exercise and delivery are on its list",
      ZERODHA,
      leg({ market: stock, strike: 1_300, exit: expiry(1_340, true) }),
      [],
    ],
    [
      "Angel One's are not",
      ANGEL,
      leg({ market: stock, strike: 1_300, exit: expiry(1_340, true) }),
      ["exercise_fee", "delivery_fee"],
    ],
    [
      "Upstox's delivery is",
      UPSTOX,
      leg({ market: stock, strike: 1_300, exit: expiry(1_340, true) }),
      ["exercise_fee"],
    ],
    [
      "nor ICICI's exercise",
      ICICI,
      leg({ market: stock, strike: 1_300, exit: expiry(1_340, true) }),
      ["exercise_fee"],
    ],
    [
      "worthless, nothing is due",
      UPSTOX,
      leg({ market: stock, strike: 1_400, exit: expiry(1_340, true) }),
      [],
    ],
    [
      "a number of orders that no freeze quantity gives is ours",
      ZERODHA,
      leg({ orders: { ...ONE_ORDER, isAssumed: true }, exit: { kind: "trade", price: 1 } }),
      ["order_count"],
    ],
    ["traded out of, all is on the list", UPSTOX, leg({ exit: { kind: "trade", price: 1 } }), []],
    [
      "devolvement into a future is on nobody's",
      ZERODHA,
      leg({ market: crude, type: "PE", strike: 7_000, exit: expiry(6_900) }),
      ["devolvement_fee"],
    ],
  ] as const)("%s", (_, broker, own, fees) => {
    expect(assumedFees(own, brokeragePlan(broker, on))).toEqual(fees);
  });
});

test("a strategy's charges are those of its legs", () => {
  const legs = [
    legCharges(leg({ exit: expiry(24_200) }), terms),
    legCharges(leg({ strike: 24_100, quantity: -65, entryPrice: 60, exit: expiry(24_200) }), terms),
  ];
  const got = totalCharges(legs);
  expect(got.grossPnl).toBeCloseTo(65 * (200 - 100 - 100 + 60), 9);
  expect(got.total.total).toBeCloseTo(legs[0]!.total.total + legs[1]!.total.total, 9);
  expect(got.total.total).toBeCloseTo(got.entry.total + got.exit.total, 9);
  expect(got.netPnl).toBeCloseTo(got.grossPnl - got.total.total, 9);
  const open = legCharges(leg({}), terms);
  expect(totalCharges([...legs, open]).netPnl).toBeNaN();
  expect(totalCharges([]).total).toEqual(NO_CHARGES);
});
