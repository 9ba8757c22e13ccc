import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { builderAnswer } from "#analysis/builder-answer.ts";
import { builderMarketOf } from "#analysis/builder-market.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { MarginPayload } from "#protocol/http/margin.ts";
import type { PositionsSummaryPayload } from "#protocol/http/positions-summary.ts";
import { openKernels } from "#server/market/compute/open-compute.ts";
import { type Answer, type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { expectSchema } from "../../../support/http/compute-answers.ts";
import { newVisitor, signIn, signInFresh, type Visitor } from "../../../support/http/visitor.ts";
import { callToken, FUTURE, MARKET_TIME, NIFTY, putToken } from "../../../support/market/scripted-feed.ts";
import { freshStore } from "../../../support/store/store.ts";

let api: ApiHarness;
let trader: Visitor;
let google: Visitor;
beforeAll(async () => {
  api = await startApi({ store: await freshStore() });
  trader = newVisitor(api);
  google = newVisitor(api);
  expect((await signInFresh(trader)).status).toBe(200);
  expect((await signIn(google, "google")).status).toBe(200);
});
afterAll(() => api.stop());

const others: ApiHarness[] = [];
afterEach(async () => {
  for (const other of others.splice(0)) await other.stop();
});

const V3 = "/v1/compute/1/builder_v3";
const post = (body: unknown, path = V3, who: Visitor = trader): Promise<Answer> =>
  who.fetch(path, { method: "POST", body });
const refusal = (answer: Answer) => [answer.status, answer.json<{ error: { code: string } }>().error.code];

const statOf = (answer: Answer) =>
  answer.json<{ payload: BuilderPayload }>().payload.trade_stats[String(callToken(0, 10))]!;

/** A bought call at 24,500 for 100 rupees. */
const LONG_CALL: BuilderRequest = {
  underlying_token: NIFTY,
  trades: [{ instrument_token: callToken(0, 10), trade_action: "BUY", quantity: 65, price: 100 }],
};

describe("builder_v3", () => {
  it("answers a long call with the figures that a reader can work out by hand", async () => {
    const answer = await post(LONG_CALL);
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    const { payload } = answer.json<{ payload: BuilderPayload }>();
    expect(payload).toMatchObject({
      as_of: MARKET_TIME,
      underlying_price: 24_500,
      max_profit: "Unlimited",
      max_loss: -6_500,
      risk_reward_ratio: null,
      total_premium: 6_500,
      is_stock: false,
      expiry: "2026-11-24",
    });
    expect(payload.breakevens_at_expiry).toHaveLength(1);
    expect(payload.breakevens_at_expiry[0]).toBeCloseTo(24_600, 6);
    const at = payload.payoff_prices!.indexOf(24_500);
    expect(payload.payoffs_at_expiry![at]).toBeCloseTo(-6_500, 6);
    expect(payload.trade_stats[String(callToken(0, 10))]).toMatchObject({
      last_price: 100.1,
      is_liquid: true,
      liquidity_warnings: [],
      forward: 24_510,
      forward_source: "FUTURE",
    });
  });

  it("is the answer that the same code gives in the market it is said to come from", async () => {
    const request: BuilderRequest = {
      underlying_token: NIFTY,
      trades: [
        { instrument_token: callToken(0, 12), trade_action: "SELL", quantity: 130 },
        { instrument_token: putToken(1, 8), trade_action: "BUY", quantity: 65, iv: 0.2 },
        { instrument_token: FUTURE, trade_action: "SELL", quantity: 65, price: 24_500 },
      ],
      iv_offset: 1.5,
      flags: { enable_payoff_table: true, enable_trade_details: true, include_market: true },
    };
    const { payload } = (await post(request)).json<{ payload: BuilderPayload }>();
    const { market, ...rest } = payload;
    const again = builderAnswer(
      { ...request, flags: { ...request.flags, include_market: false } },
      builderMarketOf(market!),
      openKernels().strategy,
    );
    expect(again.ok && JSON.parse(JSON.stringify(again.payload))).toEqual(rest);
  });

  it("is the late market's for a late viewer, and the one of now for a live one", async () => {
    const late = newVisitor(api);
    await signIn(late, "google", { account: "100000000000000000002" });
    const trial = await late.fetch("/v1/payment/register_for_trial", { method: "POST", body: {} });
    expect(trial.status).toBe(200);
    api.liveFeed.moveChain(0, [10], 22_200);
    // What is held may be a second old.
    await expect.poll(async () => statOf(await post(LONG_CALL)).last_price).toBe(222);
    const answer = await post(LONG_CALL, "/v1/compute/5/builder_v3", late);
    expect(statOf(answer).last_price).toBe(100.1);
    api.liveFeed.moveChain(0, [10], 10_010);
  });

  it.each([
    ["nobody", "/v1/compute/0/builder_v3", 401, "auth.required"],
    ["an account without the plan", "/v1/compute/5/builder_v3", 403, "access.upgrade_needed"],
  ])("is refused to %s", async (who, path, status, code) => {
    const visitor = who === "nobody" ? newVisitor(api) : google;
    expect(refusal(await post(LONG_CALL, path, visitor))).toEqual([status, code]);
  });

  it.each([
    ["another broker's address", "/v1/compute/2/builder_v3", 403, "access.denied"],
    ["a broker there is none of", "/v1/compute/77/builder_v3", 404, "request.not_found"],
    ["no broker", "/v1/compute/x/builder_v3", 404, "request.not_found"],
    ["its broker with a nought before it", "/v1/compute/01/builder_v3", 404, "request.not_found"],
    ["its broker in percent", "/v1/compute/%31/builder_v3", 404, "request.not_found"],
    ["another's address beside it", "/v1/compute/%31/builder_v3?/1/", 404, "request.not_found"],
  ])("is refused at %s", async (_what, path, status, code) => {
    expect(refusal(await post(LONG_CALL, path))).toEqual([status, code]);
  });

  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const)("comes in %s where that is understood", async (encoding, decode) => {
    const answer = await trader.fetch(V3, {
      method: "POST",
      body: LONG_CALL,
      headers: { "accept-encoding": encoding },
    });
    expect(answer.headers).toMatchObject({ "content-encoding": encoding, "cache-control": "no-store" });
    expect(answer.headers.vary).toMatch(/accept-encoding/);
    expect(JSON.parse(decode(answer.body).toString()).payload.max_loss).toBe(-6_500);
    expect((await post(LONG_CALL)).headers["content-encoding"]).toBeUndefined();
  });

  it("is answered at the address of no broker in particular too", async () => {
    expect((await post(LONG_CALL, "/v1/compute/0/builder_v3")).status).toBe(200);
  });

  it("is refused to other sites", async () => {
    const answer = await trader.fetch(V3, {
      method: "POST",
      body: LONG_CALL,
      headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    });
    expect(refusal(answer)).toEqual([403, "request.forbidden"]);
  });

  const trade = LONG_CALL.trades[0]!;
  it.each<[string, unknown, number, string, RegExp]>([
    ["no JSON", "{", 400, "request.invalid", /not JSON/],
    ["an empty body", "", 400, "request.invalid", /not JSON/],
    ["a list", [], 400, "request.invalid", /^body must be object/],
    ["nothing of it", {}, 400, "request.invalid", /required/],
    ["an unknown member", { ...LONG_CALL, x: 1 }, 400, "request.invalid", /additional/],
    [
      "a wrong action",
      { ...LONG_CALL, trades: [{ ...trade, trade_action: "HOLD" }] },
      400,
      "request.invalid",
      /must be one of "BUY", "SELL"/,
    ],
    [
      "no number",
      { ...LONG_CALL, trades: [{ ...trade, quantity: "65" }] },
      400,
      "request.invalid",
      /quantity must be number/,
    ],
    [
      "a number that is none",
      `{"underlying_token":${NIFTY},"trades":[{"instrument_token":1,"trade_action":"BUY","quantity":1e999}]}`,
      400,
      "request.invalid",
      /quantity/,
    ],
    ["an unknown underlying", { ...LONG_CALL, underlying_token: 42 }, 404, "underlying.not_found", /42/],
    [
      "an unknown contract",
      { ...LONG_CALL, trades: [{ ...trade, instrument_token: 7 }] },
      404,
      "derivative.not_found",
      /7/,
    ],
    ["501 trades", { ...LONG_CALL, trades: Array(501).fill(trade) }, 413, "request.too_large", /500/],
    [
      "501 trades of two kinds",
      {
        ...LONG_CALL,
        trades: Array(300).fill(trade),
        positions: Array(201).fill({
          instrument_token: trade.instrument_token,
          trade_action: "BUY",
          quantity: 65,
        }),
      },
      413,
      "request.too_large",
      /500/,
    ],
    ["300 KiB", { ...LONG_CALL, x: "x".repeat(300_000) }, 413, "request.too_large", /./],
  ])("refuses %s", async (_what, body, status, code, text) => {
    const answer = await post(body);
    expect(refusal(answer)).toEqual([status, code]);
    expect(answer.json<{ error: { message: string } }>().error.message).toMatch(text);
  });

  it("takes nothing but JSON", async () => {
    const answer = await trader.fetch(V3, {
      method: "POST",
      body: "x=1",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(415);
  });

  it("answers absurd figures with finite ones or null", async () => {
    const absurd: BuilderRequest[] = [
      { ...LONG_CALL, iv_offset: 1e6 },
      { ...LONG_CALL, iv_offset: -1e6 },
      { ...LONG_CALL, trades: [{ ...trade, quantity: 1e12, price: 1e12, iv: 1e6 }] },
      { ...LONG_CALL, trades: [{ ...trade, quantity: 0, price: 0, iv: 0 }] },
      { ...LONG_CALL, target_underlying_price: 0, target_datetime: 0, target_interval: 1e-300 },
      { ...LONG_CALL, target_underlying_price: 1e12, target_datetime: 4.2e12, target_interval: 1 },
      { ...LONG_CALL, fixed_sd_days: 1e-300, sd_mode: "fixed", manual_pnl: { is_checked: true, pnl: 1e15 } },
      { underlying_token: NIFTY, trades: [] },
    ];
    const flags = { enable_payoff_table: true, enable_trade_details: true };
    for (const request of absurd) {
      const answer = await post({ ...request, flags });
      expect([answer.status, JSON.stringify(request)]).toEqual([200, JSON.stringify(request)]);
      expectSchema("builder_v3", answer.body.toString());
      const { payload } = answer.json<{ payload: BuilderPayload }>();
      // What hangs on no absurd figure is known all the same.
      expect(payload.underlying_price).toBe(24_500);
      expect(payload.payoff_prices!.length).toBeGreaterThanOrEqual(401);
      expect(payload.payoffs_at_expiry).not.toContain(null);
    }
  });

  it("computes 500 legs, and no other caller waits for it long", async () => {
    const trades = Array.from({ length: 500 }, (_, n) => ({
      instrument_token: n % 2 ? putToken(n % 4 < 2 ? 0 : 1, n % 21) : callToken(n % 4 < 2 ? 0 : 1, n % 21),
      trade_action: n % 3 ? ("BUY" as const) : ("SELL" as const),
      quantity: 65 * (1 + (n % 7)),
    }));
    const body = { underlying_token: NIFTY, trades, flags: { enable_trade_details: true } };
    const startedAt = performance.now();
    const answer = await post(body);
    expect(answer.status).toBe(200);
    expect(answer.json<{ payload: BuilderPayload }>().payload.trade_details).toHaveLength(500);
    // A machine of its own takes a fraction of the promised 300 ms (bench/compute.bench.ts); this one may be shared by many.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});

describe("builder_v2", () => {
  it("takes price, futures and ATM IVs from the caller, and answers within data", async () => {
    const body = {
      ...LONG_CALL,
      current_underlying_price: 24_600,
      futures_per_expiry: { "2026-11-24": 24_620 },
      atm_iv_per_expiry: { "2026-11-24": 0.2 },
      fixed_sd_days: 7,
    };
    const answer = await post(body, "/v1/compute/1/builder_v2");
    expect(answer.status).toBe(200);
    const { payload } = answer.json<{ data: { payload: BuilderPayload } }>().data;
    expect(payload).toMatchObject({ underlying_price: 24_600, max_loss: -6_500 });
    expect(payload.trade_stats[String(callToken(0, 10))]).toMatchObject({ forward: 24_620 });
  });

  it("names a day there is none of", async () => {
    const body = {
      ...LONG_CALL,
      current_underlying_price: 24_600,
      futures_per_expiry: { "2026-13-45": 1 },
      atm_iv_per_expiry: {},
    };
    expect(refusal(await post(body, "/v1/compute/1/builder_v2"))).toEqual([400, "request.invalid"]);
  });
});

describe("calculate_margin_v5", () => {
  const V5 = "/v1/compute/1/broker_data/calculate_margin_v5";
  const short = {
    trade_type: "new_trade",
    tradingsymbol: "NIFTY26N2424500CE",
    action: "SELL",
    quantity: 65,
    price: 100,
  };
  const considering = { consider_positions_for_funds: false, consider_positions_for_margin: false };
  const margin = async (trades: unknown[], more: object = {}) =>
    (await post({ trades, ...considering, ...more }, V5)).json<{ payload: MarginPayload }>().payload;

  it("is the broker's own figure for an account of a broker, with the estimate beside it", async () => {
    const payload = await margin([short], { details: { scenarios: true } });
    expect(payload).toMatchObject({ source: "broker", is_estimate: false, not_valued: [] });
    // The sandbox's broker has prices of its own.
    expect(payload.margin_required!).toBeGreaterThan(100_000);
    expect(payload.estimate.margin_required!).toBeGreaterThan(100_000);
    expect(payload.estimate.margin_required).not.toBe(payload.margin_required);
    expect(payload.scenarios).toHaveLength(16);
  });

  it("is an estimate, said to be one, for whom no broker can be asked", async () => {
    const visitor = newVisitor(api);
    await signIn(visitor, "google", { account: "100000000000000000003" });
    await visitor.fetch("/v1/payment/register_for_trial", { method: "POST", body: {} });
    const path = "/v1/compute/5/broker_data/calculate_margin_v5";
    const answer = await post({ trades: [short], ...considering }, path, visitor);
    const { payload } = answer.json<{ payload: MarginPayload }>();
    expect(payload).toMatchObject({ source: "estimate", is_estimate: true });
    // Exposure is 2 % of the contract's value; SPAN at least the 9.3 % scan range at the money, less the premium's share.
    expect(payload.exposure).toBeCloseTo(0.02 * 24_500 * 65, 6);
    expect(payload.span!).toBeGreaterThan(0.08 * 24_500 * 65);
    expect(payload.margin_required).toBeCloseTo(payload.span! + payload.exposure! + payload.additional!, 6);
    expect(payload.capital_required).toBeCloseTo(payload.margin_required! - 6_500, 6);
    expect(payload.estimate.margin_required).toBe(payload.margin_required);
  });

  it("asks less when a bought call protects the sold one, and nothing without trades", async () => {
    const wing = { ...short, tradingsymbol: "NIFTY26N2424700CE", action: "BUY", price: 50 };
    const [naked, hedged, nothing] = [await margin([short]), await margin([short, wing]), await margin([])];
    expect(hedged.margin_required!).toBeLessThan(0.5 * naked.margin_required!);
    expect(nothing).toMatchObject({ margin_required: 0, capital_required: 0 });
  });

  it("takes the form with a broker cache too", async () => {
    const input = {
      tradingsymbol: short.tradingsymbol,
      action: "SELL",
      quantity: 65,
      price: 100,
      strike_price: 24_500,
    };
    const answer = await post({ brokerCache: null, trade_inputs: [input] }, V5);
    expect(answer.status).toBe(200);
    const own = answer.json<{ payload: MarginPayload }>().payload;
    expect(own.margin_required).toBeCloseTo((await margin([short])).margin_required!, 6);
  });

  it("leaves out and names what has expired, at the broker too", async () => {
    const over = { ...short, tradingsymbol: "NIFTY26N1024500CE" };
    const payload = await margin([over, short]);
    expect(payload).toMatchObject({ source: "broker", not_valued: [], expired: [over.tradingsymbol] });
    const alone = await margin([short]);
    expect(payload.margin_required).toBeCloseTo(alone.margin_required!, 6);
    expect(payload.estimate.margin_required).toBeCloseTo(alone.estimate.margin_required!, 6);
  });

  it("finds the underlying of whatever is listed, with its exchange or without, and of shares", async () => {
    const payload = await margin([
      { ...short, tradingsymbol: "NFO:NIFTY26NOVFUT", price: null },
      { ...short, tradingsymbol: "reliance", action: "BUY", quantity: 10, price: 1_500 },
    ]);
    expect(payload.estimate.exposure).toBeCloseTo(0.02 * 24_500 * 65, 6);
    expect(payload.estimate.premium).toBeCloseTo(15_000, 6);
  });

  it.each<[string, unknown, number, string, RegExp]>([
    [
      "what is not listed",
      { trades: [{ ...short, tradingsymbol: "NIFTY26NOV1CE" }], ...considering },
      404,
      "derivative.not_found",
      /NIFTY26NOV1CE/,
    ],
    [
      "an index",
      { trades: [{ ...short, tradingsymbol: "NIFTY" }], ...considering },
      404,
      "derivative.not_found",
      /NIFTY/,
    ],
    ["half a request", { trades: [short] }, 400, "request.invalid", /consider_positions/],
    [
      "a wrong input",
      { brokerCache: 1, trade_inputs: [{ tradingsymbol: "x" }] },
      400,
      "request.invalid",
      /trade_inputs\/0/,
    ],
    ["501 trades", { trades: Array(501).fill(short), ...considering }, 413, "request.too_large", /500/],
  ])("refuses %s", async (_what, body, status, code, text) => {
    const answer = await post(body, V5);
    expect(refusal(answer)).toEqual([status, code]);
    expect(answer.json<{ error: { message: string } }>().error.message).toMatch(text);
  });

  it("[CALL-4] is calculate_margin_v3 for ICICI Direct alone", async () => {
    const body = { trades: [short], ...considering };
    expect(refusal(await post(body, "/v1/calculate_margin_v3"))).toEqual([403, "access.denied"]);
    const icici = newVisitor(api);
    await signIn(icici, "icici");
    const trial = await icici.fetch("/v1/payment/register_for_trial", { method: "POST", body: {} });
    expect(trial.status).toBe(200);
    const answer = await post(body, "/v1/calculate_margin_v3", icici);
    expect(answer.status).toBe(200);
    expect(answer.json<{ total_margin: number }>().total_margin).toBeCloseTo(
      (await margin([short])).margin_required!,
      1,
    );
  });
});

describe("[CALL-5] positions/summary_v2", () => {
  const PATH = "/v1/compute/1/positions/summary_v2";
  const call = {
    tradingsymbol: "NIFTY26N2424500CE",
    trade_action: "SELL",
    quantity: 65,
    average_price: 120,
    booked_profit_loss: 250,
    product: "NRML",
  };
  const shares = {
    tradingsymbol: "RELIANCE",
    trade_action: "BUY",
    quantity: 10,
    average_price: 1_400,
    product: "CNC",
  };
  const summary = async (body: object) =>
    (await post(body, PATH)).json<{ payload: PositionsSummaryPayload }>().payload;

  it("sums what positions of each underlying have won and may yet win", async () => {
    const payload = await summary({
      data: [call, shares],
      hash: "h1",
      request_timestamp: 17,
      user_id: 5,
      manual_pnl_per_underlying: {
        NIFTY: { is_checked: true, pnl: 1_000 },
        RELIANCE: { is_checked: false, pnl: 9 },
      },
    });
    expect(payload).toMatchObject({ hash: "h1", request_timestamp: 17, not_found: [] });
    const [nifty, reliance] = payload.underlyings;
    expect(nifty).toMatchObject({
      underlying: "NIFTY",
      underlying_token: NIFTY,
      booked_pnl: 250,
      manual_pnl: 1_000,
      max_loss: "Unlimited",
    });
    // Sold for 120, bought back for the usable price of now: 100.10, the middle of the book.
    expect(nifty?.unbooked_pnl).toBeCloseTo(65 * (120 - 100.1), 6);
    expect(nifty?.total_pnl).toBeCloseTo(65 * (120 - 100.1) + 1_250, 6);
    expect(reliance).toMatchObject({ underlying: "RELIANCE", manual_pnl: 0, booked_pnl: 0 });
    expect(reliance?.unbooked_pnl).toBeCloseTo(1_000, 6);
    expect(payload.total_pnl).toBeCloseTo(65 * (120 - 100.1) + 1_250 + 1_000, 6);
  });

  it.each([
    [{ underlyings: ["RELIANCE"] }, 0, 1_000],
    [{ expiries: ["2026-11-24"] }, 250, 65 * (120 - 100.1)],
    [{ products: ["CNC"] }, 0, 1_000],
    [{ products: ["MIS"] }, 0, 0],
    [null, 250, 65 * (120 - 100.1) + 1_000],
  ])("counts what passes the filters and lists the rest: %j", async (position_filters, booked, unbooked) => {
    const payload = await summary({ data: [call, shares], position_filters });
    expect(payload.booked_pnl).toBeCloseTo(booked, 6);
    expect(payload.unbooked_pnl).toBeCloseTo(unbooked, 6);
    expect(payload.underlyings.flatMap((each) => each.trade_details)).toHaveLength(2);
  });

  it("names positions without a product where products are asked for, if all else lets them pass", async () => {
    const { product: _, ...unnamed } = call;
    const asked = (position_filters: object) => summary({ data: [unnamed, shares], position_filters });
    expect((await asked({ products: ["NRML", "CNC"] })).no_product).toEqual([call.tradingsymbol]);
    expect((await asked({ products: ["NRML"], underlyings: ["RELIANCE"] })).no_product).toEqual([]);
    expect((await asked({ expiries: ["2026-11-24"] })).no_product).toEqual([]);
  });

  it("values what has expired by its settlement, and names what is not listed", async () => {
    const expired = {
      ...call,
      tradingsymbol: "NIFTY26N1024500CE",
      settlement_price: 20,
      booked_profit_loss: 0,
      is_expired: true,
    };
    const payload = await summary({
      data: [
        expired,
        { ...call, tradingsymbol: "NOPE" },
        { trade_action: "BUY", quantity: 1, instrument_token: 7 },
      ],
    });
    expect(payload.not_found).toEqual(["NOPE", "7"]);
    expect(payload.unbooked_pnl).toBeCloseTo(65 * 100, 6);
  });

  it("answers zeroes without positions, and refuses what it cannot read", async () => {
    expect(await summary({ data: [] })).toMatchObject({ total_pnl: 0, underlyings: [], not_found: [] });
    expect(refusal(await post({ data: [{ ...call, product: "XYZ" }] }, PATH))).toEqual([
      400,
      "request.invalid",
    ]);
    expect(refusal(await post({ data: Array(501).fill(call) }, PATH))).toEqual([413, "request.too_large"]);
    expect(refusal(await post({ data: [] }, "/v1/compute/0/positions/summary_v2", newVisitor(api)))).toEqual([
      401,
      "auth.required",
    ]);
  });
});

describe("while compute is away", () => {
  it("is answered 503 with Retry-After, without a word of the inside", async () => {
    const other = await startApi({ store: await freshStore(), withoutCompute: true });
    others.push(other);
    const visitor = newVisitor(other);
    await signInFresh(visitor);
    const answer = await post(LONG_CALL, V3, visitor);
    expect(refusal(answer)).toEqual([503, "server.unavailable"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(answer.body.toString()).not.toMatch(/builder_v3|compute\./);
    const { error } = (await other.call("/v1/compute/cache/live_derivative_prices/NIFTY")).json<{
      error: object;
    }>();
    expect(error).toMatchObject({ code: "prices.failed" });
  });
});

describe("limits", () => {
  it("hold an account back that asks more than it may a minute, and no other", async () => {
    const other = await startApi({ store: await freshStore(), limits: { computesPerMinute: 3 } });
    others.push(other);
    const visitor = newVisitor(other);
    await signInFresh(visitor);
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) statuses.push((await post(LONG_CALL, V3, visitor)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const second = newVisitor(other);
    await signInFresh(second);
    expect((await post(LONG_CALL, V3, second)).status).toBe(200);
  });
});
