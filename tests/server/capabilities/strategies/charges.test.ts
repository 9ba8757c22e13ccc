import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChargesResponse } from "#protocol/http/charges.ts";
import { type Answer, type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { newVisitor, signIn } from "../../../support/http/visitor.ts";
import { freshStore } from "../../../support/store/store.ts";

const PATH = "/v1/compute/charges";

let api: ApiHarness;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const post = (body: unknown): Promise<Answer> =>
  api.call(PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

const OPTION = {
  exchange: "NFO",
  instrument_type: "CE",
  underlying: "NIFTY",
  trade_action: "SELL",
  quantity: 65,
  price: 100,
};

describe("charges over HTTP", () => {
  it("are those of each trade and of all, by the rates of the day asked for", async () => {
    const buy = { ...OPTION, trade_action: "BUY", exit: { kind: "trade", price: 140 } };
    const answer = await post({ date: "2026-11-20", trades: [OPTION, buy] });
    expect(answer.status).toBe(200);
    const { payload } = answer.json<ChargesResponse>();
    expect(payload).toMatchObject({ broker_id: 0, date: "2026-11-20", rates_valid_from: "2026-04-01" });
    const [sold, bought] = payload.trades;
    expect(sold?.entry.total).toBeCloseTo(36.0828, 4);
    expect(sold).toMatchObject({ gross_pnl: null, net_pnl: null, exit: { total: 0 } });
    expect(bought?.entry.total).toBeCloseTo(26.5278, 4);
    expect(bought?.gross_pnl).toBe(2600);
    expect(bought?.net_pnl).toBeCloseTo(2600 - bought!.total.total, 9);
    expect(payload.total.total.total).toBeCloseTo(sold!.total.total + bought!.total.total, 9);
    expect(payload.total.net_pnl).toBeNull();
    const old = (await post({ date: "2026-03-31", trades: [OPTION] })).json<ChargesResponse>();
    expect(old.payload.trades[0]?.entry.transaction_tax).toBeCloseTo(6.5, 9);
  });

  it("follow the named broker's price list, and exercise where a trade is held to expiry", async () => {
    const exit = { kind: "expiry", settlement_price: 24_200, is_physical: false };
    const trade = { ...OPTION, trade_action: "BUY", strike: 24_000, exit };
    const { payload } = (
      await post({ broker_id: 4, date: "2026-11-20", trades: [trade] })
    ).json<ChargesResponse>();
    expect(payload.plan).toContain("ICICI");
    expect(payload.trades[0]?.exit.transaction_tax).toBeCloseTo(19.5, 9);
    expect(payload.total.gross_pnl).toBeCloseTo(6_500, 9);
  });

  it("are of each side's own day, and say which fees no list names", async () => {
    const exit = { kind: "trade", price: 100, date: "2026-04-02" };
    const held = { kind: "expiry", settlement_price: 24_200, is_physical: false, date: "2026-04-07" };
    const { payload } = (
      await post({
        broker_id: 3,
        date: "2026-03-31",
        trades: [
          { ...OPTION, trade_action: "BUY", exit },
          { ...OPTION, trade_action: "BUY", strike: 24_000, exit: held },
          { ...OPTION, date: "2026-04-02" },
        ],
      })
    ).json<ChargesResponse>();
    const [sold, exercised, open] = payload.trades;
    expect(sold).toMatchObject({ entry_date: "2026-03-31", exit_date: "2026-04-02", assumed: [] });
    expect(sold?.exit.transaction_tax).toBeCloseTo(0.0015 * 6_500, 9);
    expect(exercised).toMatchObject({ exit_date: "2026-04-07", assumed: ["exercise_fee"] });
    expect(exercised?.exit.transaction_tax).toBeCloseTo(19.5, 9);
    expect(open).toMatchObject({ entry_date: "2026-04-02", exit_date: null, assumed: [] });
    expect(open?.entry.transaction_tax).toBeCloseTo(0.0015 * 6_500, 9);
    expect(payload).toMatchObject({ date: "2026-03-31", rates_valid_from: "2024-10-01" });
  });

  it("are by default those of the caller's broker and the market's day", async () => {
    const other = await startApi({ store: await freshStore() });
    const visitor = newVisitor(other);
    await signIn(visitor, "upstox");
    const answer = await visitor.fetch(PATH, { method: "POST", body: { trades: [OPTION] } });
    expect(answer.status).toBe(200);
    const { payload } = (await answer.json()) as ChargesResponse;
    expect(payload).toMatchObject({ broker_id: 3, plan: "Upstox", date: "2026-11-23" });
    await other.stop();
  });

  it.each([
    ["a day whose rates are not kept", { date: "2020-01-01", trades: [OPTION] }],
    ["a day there is none of", { date: "2026-02-30", trades: [OPTION] }],
    ["a month there is none of", { date: "2026-13-01", trades: [OPTION] }],
    ["a future on a cash market", { trades: [{ ...OPTION, exchange: "NSE", instrument_type: "FUT" }] }],
    [
      "an option at expiry without its strike",
      { trades: [{ ...OPTION, exit: { kind: "expiry", settlement_price: 1, is_physical: false } }] },
    ],
    [
      "an exit before its entry",
      { trades: [{ ...OPTION, date: "2026-04-02", exit: { kind: "trade", price: 1, date: "2026-04-01" } }] },
    ],
    [
      "an exit on a day there is none of",
      { date: "2026-04-01", trades: [{ ...OPTION, exit: { kind: "trade", price: 1, date: "2026-04-31" } }] },
    ],
    ["an entry before the rates that are kept", { trades: [{ ...OPTION, date: "2024-09-30" }] }],
    ["no trades", { trades: [] }],
    ["a negative price", { trades: [{ ...OPTION, price: -1 }] }],
    ["a quantity of nothing", { trades: [{ ...OPTION, quantity: 0 }] }],
    ["a word it does not know", { trades: [{ ...OPTION, discount: 1 }] }],
    ["a broker that does not exist", { broker_id: 9, trades: [OPTION] }],
    ["a number no double holds", `{"trades":[${JSON.stringify(OPTION).replace("100", "1e400")}]}`],
  ])("refuse %s with the reason", async (_what, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: "request.invalid" } });
  });

  it("are refused for more trades than it takes, and the limit is said", async () => {
    const answer = await post({ trades: Array.from({ length: 501 }, () => OPTION) });
    expect(answer.status).toBe(413);
    expect(answer.json()).toMatchObject({ error: { code: "request.too_large", details: { limit: 500 } } });
  });

  it("are refused for a contract whose size is not given", async () => {
    const barrels = { ...OPTION, exchange: "MCX", underlying: "CRUDEOIL", quantity: 1 };
    const answer = await post({ date: "2026-11-20", trades: [OPTION, barrels] });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: "request.invalid", details: { trade: 1 } } });
    expect(JSON.stringify(answer.json())).toContain("multiplier");
    const told = await post({ date: "2026-11-20", trades: [{ ...barrels, multiplier: 100 }] });
    expect(told.status).toBe(200);
  });

  it("stay finite at the largest numbers they take", async () => {
    const huge = { ...OPTION, quantity: 1e12, price: 1e12, multiplier: 1e6, orders: 10_000 };
    const trades = Array.from({ length: 500 }, () => ({ ...huge, exit: { kind: "trade", price: 0 } }));
    const answer = await post({ date: "2026-11-20", trades });
    expect(answer.status).toBe(200);
    const { total } = answer.json<ChargesResponse>().payload;
    expect(Number.isFinite(total.total.total)).toBe(true);
    expect(Number.isFinite(total.net_pnl)).toBe(true);
  });
});
