import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { black76 } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { LivePricesResponse } from "#protocol/http/live-prices.ts";
import { parseMetacache } from "#protocol/http/metacache.ts";
import { type Answer, type ApiHarness, startApi } from "../../support/http/api-server.ts";
import {
  callToken,
  EXPIRIES,
  FUTURE,
  MARKET_TIME,
  NIFTY,
  putToken,
  RELIANCE,
  STRIKES,
} from "../../support/market/scripted-feed.ts";

let api: ApiHarness;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const ownApis: ApiHarness[] = [];
afterEach(async () => {
  for (const own of ownApis.splice(0)) await own.stop();
});

/** For a test that changes the feed or counts what is asked of it. */
async function ownApi(): Promise<ApiHarness> {
  const own = await startApi();
  ownApis.push(own);
  return own;
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  api.call(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

function problem(answer: Answer): [number, string, string] {
  const { error } = answer.json<{ error: { code: string; message: string; details: object } }>();
  expect(Object.keys(error).sort()).toEqual(["code", "details", "message"]);
  expect(answer.headers["content-type"]).toContain("application/json");
  return [answer.status, error.code, error.message];
}

describe("instrument_metacache", () => {
  const path = "/v1/compute/cache/instrument_metacache/1";

  it("says the market's time, with a list that is unchanged too", async () => {
    const whole = await api.call(path);
    const unchanged = await api.call(path, { headers: { "if-none-match": String(whole.headers.etag) } });
    expect(unchanged.status).toBe(304);
    for (const { headers } of [whole, unchanged]) {
      const since = Number(headers["x-market-time"]) - MARKET_TIME;
      expect(Math.abs(since)).toBeLessThan(600_000);
    }
  });

  it("serves the columns, as JSON and compressed", async () => {
    const plain = await api.call(path);
    expect(plain.status).toBe(200);
    expect(parseMetacache(plain.json())?.etag).toBe("scripted-1");
    const br = await api.call(path, { headers: { "accept-encoding": "gzip, br" } });
    expect(br.headers["content-encoding"]).toBe("br");
    expect(br.headers.vary).toContain("accept-encoding");
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    const gz = await api.call(path, { headers: { "accept-encoding": "gzip, br;q=0" } });
    expect(gunzipSync(gz.body)).toEqual(plain.body);
  });

  it("answers 304 to the etag it gave, until the instruments change", async () => {
    const api = await ownApi();
    const { etag = "" } = (await api.call(path)).headers;
    for (const header of [etag, '"scripted-1"', `"x", ${etag}`, "*"]) {
      const again = await api.call(path, { headers: { "if-none-match": header } });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
    api.feed.etag = "scripted-2";
    api.feed.restart();
    const fresh = await api.call(path, { headers: { "if-none-match": etag } });
    expect(fresh.json()).toMatchObject({ etag: "scripted-2" });
  });

  it("asks the feed once for many readers", async () => {
    const api = await ownApi();
    await Promise.all(Array.from({ length: 20 }, () => api.call(path)));
    expect(api.feed.asked.metacache).toBe(1);
  });

  it("refuses a broker that does not exist", async () => {
    for (const broker of ["9", "x", "-1"]) {
      const answer = await api.call(`/v1/compute/cache/instrument_metacache/${broker}`);
      expect(problem(answer)).toEqual([404, "request.not_found", "Could not determine broker"]);
    }
  });

  it("says that it failed when there is no feed, and when to try again", async () => {
    const api = await ownApi();
    api.feed.stop();
    const answer = await api.call(path);
    expect(problem(answer)).toEqual([503, "metacache.failed", "Instrument metacache failed"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("[INST-9] insights_instrument_metacache", () => {
  it("is a list of its own address, unchanged while its etag is", async () => {
    const address = "/v1/compute/cache/insights_instrument_metacache/5";
    const answer = await api.call(address);
    expect(parseMetacache(answer.json())?.underlyers.symbol).toEqual(["NIFTY", "RELIANCE"]);
    const again = await api.call(address, { headers: { "if-none-match": String(answer.headers.etag) } });
    expect(again.status).toBe(304);
    expect((await api.call("/v1/compute/cache/insights_instrument_metacache/9")).status).toBe(404);
  });
});

describe("instrument_metacache_addon", () => {
  it.each(["/v1/compute/cache/instrument_metacache_addon", "/v1/compute/cache/instrument_metacache_addon/1"])(
    "serves the named underlyings alone at %s",
    async (path) => {
      const reliance = parseMetacache((await post(path, { underlyer_list: ["reliance"] })).json());
      expect(reliance?.underlyers.symbol).toEqual(["RELIANCE"]);
      expect(reliance?.chains.underlyer).toEqual([]);
      const nifty = parseMetacache((await post(path, { underlyer_list: [NIFTY] })).json());
      expect(nifty?.underlyers.symbol).toEqual(["NIFTY"]);
      expect(nifty?.chains.expiry).toEqual([...EXPIRIES]);
      expect(nifty?.symbols).toEqual({ [NIFTY]: "NIFTY 50" });
    },
  );

  it("names an underlying that it does not know", async () => {
    const answer = await post("/v1/compute/cache/instrument_metacache_addon", { underlyer_list: ["NOPE"] });
    expect(problem(answer)).toEqual([
      404,
      "underlying.not_found",
      "Could not find underlying with symbol NOPE",
    ]);
  });

  it.each([
    {},
    { underlyer_list: [] },
    { underlyer_list: "NIFTY" },
    { underlyer_list: ["NIFTY"], more: 1 },
    { underlyer_list: [{}] },
  ])("refuses %j", async (body) => {
    const [status, code] = problem(await post("/v1/compute/cache/instrument_metacache_addon", body));
    expect([status, code]).toEqual([400, "request.invalid"]);
  });
});

describe("tradingsymbol_metacache", () => {
  const get = (symbol: string) =>
    api.call(`/v1/compute/cache/tradingsymbol_metacache/1?tradingsymbol=${encodeURIComponent(symbol)}`);

  it("looks up options, futures, shares and indices with every field of an instrument", async () => {
    expect((await get("NIFTY26N2424500PE")).json()).toEqual({
      data: {
        instrument_token: putToken(0, 10),
        tradingsymbol: "NIFTY26N2424500PE",
        exchange: "NFO",
        segment: "NFO-OPT",
        instrument_type: "PE",
        strike: 24_500,
        expiry: "2026-11-24",
        expiry_type: "weekly",
        lot_size: 65,
        multiplier: 1,
        tick_size: 0.05,
        underlying_instrument: "NIFTY",
        is_non_fno: false,
        closest_future: "NIFTY26NOVFUT",
        name: "NIFTY",
        sectors: [],
      },
      etag: "scripted-1",
    });
    const type = async (symbol: string) => (await get(symbol)).json<{ data: object }>().data;
    expect(await type("NIFTY26DEC24500CE")).toMatchObject({
      expiry_type: "monthly",
      instrument_token: callToken(1, 10),
    });
    expect(await type("NFO:NIFTY26NOVFUT")).toMatchObject({
      instrument_type: "FUT",
      instrument_token: FUTURE,
    });
    expect(await type("reliance")).toMatchObject({
      instrument_type: "EQ",
      sectors: ["Energy"],
      closest_future: null,
    });
    expect(await type("NSE:NIFTY 50")).toMatchObject({ instrument_type: "INDEX", segment: "INDICES" });
  });

  it("tells an unlisted contract from what is no instrument at all", async () => {
    expect(problem(await get("NIFTY26N2499999PE"))).toEqual([
      404,
      "derivative.not_found",
      "Derivative not found with symbol NIFTY26N2499999PE",
    ]);
    expect(problem(await get("NOTHING"))).toEqual([404, "instrument.not_found", "Instrument is not found"]);
  });

  it("needs the symbol", async () => {
    expect(problem(await api.call("/v1/compute/cache/tradingsymbol_metacache/1"))[0]).toBe(400);
  });
});

describe("mini_option_instruments", () => {
  it("serves options and futures of one underlying", async () => {
    const answer = await api.call("/v1/compute/1/mini_option_instruments/NIFTY");
    const { payload } = answer.json<{
      payload: { options: unknown[]; futures: unknown[]; expiries: string[] };
    }>();
    expect(payload.options.length).toBe(2 * 2 * STRIKES.length);
    expect(payload.futures.length).toBe(1);
    expect(payload.expiries).toEqual(["2026-11-24", "2026-12-29"]);
    const again = await api.call("/v1/compute/1/mini_option_instruments/NIFTY%2050", {
      headers: { "if-none-match": answer.headers.etag ?? "" },
    });
    expect(again.status).toBe(304);
  });

  it("names what it cannot find or fetch", async () => {
    expect(problem(await api.call("/v1/compute/1/mini_option_instruments/M%26M"))).toEqual([
      404,
      "underlying.not_found",
      "Could not find underlying with symbol M&M",
    ]);
    const other = await ownApi();
    other.feed.stop();
    expect(problem(await other.call("/v1/compute/1/mini_option_instruments/NIFTY"))).toEqual([
      503,
      "metacache.failed",
      "Failed to get metacache for underlying with symbol NIFTY",
    ]);
  });
});

describe("quotes_v2", () => {
  it("serves quotes by symbol, with and without exchange, and leaves out what is not known", async () => {
    const answer = await api.call(
      "/v1/compute/cache/quotes_v2?i=RELIANCE&i=NSE:NIFTY%2050&i=NFO:NIFTY26NOVFUT&i=NOPE",
    );
    const { data } = answer.json<{ data: Record<string, Record<string, unknown>> }>();
    expect(Object.keys(data)).toEqual(["RELIANCE", "NSE:NIFTY 50", "NFO:NIFTY26NOVFUT"]);
    expect(data.RELIANCE).toMatchObject({
      instrument_token: RELIANCE,
      last_price: 1_500,
      net_change: 0.5,
      ohlc: { open: 1_499, high: 1_502, low: 1_498, close: 1_499.5 },
      oi: 65_000,
      last_trade_time: MARKET_TIME,
    });
    expect((data.RELIANCE as { depth: { buy: unknown[] } } | undefined)?.depth.buy[0]).toEqual({
      price: 1_499.95,
      quantity: 65,
      orders: 1,
    });
    expect(data["NSE:NIFTY 50"]).toMatchObject({ last_price: 24_500, net_change: 10, volume: 0 });
  });

  it("takes one symbol as well as many, and needs at least one", async () => {
    expect((await api.call("/v1/compute/cache/quotes_v2?i=RELIANCE")).status).toBe(200);
    expect(problem(await api.call("/v1/compute/cache/quotes_v2"))[0]).toBe(400);
    const many = Array.from({ length: 1_001 }, (_, n) => `i=A${n}`).join("&");
    expect(problem(await api.call(`/v1/compute/cache/quotes_v2?${many}`))[0]).toBe(400);
  });

  it("fails with its text when the feed is away", async () => {
    const api = await ownApi();
    api.feed.stop();
    const answer = await api.call("/v1/compute/cache/quotes_v2?i=RELIANCE");
    expect(problem(answer)).toEqual([503, "quotes.failed", "Quotes fetch failed."]);
  });

  it("maps symbols to instruments by POST", async () => {
    const answer = await post("/v1/compute/cache/quotes_v2", {
      trading_symbols: ["RELIANCE", "NIFTY26NOVFUT", "NOPE"],
    });
    const { payload } = answer.json<{ payload: Record<string, { instrument_token: number }> }>();
    expect(Object.keys(payload)).toEqual(["RELIANCE", "NIFTY26NOVFUT"]);
    expect(payload.NIFTY26NOVFUT?.instrument_token).toBe(FUTURE);
  });
});

describe("live_derivative_prices", () => {
  const path = `/v1/compute/cache/live_derivative_prices/${NIFTY}`;
  const get = async () => (await api.call(path)).json<LivePricesResponse>();

  it("serves every expiry with every field", async () => {
    const { data, etag } = await get();
    expect(data).toMatchObject({
      underlying_token: NIFTY,
      underlying_price: 24_500,
      last_updated_at: MARKET_TIME,
      etag,
    });
    expect(Object.keys(data.per_expiry_data)).toEqual(["2026-11-24", "2026-12-29"]);
    const near = data.per_expiry_data["2026-11-24"];
    expect(near).toMatchObject({ atm_strike: 24_500, atm_iv: 0.135, max_oi: 65_000, future_price: 24_560 });
    expect(near).toMatchObject({
      atm_iv_percentile: null,
      atm_iv_closes: 2,
      atm_iv_rank: 42.5,
      atm_ivp_type: null,
      pcr: 1,
      pcr_type: "bullish",
      max_pain_strike: 24_500,
      max_pain_type: "neutral",
      forward: 24_510,
      forward_source: "FUTURE",
      synthetic_future: 24_511,
    });
    expect(data).toMatchObject({ state: "live", future_oi: 65_000 });
    expect(near?.future_data).toMatchObject({ token: FUTURE, last_price: 24_560, oi: 65_000 });
    expect(data.per_expiry_data["2026-12-29"]?.future_data).toBeNull();
    expect(Object.keys(near?.options ?? {}).length).toBe(STRIKES.length);
    expect(near?.options["24500"]?.CE).toMatchObject({
      token: callToken(0, 10),
      last_price: 100.1,
      last_trade_time: MARKET_TIME,
      oi: 65_000,
      oi_change: 0.3,
      volume: 1_000,
      is_liquid: true,
      liquidity_warnings: [],
    });
    expect(near?.options["24500"]?.CE?.ltp_change).toBeCloseTo(100.1 / 99.6 - 1, 12);
  });

  it("computes greeks from the chain's forward and the strike's IV", async () => {
    const { data } = await get();
    const put = data.per_expiry_data["2026-12-29"]?.options["24450"]?.PE;
    const years = yearsToExpiry(MARKET_TIME, Date.parse("2026-12-29T10:05:00Z"));
    const expected = black76("PE", 24_510, 24_450, years, 0.135, 0);
    expect(put?.greeks_with_iv.iv).toBe(0.135);
    expect(put?.greeks_with_iv.delta).toBeCloseTo(expected.delta, 6);
    expect(put?.greeks_with_iv.gamma).toBeCloseTo(expected.gamma, 8);
    expect(put?.greeks_with_iv.vega).toBeCloseTo(expected.vega, 4);
    expect(put?.greeks_with_iv.theta).toBeCloseTo(expected.theta, 4);
  });

  it("answers 304 while nothing moves, takes get_nse_feed, and shares its work for a second", async () => {
    const api = await ownApi();
    const first = await api.call(`${path}?get_nse_feed=true`);
    const again = await api.call(path, { headers: { "if-none-match": first.headers.etag ?? "" } });
    expect([first.status, again.status]).toEqual([200, 304]);
    expect(api.feed.asked.live).toBe(1);
    api.feed.moveChain(0, [3], 9_999);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    const moved = await api.call(path, { headers: { "if-none-match": first.headers.etag ?? "" } });
    expect(moved.status).toBe(200);
    expect(
      moved.json<LivePricesResponse>().data.per_expiry_data["2026-11-24"]?.options["24150"]?.CE?.last_price,
    ).toBe(99.99);
  });

  it("names an underlying that is unknown or has no options", async () => {
    expect(problem(await api.call("/v1/compute/cache/live_derivative_prices/42"))).toEqual([
      404,
      "underlying.not_found",
      "Could not find underlying with symbol 42",
    ]);
    expect(problem(await api.call(`/v1/compute/cache/live_derivative_prices/${RELIANCE}`))).toEqual([
      404,
      "derivative.not_found",
      "Derivative not found with symbol RELIANCE",
    ]);
  });

  it("fails with its texts", async () => {
    const api = await ownApi();
    expect((await api.call(path)).status).toBe(200);
    api.feed.stop();
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect(problem(await api.call(path))).toEqual([
      503,
      "prices.failed",
      `Failed to fetch derivative prices for underlying ${NIFTY}`,
    ]);
    const other = await ownApi();
    other.feed.stop();
    expect(problem(await other.call("/v1/compute/cache/live_derivative_prices/NIFTY"))).toEqual([
      503,
      "prices.failed",
      "Failed to fetch derivative prices for underlying with symbol NIFTY",
    ]);
  });
});

describe("market_timings", () => {
  it("maps every exchange to the whole day where the market never sleeps", async () => {
    const answer = await api.call("/v1/compute/market_timings");
    expect(new Set(Object.values(answer.json()).map(String))).toEqual(new Set(["00:00,24:00"]));
    expect(Object.keys(answer.json())).toHaveLength(7);
  });

  it("maps every exchange to its hours on the market's date", async () => {
    api.liveFeed.sayClock(MARKET_TIME, 0, true);
    const answer = await api.call("/v1/compute/market_timings");
    expect(answer.json()).toMatchObject({ NFO: ["09:15", "15:40"], CDS: ["09:00", "17:00"] });
    expect(Object.keys(answer.json()).sort()).toEqual(["BCD", "BFO", "BSE", "CDS", "MCX", "NFO", "NSE"]);
    const again = await api.call("/v1/compute/market_timings", {
      headers: { "if-none-match": answer.headers.etag ?? "" },
    });
    expect(again.status).toBe(304);
  });
});
