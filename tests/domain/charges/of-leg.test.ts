import { expect, test } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { brokeragePlan } from "#domain/charges/brokerage.ts";
import { type ChargeSituation, chargedLeg } from "#domain/charges/of-leg.ts";
import { chargeRates } from "#domain/charges/rates.ts";
import { legCharges } from "#domain/charges/round-trip.ts";
import { call, leg } from "../strategy/strategy-fixture.ts";

const on = "2026-11-20";
const terms = { rates: chargeRates(on)!, plan: brokeragePlan(ZERODHA, on) };
const NIFTY: ChargeSituation = {
  market: { symbol: "NIFTY", kind: "index", derivativeExchange: "NFO" },
  product: "NRML",
  entered: on,
  left: on,
  exit: null,
};
const RELIANCE = { symbol: "RELIANCE", kind: "stock", derivativeExchange: "NFO" } as const;

test("a leg is charged at its entry price, else at the usable one of now", () => {
  expect(legCharges(chargedLeg(call(24_000, -65, 100), NIFTY), terms).total.total).toBeCloseTo(36.0828, 4);
  const open = call(24_000, 65, null, {
    quote: {
      lastPrice: 90,
      usablePrice: 100,
      bid: Number.NaN,
      ask: Number.NaN,
      isLiquid: true,
      warnings: [],
    },
  });
  expect(legCharges(chargedLeg(open, NIFTY), terms).total.total).toBeCloseTo(26.5278, 4);
  expect(legCharges(chargedLeg(call(24_000, 65, null), NIFTY), terms).total.total).toBeNaN();
});

test("quantities beyond one order pay for each", () => {
  const brokerage = (quantity: number) =>
    legCharges(chargedLeg(call(24_000, quantity, 100), NIFTY), terms).entry.brokerage;
  expect([1_755, 1_820, 65_000].map(brokerage)).toEqual([20, 40, 760]);
});

test("at expiry an index settles in cash, a stock in shares, and a share is sold", () => {
  const exit = { kind: "expiry", underlying: 24_200 } as const;
  const cash = legCharges(chargedLeg(call(24_000, 65, 100), { ...NIFTY, exit }), terms);
  expect(cash.exit.transactionTax).toBeCloseTo(19.5, 9);
  const stock = { ...NIFTY, market: RELIANCE, exit: { kind: "expiry", underlying: 1_340 } } as const;
  const physical = legCharges(chargedLeg(call(1_300, 500, 20), stock), terms);
  expect(physical.exit.transactionTax).toBeCloseTo(0.0015 * 40 * 500 + 0.001 * 1_300 * 500, 9);
  const share = leg("EQ", 0, { quantity: 500, entryPrice: 1_300 });
  const sold = chargedLeg(share, { ...stock, product: "CNC" });
  expect(sold.market.segment).toBe("EQUITY_DELIVERY");
  expect(legCharges(sold, terms)).toMatchObject({ grossPnl: 20_000, exit: { stampDuty: 0 } });
  expect(legCharges(sold, terms).exit.transactionTax).toBeCloseTo(0.001 * 1_340 * 500, 9);
  expect(() => chargedLeg(share, NIFTY)).toThrow(RangeError);
});
