/** What is remembered of a day's charges (rule STRAT-28). */

import { expect, test } from "vitest";
import { ANGEL, ZERODHA } from "#domain/access/brokers.ts";
import { brokeragePlan } from "#domain/charges/brokerage.ts";
import { chargedLeg } from "#domain/charges/of-leg.ts";
import { chargeRates } from "#domain/charges/rates.ts";
import { legCharges } from "#domain/charges/round-trip.ts";
import { chargeAt } from "#domain/charges/schedule.ts";
import { chargedDay } from "#domain/strategy/net/charged-day.ts";
import { call, leg, market, put } from "./strategy-fixture.ts";

const STOCK = market({ symbol: "RELIANCE", kind: "stock", spot: 1_300, strikeStep: 10 });
const PRICE = 42.35;

test("what is charged is of the leg, its market, the broker and the day that are asked for, asked once or again", () => {
  const lots = Array.from({ length: 1_500 }, (_, i) => call(24_000, 65 * (i + 1), PRICE));
  const cases = [
    { at: market(), legs: [call(24_000, 65, PRICE), put(24_000, 65, PRICE), call(24_000, -65, PRICE)] },
    // More than are remembered.
    { at: market(), legs: lots },
    { at: market(), legs: [leg("FUT", 0, { quantity: 130, entryPrice: PRICE })] },
    {
      at: STOCK,
      legs: [
        call(24_000, 65, PRICE),
        leg("EQ", 0, { quantity: 65, entryPrice: PRICE, product: "MIS" }),
        leg("EQ", 0, { quantity: 65, entryPrice: PRICE, product: "CNC" }),
      ],
    },
  ];
  for (const round of [1, 2])
    for (const broker of [ZERODHA, ANGEL] as const)
      for (const date of ["2025-06-02", "2026-06-02"])
        for (const { at, legs } of cases) {
          const terms = { rates: chargeRates(date)!, plan: brokeragePlan(broker, date) };
          const day = chargedDay(at, broker, date)!;
          for (const held of legs) {
            const exit = { kind: "trade", price: PRICE } as const;
            const days = { entered: date, left: date };
            const product = held.product ?? "NRML";
            const wanted = legCharges(chargedLeg(held, { market: at, product, ...days, exit }), terms);
            const what = `${broker} ${date} ${held.tradingsymbol} ${held.quantity}, round ${round}`;
            expect(day.entry(held, PRICE), what).toBe(wanted.entry.total);
            expect(chargeAt(day.trade(held), PRICE), what).toBeCloseTo(wanted.exit.total, 6);
          }
        }
});

test("a day whose rates are not kept has no charges to tell", () => {
  expect(chargedDay(market(), ZERODHA, "2020-06-02")).toBeNull();
});
