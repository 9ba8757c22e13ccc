import { expect, test } from "vitest";
import { chargesAnswer } from "#analysis/charges-answer.ts";
import { ANONYMOUS, BROKER_IDS, type BrokerId, ICICI, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { chargesOfLegs, type PricedLeg, type StrategyChargeTerms } from "#domain/charges/of-legs.ts";
import type { Leg } from "#domain/strategy/model.ts";
import { call, leg, put } from "../strategy/strategy-fixture.ts";

const market = { symbol: "NIFTY", kind: "index", derivativeExchange: "NFO" } as const;
const terms = (changes: Partial<StrategyChargeTerms> = {}): StrategyChargeTerms => ({
  market,
  broker: ZERODHA,
  date: "2026-11-20",
  ...changes,
});
/** Entered at its own price, worth another now. */
const at = (leg: Leg, price: number): PricedLeg => ({ leg, entry: leg.entryPrice ?? Number.NaN, price });

const condor = [
  at(call(24_500, -65, 40), 30),
  at(call(24_700, 65, 12), 9),
  at(put(23_500, -130, 35), 50),
  at(put(23_300, 130, 10), 15),
];

test.each(BROKER_IDS)("of broker %d are those that the server answers, part by part", (broker: BrokerId) => {
  const charges = chargesOfLegs(condor, terms({ broker }))!;
  const { payload } = chargesAnswer(
    {
      trades: condor.map(({ leg: { type, strike, quantity, entryPrice }, price }) => ({
        exchange: "NFO" as const,
        instrument_type: type,
        underlying: "NIFTY",
        trade_action: quantity > 0 ? ("BUY" as const) : ("SELL" as const),
        quantity: Math.abs(quantity),
        price: entryPrice!,
        strike,
        exit: { kind: "trade" as const, price },
      })),
    },
    { broker, date: "2026-11-20" },
  );
  const parts = ({
    transactionTax,
    exchange,
    sebi,
    stampDuty,
    brokerage,
    gst,
    total,
  }: typeof charges.total) => ({
    brokerage,
    gst,
    total,
    transaction_tax: transactionTax,
    exchange_charge: exchange,
    sebi_charge: sebi,
    stamp_duty: stampDuty,
  });
  expect(parts(charges.entry)).toEqual(payload.total.entry);
  expect(parts(charges.exit)).toEqual(payload.total.exit);
  expect(parts(charges.total)).toEqual(payload.total.total);
  expect([charges.plan, charges.ratesFrom]).toEqual([payload.plan, payload.rates_valid_from]);
});

test("add up leg by leg, and count what is selected and alive; a position has paid its entry", () => {
  const whole = chargesOfLegs(condor, terms())!;
  const sum = whole.legs.reduce((all, { total }) => all + total.total, 0);
  expect(whole.legs.map(({ legId }) => legId)).toEqual(condor.map(({ leg }) => leg.id));
  expect(sum).toBeCloseTo(whole.total.total, 9);
  const none = [
    at({ ...call(24_900, 65, 5), isSelected: false }, 4),
    at({ ...call(24_900, 65, 5), settlement: { price: 0, underlyingClose: null } }, 4),
    at(call(24_900, 0, 5), 4),
  ];
  expect(chargesOfLegs([...condor, ...none], terms())).toEqual(whole);
  expect(chargesOfLegs(condor.slice(1), terms())!.total.total).toBeLessThan(whole.total.total);
  const held = chargesOfLegs([at({ ...call(24_900, 65, 5), kind: "position" }, 4)], terms())!;
  const traded = chargesOfLegs([at(call(24_900, 65, 5), 4)], terms())!;
  expect([held.entry.total, held.total]).toEqual([0, traded.exit]);
});

test("are not known without a price, without legs, and before the rates that are kept", () => {
  expect(chargesOfLegs([at(call(24_500, 65, null), 40), ...condor], terms())).toBeNull();
  expect(chargesOfLegs([], terms())).toBeNull();
  expect(chargesOfLegs(condor, terms({ date: "2024-01-01" }))).toBeNull();
});

test("pay brokerage for each order where one may not hold all (rule STRAT-33)", () => {
  const brokerage = (lots: number) =>
    chargesOfLegs([at(call(24_500, 65 * lots, 40), 40)], terms())!.entry.brokerage;
  // NIFTY is frozen beyond 1,800 units: 27 lots of 65.
  expect([brokerage(1), brokerage(27), brokerage(28), brokerage(55)]).toEqual([20, 20, 40, 60]);
});

test("of a share are those of its product", () => {
  const share = (product: "CNC" | "MIS") =>
    at(leg("EQ", 0, { quantity: 500, entryPrice: 1_300, product }), 1_310);
  const stock = { market: { symbol: "RELIANCE", kind: "stock", derivativeExchange: "NFO" } } as const;
  const held = chargesOfLegs([share("CNC")], terms(stock))!;
  const intraday = chargesOfLegs([share("MIS")], terms(stock))!;
  expect(intraday.total.transactionTax).toBeLessThan(held.total.transactionTax);
});

test("follow the broker's own price list, a visitor's the usual one", () => {
  const plans = ([ANONYMOUS, ZERODHA, UPSTOX, ICICI] as const).map(
    (broker) => chargesOfLegs(condor, terms({ broker }))!.plan,
  );
  expect(plans).toEqual(["Discount broker", "Zerodha", "Upstox", "ICICI Direct iValue"]);
});
