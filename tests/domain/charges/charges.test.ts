import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANGEL, ANONYMOUS, BROKER_IDS, ICICI, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { brokeragePlan } from "#domain/charges/brokerage.ts";
import { type ChargedTrade, type Charges, tradeCharges } from "#domain/charges/charges.ts";
import { type ChargeSegment, chargeMarket } from "#domain/charges/market.ts";
import { CHARGES_FROM, chargeRates } from "#domain/charges/rates.ts";

const NOW = "2026-11-20";
const BEFORE = "2026-03-31";

const terms = (on = NOW, broker: (typeof BROKER_IDS)[number] = ANONYMOUS) => ({
  rates: chargeRates(on)!,
  plan: brokeragePlan(broker, on),
});

const OPTION = chargeMarket("NFO", "CE", "NIFTY", "NRML")!;
const FUTURE = chargeMarket("NFO", "FUT", "NIFTY", "NRML")!;

const trade = (over: Partial<ChargedTrade>): ChargedTrade => ({
  market: OPTION,
  action: "SELL",
  quantity: 65,
  multiplier: 1,
  price: 100,
  strike: 0,
  orders: 1,
  ...over,
});

function parts({ brokerage, transactionTax, exchange, sebi, stampDuty, gst }: Charges): number[] {
  return [brokerage, transactionTax, exchange, sebi, stampDuty, gst];
}

const expectParts = (got: Charges, want: readonly number[], digits = 4) => {
  parts(got).forEach((part, i) => {
    expect(part, `part ${i}`).toBeCloseTo(want[i]!, digits);
  });
  expect(got.total).toBeCloseTo(
    want.reduce((sum, part) => sum + part, 0),
    digits - 1,
  );
};

describe("the reference trades of 2026", () => {
  test("65 NIFTY options at 100 cost 36.0828 to sell, part by part", () => {
    const got = tradeCharges(trade({}), terms());
    expect(got.total).toBeCloseTo(36.0828, 4);
    expectParts(got, [20, 9.75, 2.3095, 0.0065, 0, 4.0169]);
  });

  test("and 26.5278 to buy", () => {
    const got = tradeCharges(trade({ action: "BUY" }), terms());
    expect(got.total).toBeCloseTo(26.5278, 4);
    expect(got.transactionTax).toBe(0);
    expect(got.stampDuty).toBeCloseTo(0.195, 9);
  });

  test("65 NIFTY futures at 24,000 cost 839.1274 to sell and 90.3274 to buy", () => {
    const future = trade({ market: FUTURE, price: 24_000 });
    expect(tradeCharges(future, terms()).total).toBeCloseTo(839.1274, 4);
    expect(tradeCharges({ ...future, action: "BUY" }, terms()).total).toBeCloseTo(90.3274, 4);
  });
});

describe("the day decides the rates", () => {
  test("until 31 Mar 2026 STT was 0.1 % of an option's premium and 0.02 % of a future", () => {
    expect(tradeCharges(trade({}), terms(BEFORE)).transactionTax).toBeCloseTo(6.5, 9);
    const future = trade({ market: FUTURE, price: 24_000 });
    expect(tradeCharges(future, terms(BEFORE)).transactionTax).toBeCloseTo(312, 9);
    expect(tradeCharges(future, terms("2026-04-01")).transactionTax).toBeCloseTo(780, 9);
  });

  test("only STT changed on that day", () => {
    const [before, after] = [terms(BEFORE), terms()].map((each) => tradeCharges(trade({}), each));
    expect({ ...before, transactionTax: 0, total: 0 }).toEqual({ ...after, transactionTax: 0, total: 0 });
  });

  test("a day whose rates are not kept has none", () => {
    expect(chargeRates("2024-09-30")).toBeNull();
    expect(chargeRates(CHARGES_FROM)).not.toBeNull();
  });
});

describe("every segment", () => {
  /** segment, exchange, type, underlying: STT/CTT to buy and sell, exchange charge, stamp and SEBI's fee, of a lakh. */
  const LAKH: readonly (readonly [
    ChargeSegment,
    ...Parameters<typeof chargeMarket>,
    buy: number,
    sell: number,
    exchange: number,
    stamp: number,
    sebi: number,
  ])[] = [
    ["EQUITY_FUTURE", "NFO", "FUT", "NIFTY", "NRML", 0, 50, 1.83, 2, 0.1],
    ["EQUITY_FUTURE", "BFO", "FUT", "SENSEX", "NRML", 0, 50, 0, 2, 0.1],
    ["EQUITY_OPTION", "NFO", "PE", "NIFTY", "MIS", 0, 150, 35.53, 3, 0.1],
    ["EQUITY_OPTION", "BFO", "CE", "SENSEX", "NRML", 0, 150, 32.5, 3, 0.1],
    ["CURRENCY_FUTURE", "CDS", "FUT", "USDINR", "NRML", 0, 0, 0.35, 0.1, 0.1],
    ["CURRENCY_FUTURE", "BCD", "FUT", "USDINR", "NRML", 0, 0, 0.45, 0.1, 0.1],
    ["CURRENCY_OPTION", "CDS", "CE", "USDINR", "NRML", 0, 0, 31.1, 0.1, 0.1],
    ["CURRENCY_OPTION", "BCD", "PE", "USDINR", "NRML", 0, 0, 1, 0.1, 0.1],
    ["COMMODITY_FUTURE", "MCX", "FUT", "GOLD", "NRML", 0, 10, 2.1, 2, 0.1],
    ["COMMODITY_FUTURE", "MCX", "FUT", "COTTON", "NRML", 0, 0, 2.1, 2, 0.01],
    ["COMMODITY_OPTION", "MCX", "CE", "CRUDEOIL", "NRML", 0, 50, 41.8, 3, 0.1],
    ["EQUITY_DELIVERY", "NSE", "EQ", "SBIN", "CNC", 100, 100, 3.07, 15, 0.1],
    ["EQUITY_DELIVERY", "BSE", "EQ", "SBIN", "NRML", 100, 100, 3.75, 15, 0.1],
    ["EQUITY_INTRADAY", "NSE", "EQ", "SBIN", "MIS", 0, 25, 3.07, 3, 0.1],
    ["EQUITY_INTRADAY", "BSE", "EQ", "SBIN", "MIS", 0, 25, 3.75, 3, 0.1],
  ];

  test.each(LAKH)(
    "%s on %s (%s %s %s) has its own rates",
    (segment, exchange, type, name, product, ...want) => {
      const market = chargeMarket(exchange, type, name, product)!;
      expect(market.segment).toBe(segment);
      const lakh = trade({ market, quantity: 100, price: 10, multiplier: 100 });
      const [buy, sell] = (["BUY", "SELL"] as const).map((action) =>
        tradeCharges({ ...lakh, action }, terms()),
      );
      const got = [buy!.transactionTax, sell!.transactionTax, buy!.exchange, buy!.stampDuty, buy!.sebi];
      got.forEach((part, i) => {
        expect(part, `figure ${i}`).toBeCloseTo(want[i]!, 9);
      });
      expect(sell!.stampDuty).toBe(0);
      expect(sell!.exchange).toBe(buy!.exchange);
      for (const { brokerage, exchange: fee, sebi, gst } of [buy!, sell!]) {
        expect(gst).toBeCloseTo(0.18 * (brokerage + fee + sebi), 9);
      }
    },
  );

  test("an exchange has no charges for what it does not list", () => {
    expect(chargeMarket("NSE", "FUT", "NIFTY", "NRML")).toBeNull();
    expect(chargeMarket("MCX", "EQ", "GOLD", "NRML")).toBeNull();
    expect(chargeMarket("NFO", "EQ", "SBIN", "CNC")).toBeNull();
  });
});

describe("brokerage", () => {
  const of = (broker: (typeof BROKER_IDS)[number], over: Partial<ChargedTrade>) =>
    tradeCharges(trade(over), terms(NOW, broker)).brokerage;
  const delivery = chargeMarket("NSE", "EQ", "SBIN", "CNC")!;
  const intraday = chargeMarket("NSE", "EQ", "SBIN", "MIS")!;

  test("a small future pays its share, a large one the limit", () => {
    expect(of(ZERODHA, { market: FUTURE, quantity: 1, price: 24_000 })).toBeCloseTo(7.2, 9);
    expect(of(ZERODHA, { market: FUTURE, quantity: 65, price: 24_000 })).toBe(20);
  });

  test("every order of a sliced quantity pays", () => {
    expect(of(ZERODHA, { quantity: 5_000, orders: 3 })).toBe(60);
    // 0.03 % of a third of the turnover, three times, is 0.03 % of it.
    expect(of(ZERODHA, { market: FUTURE, quantity: 3, price: 10_000, orders: 3 })).toBeCloseTo(9, 9);
  });

  test("brokers differ in shares and agree on options", () => {
    for (const broker of BROKER_IDS) expect(of(broker, {}), `broker ${broker}`).toBe(20);
    const shares = { market: delivery, quantity: 10, price: 1_000 };
    const four = [ZERODHA, UPSTOX, ANGEL, ICICI] as const;
    expect(four.map((broker) => of(broker, shares))).toEqual([0, 20, 10, expect.closeTo(55, 9)]);
    expect(of(ANGEL, { market: delivery, quantity: 1, price: 100 })).toBe(2);
    const day = { market: intraday, quantity: 10, price: 1_000 };
    expect(of(ZERODHA, day)).toBeCloseTo(3, 9);
    expect(of(UPSTOX, day)).toBeCloseTo(10, 9);
  });

  test("Angel One delivered shares for nothing until October 2024", () => {
    const shares = trade({ market: delivery, quantity: 10, price: 1_000 });
    const on = (day: string) => tradeCharges(shares, terms(day, ANGEL)).brokerage;
    expect([on("2024-10-31"), on("2024-11-01")]).toEqual([0, 10]);
  });
});

test("charges never fall as the turnover grows, and the parts make the total", () => {
  const any = fc.record({
    price: fc.double({ min: 0, max: 1e6, noNaN: true }),
    more: fc.double({ min: 0, max: 1e6, noNaN: true }),
    quantity: fc.integer({ min: 1, max: 10_000_000 }),
    action: fc.constantFrom("BUY" as const, "SELL" as const),
    broker: fc.constantFrom(...BROKER_IDS),
    market: fc.constantFrom(OPTION, FUTURE, chargeMarket("NSE", "EQ", "SBIN", "CNC")!),
  });
  fc.assert(
    fc.property(any, ({ price, more, quantity, action, broker, market }) => {
      const [low, high] = [price, price + more].map((each) =>
        tradeCharges(trade({ market, action, quantity, price: each }), terms(NOW, broker)),
      );
      expect(high!.total).toBeGreaterThanOrEqual(low!.total);
      const sum = parts(high!).reduce((total, part) => total + part, 0);
      expect(Math.abs(sum - high!.total)).toBeLessThanOrEqual(1e-12 * sum);
    }),
  );
});

test("an unknown price has unknown charges, not none", () => {
  expect(tradeCharges(trade({ price: Number.NaN }), terms()).total).toBeNaN();
});
