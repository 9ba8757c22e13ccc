/** How many orders a contract takes, and what brokerage is a share of: cases that brokers published. */

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chargesAnswer } from "#analysis/charges-answer.ts";
import { ANONYMOUS, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { brokeragePlan } from "#domain/charges/brokerage.ts";
import { chargeMarket } from "#domain/charges/market.ts";
import { ONE_ORDER, orderCount } from "#domain/charges/order-size.ts";
import { chargeRates } from "#domain/charges/rates.ts";
import { type ChargedContract, chargesOfExit } from "#domain/charges/round-trip.ts";
import { chargeAt, tradeSchedule } from "#domain/charges/schedule.ts";
import type { ChargedTradeBody, ChargesBody, ChargesRequest } from "#protocol/http/charges.ts";

const REPORTS = "../shared/data/reports";
const isThere = existsSync(REPORTS);

const read = <T>(file: string): T => JSON.parse(readFileSync(`${REPORTS}/${file}`, "utf8")) as T;

const answer = (body: ChargesRequest) =>
  chargesAnswer(body, { broker: ANONYMOUS, date: "2026-11-20" }).payload.trades[0]!;

/** The published figures have six digits. */
function expectCharges(got: ChargesBody, wanted: Partial<ChargesBody>): void {
  for (const [name, value] of Object.entries(wanted)) {
    expect(got[name as keyof ChargesBody], name).toBeCloseTo(value, 5);
  }
}

/** 3,000 NIFTY 19,500 PE bought at 50 and exercised at 19,400 (tradingqna.com/t/151973). */
const exercised = (date: string, more: Partial<ChargedTradeBody> = {}): ChargesRequest => ({
  broker_id: 1,
  date,
  trades: [
    {
      exchange: "NFO",
      instrument_type: "PE",
      underlying: "NIFTY",
      trade_action: "BUY",
      quantity: 3_000,
      price: 50,
      strike: 19_500,
      exit: { kind: "expiry", settlement_price: 19_400, is_physical: false },
      ...more,
    },
  ],
});

/** One lot of a currency's call, in and out (tradingqna.com/t/90361). */
const currency = (
  underlying: string,
  [strike, price, exit]: readonly [number | undefined, number, number],
  broker: 1 | 3 = 1,
): ChargesRequest => ({
  broker_id: broker,
  date: "2025-06-05",
  trades: [
    {
      exchange: "CDS",
      instrument_type: "CE",
      underlying,
      multiplier: 1_000,
      trade_action: "BUY",
      quantity: 1,
      price,
      ...(strike === undefined ? {} : { strike }),
      exit: { kind: "trade", price: exit },
    },
  ],
});

test("3,000 NIFTY are two orders, bought and exercised, without being told so", () => {
  for (const [date, stt] of [
    ["2025-06-05", 375],
    ["2026-06-04", 450],
  ] as const) {
    const got = answer(exercised(date));
    expectCharges(got.entry, { brokerage: 40 });
    expectCharges(got.exit, { brokerage: 40, transaction_tax: stt, gst: 7.2, total: 40 + stt + 7.2 });
    expect(got.assumed).toEqual([]);
    expect(answer(exercised(date, { orders: 2 }))).toEqual(got);
  }
});

test("an underlying that is not known is one order, which is said, or as many as the request says", () => {
  const many = { underlying: "NIFTYX" };
  expect(answer(exercised("2026-06-04", many)).assumed).toEqual(["order_count"]);
  expectCharges(answer(exercised("2026-06-04", many)).exit, { brokerage: 20 });
  const told = answer(exercised("2026-06-04", { ...many, orders: 3 }));
  expect([told.exit.brokerage, told.assumed]).toEqual([60, []]);
});

test("each side counts by the freeze quantity of its own day, each exchange by its own contracts", () => {
  const banknifty = { exchange: "NFO", symbol: "BANKNIFTY", type: "CE", quantity: -875 } as const;
  // 900 until 30 Nov 2025, 600 from 1 Dec on (NSE's monthly notices): 25 lots of 35 are one order, then two.
  expect(orderCount(banknifty, "2025-11-28", "2025-12-02")).toEqual({ entry: 1, exit: 2, isAssumed: false });
  const dollars = { symbol: "USDINR", type: "FUT", quantity: 20_000 } as const;
  expect(orderCount({ ...dollars, exchange: "CDS" }, "2026-11-20", "2026-11-20").entry).toBe(2);
  expect(orderCount({ ...dollars, exchange: "BCD" }, "2026-11-20", "2026-11-20").isAssumed).toBe(true);
});

test("shares are one order; a stock's contracts that slice do so by an estimate, which is said", () => {
  const shares = { exchange: "NSE", symbol: "RELIANCE", type: "EQ", quantity: 1e6 } as const;
  expect(orderCount(shares, "2026-11-20", "2026-11-20")).toEqual(ONE_ORDER);
  const calls = { exchange: "NFO", symbol: "RELIANCE", type: "CE" } as const;
  expect(orderCount({ ...calls, quantity: 500 }, "2026-11-20", "2026-11-20")).toEqual(ONE_ORDER);
  const sliced = orderCount({ ...calls, quantity: 1e6 }, "2026-11-20", "2026-11-20");
  expect([sliced.entry > 1, sliced.isAssumed]).toEqual([true, true]);
});

test("a currency option pays 0.03 % of strike and premium at Zerodha, at most 20", () => {
  const dollar = answer(currency("USDINR", [73.25, 0.19, 0.23]));
  expectCharges(dollar.entry, { brokerage: 20, exchange_charge: 0.05909, total: 23.67014 });
  expectCharges(dollar.exit, { brokerage: 20, total: 23.684677 });
  const yen = answer(currency("JPYINR", [58, 0.3, 0.4]));
  expectCharges(yen.entry, { brokerage: 17.49, total: 20.748948 });
  expectCharges(yen.exit, { brokerage: 17.52, total: 20.820864 });
  expect(yen.gross_pnl).toBeCloseTo(100, 9);
});

test("the lines that curves are drawn of turn where its share reaches the limit", () => {
  const on = "2026-11-20";
  const leg: ChargedContract = {
    market: chargeMarket("CDS", "CE", "JPYINR", "NRML")!,
    type: "CE",
    strike: 58,
    quantity: 1,
    multiplier: 1_000,
    orders: ONE_ORDER,
  };
  const terms = { rates: chargeRates(on)!, plan: brokeragePlan(ZERODHA, on) };
  const lines = tradeSchedule(leg, terms);
  // 0.03 % of (58 + x) × 1,000 is 20 at x = 8.67.
  expect(lines.map(({ from }) => from)).toEqual([0, expect.closeTo(8.666667, 6)]);
  for (const price of [0, 0.4, 8, 9, 30]) {
    const exact = chargesOfExit(leg, { kind: "trade", price }, terms).total;
    expect(chargeAt(lines, price)).toBeCloseTo(exact, 9);
  }
});

test("it needs the strike for that, and no broker with a flat fee does", () => {
  const flat = answer(currency("JPYINR", [undefined, 0.3, 0.4], UPSTOX));
  expectCharges(flat.entry, { brokerage: 20 });
  expect(() => answer(currency("JPYINR", [undefined, 0.3, 0.4]))).toThrow(/strike and premium/);
});

test.skipIf(!isThere)("the published cases of an exercise over the freeze quantity, to the paisa", () => {
  type Wanted = Record<"entry" | "exit", ChargesBody> & { gross_pnl?: number; net_pnl?: number };
  const expected = read<Record<string, Wanted>>("exercise-over-freeze/expected.json");
  for (const date of ["2025-06-05", "2026-06-04"]) {
    const body = read<ChargesRequest>(`exercise-over-freeze/body_${date}.json`);
    const { orders: _, ...trade } = body.trades[0]!;
    for (const trades of [body.trades, [trade]]) {
      const got = answer({ ...body, trades });
      const wanted = expected[date]!;
      expectCharges(got.exit, wanted.exit);
      expectCharges(got.entry, wanted.entry ?? {});
      if (wanted.net_pnl !== undefined) expect(got.net_pnl).toBeCloseTo(wanted.net_pnl, 9);
    }
  }
  const old = read<ChargesRequest>("exercise-over-freeze/body_2023-08-24.json");
  expect(() => answer(old)).toThrow(/2024-10-01/);
});

test.skipIf(!isThere)("the published cases of currency options, to the paisa", () => {
  const expected = read<Record<string, Record<"entry" | "exit", ChargesBody>>>(
    "currency-option-brokerage/expected.json",
  );
  for (const name of ["usdinr", "jpyinr"]) {
    const got = answer(read<ChargesRequest>(`currency-option-brokerage/body_${name}.json`));
    expectCharges(got.entry, expected[name]!.entry);
    expectCharges(got.exit, expected[name]!.exit);
  }
});
