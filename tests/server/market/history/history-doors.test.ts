import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PastClosesMessage } from "#server/market/bus/bus-messages.ts";
import type { FeedStatus } from "#server/market/bus/feed-status.ts";
import {
  feedStatusRequest,
  pastBarsRequest,
  pastClosesRequest,
  statsRequest,
  volatilityHistorySubject,
} from "#server/market/bus/market-subjects.ts";
import { packBars, unpackBars } from "#server/market/bus/packed-bars.ts";
import { type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { newVisitor, signIn, signInFresh, type Visitor } from "../../../support/http/visitor.ts";
import {
  HISTORY_START,
  type HistoryWorld,
  startHistoryWorld,
} from "../../../support/market/history-world.ts";
import { freshStore } from "../../../support/store/store.ts";

describe("the feed's door to the past", () => {
  let world: HistoryWorld;
  let nifty: number;
  beforeAll(async () => {
    world = await startHistoryWorld();
    const { directory } = await world.doors.metacache.get();
    nifty = directory.spot(directory.underlyer("NIFTY")).instrument_token;
  });
  afterAll(() => world?.stop());
  const ask = (subject: string, body: unknown) =>
    world.bus.request(subject, Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
  /** An hour before the market ran up to its start. */
  const range = { from: HISTORY_START - 5_400_000, to: HISTORY_START - 1_800_000 };

  it("gives bars of a minute and of a quarter of an hour, of the tokens it knows", async () => {
    const quarters = unpackBars(await ask(pastBarsRequest(), { tokens: [nifty, 1], seconds: 900, ...range }));
    expect(quarters.map(({ token }) => token)).toEqual([nifty]);
    const minutes = unpackBars(await ask(pastBarsRequest(), { tokens: [nifty], seconds: 60, ...range }));
    expect(minutes[0]!.bars).toHaveLength(60);
    // Both tell the same market.
    const close = (at: number) => minutes[0]!.bars.find(({ start }) => start === at - 60_000)!.close;
    for (const bar of quarters[0]!.bars) {
      const end = bar.start + 900_000;
      if (end <= range.to && bar.start >= range.from)
        expect(Math.abs(bar.close / close(end) - 1)).toBeLessThan(1e-3);
    }
  });

  it.each([
    ["no JSON", "nonsense", "request.invalid"],
    ["no tokens", { ...range, seconds: 900 }, "request.invalid"],
    ["another length", { tokens: [1], seconds: 300, ...range }, "request.invalid"],
    ["no times", { tokens: [1], seconds: 900, from: "yesterday", to: null }, "request.invalid"],
    ["years of minutes", { tokens: [1], seconds: 60, from: 0, to: HISTORY_START }, "request.too_large"],
    ["too many tokens", { tokens: Array(201).fill(1), seconds: 900, ...range }, "request.too_large"],
  ])("refuses %s", async (_what, body, code) => {
    await expect(ask(pastBarsRequest(), body)).rejects.toMatchObject({ code });
  });

  it("says whose past it is, in its closes and in its status", async () => {
    const { market, closes } = JSON.parse(
      Buffer.from(await ask(pastClosesRequest(), { underlying: nifty, days: 5 })).toString(),
    ) as PastClosesMessage;
    expect(closes).toHaveLength(5);
    expect(closes!.at(-1)![0]).toBe("2026-11-19");
    const status = JSON.parse(Buffer.from(await ask(feedStatusRequest(), "")).toString()) as FeedStatus;
    expect([market, status.market]).toEqual(["sim 1 exchange", "sim 1 exchange"]);
    const unknown = await ask(pastClosesRequest(), { underlying: 1, days: 5 });
    expect(JSON.parse(Buffer.from(unknown).toString())).toMatchObject({ closes: null });
  });

  it("takes no harm from a volatility history that makes no sense", async () => {
    for (const bad of [
      "",
      "{",
      "[]",
      '{"underlyings":3}',
      '{"underlyings":[{"underlying":1,"closes":["x"]},null]}',
    ]) {
      world.bus.publish(volatilityHistorySubject(), Buffer.from(bad));
    }
    expect((await ask(statsRequest(), { underlyings: [nifty] })).byteLength).toBeGreaterThan(100);
  });
});

describe("packed bars", () => {
  const bar = (start: number) => ({
    start,
    open: -1,
    high: 2 ** 31 - 1,
    low: 3,
    close: 4,
    volume: 2 ** 32 - 1,
    oi: 6,
  });
  const series = [
    { token: 2 ** 32 - 1, bars: [bar(60_000), bar(120_000)], origin: "source" as const },
    { token: 5, bars: [], origin: null },
    { token: 6, bars: [bar(1_795_146_300_000)], origin: "simulated" as const },
  ];

  it("come back as they were, all or only those wanted, wherever they lie in a buffer", () => {
    expect(unpackBars(packBars(series))).toEqual(series);
    expect(unpackBars(packBars(series), new Set([6, 7]))).toEqual([series[2]]);
    const shifted = new Uint8Array(packBars(series).length + 3);
    shifted.set(packBars(series), 3);
    expect(unpackBars(shifted.subarray(3))).toEqual(series);
    expect(unpackBars(packBars([]))).toEqual([]);
  });

  it("are refused when they are cut short", () => {
    const packed = packBars(series);
    for (const length of [0, 3, 10, packed.length - 1])
      expect(() => unpackBars(packed.subarray(0, length))).toThrow(RangeError);
  });
});

describe("who may see the charts", () => {
  let api: ApiHarness;
  let trader: Visitor;
  let google: Visitor;
  beforeAll(async () => {
    api = await startApi({ store: await freshStore() });
    [trader, google] = [newVisitor(api), newVisitor(api)];
    expect((await signInFresh(trader)).status).toBe(200);
    expect((await signIn(google, "google")).status).toBe(200);
  });
  afterAll(() => api?.stop());

  const trades = [{ tradingsymbol: "NIFTY26NOV24500CE", trade_action: "SELL", quantity: 65 }];
  const OF_EXPIRY = { underlying_symbol: "NIFTY", expiries: ["2026-11-24"] };
  const CALLS = [
    ["/v1/compute/compute_strategy_chart", { underlying: "NIFTY", sampling_size: "15M", trades }],
    ["/v1/compute/oi_graphs/multistrike_oi", { underlying: "NIFTY", legs: ["NIFTY26NOV24500CE"] }],
    ["/v1/compute/oi_graphs/oi_by_strike", { ...OF_EXPIRY, from: null, to: null }],
    ["/v1/compute/oi_graphs/oi_minutes", OF_EXPIRY],
    ["/v1/compute/oi_graphs/oi_vs_time", OF_EXPIRY],
    ["/v1/compute/oi_graphs/fut_oi_vs_time", { underlying_symbol: "NIFTY" }],
    [
      "/v1/compute/oi_graphs/builder_intraday_oi_v2",
      { underlying_symbol: "NIFTY", expiries: ["2026-11-24"], oi_vs_strike: true, oi_change_vs_strike: true },
    ],
  ] as const;

  it.each(CALLS)("%s: a trader, not a visitor, and a Google account with the plan", async (path, body) => {
    const code = async (who: Visitor) => {
      const answer = await who.fetch(path, { method: "POST", body });
      return answer.status === 200
        ? 200
        : [answer.status, answer.json<{ error: { code: string } }>().error.code];
    };
    expect(await code(newVisitor(api))).toEqual([401, "auth.required"]);
    expect(await code(google)).toEqual([403, "access.upgrade_needed"]);
    const symbol = JSON.stringify(
      (await trader.fetch("/v1/compute/1/mini_option_instruments/NIFTY")).json(),
    ).match(/NIFTY26[A-Z0-9]+24500CE/)?.[0];
    const own = JSON.parse(JSON.stringify(body).replaceAll("NIFTY26NOV24500CE", symbol!)) as object;
    const answer = await trader.fetch(path, { method: "POST", body: own });
    expect([answer.status, answer.body.toString().slice(0, 12)]).toEqual([200, '{"payload":{']);
    expect(answer.headers["cache-control"]).toMatch(/private/);
  });

  it("bars of any instrument are everybody's, measures and premiums those of whom the pages of live charts are open to", async () => {
    const bars = "/v1/charts/bars?tradingsymbol=NIFTY&interval=60M";
    const measures = [
      "/v1/compute/charts/measures",
      { method: "POST", body: { underlying_symbol: "NIFTY" } },
    ] as const;
    for (const who of [newVisitor(api), google, trader]) {
      const answer = await who.fetch(bars);
      expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
    }
    const premium = [
      "/v1/compute/charts/premium",
      {
        method: "POST",
        body: { underlying_symbol: "NIFTY", strategies: [{ rolling: {} }], interval: "15M" },
      },
    ] as const;
    for (const [path, question] of [measures, premium]) {
      const refused = await google.fetch(path, question);
      expect(refused.json<{ error: { code: string } }>().error.code).toBe("access.upgrade_needed");
      for (const who of [newVisitor(api), trader]) expect((await who.fetch(path, question)).status).toBe(200);
    }
  });

  it("what is asked wrongly is refused with what may be asked", async () => {
    const answer = await trader.fetch("/v1/charts/bars?tradingsymbol=NIFTY&interval=7M");
    expect([answer.status, answer.json<{ error: { message: string } }>().error.message]).toEqual([
      400,
      'querystring/interval must be one of "1M", "3M", "5M", "15M", "30M", "60M", "1D", "1W", "1MO"',
    ]);
  });

  it("an answer that the caller has is not sent again", async () => {
    // Nothing is known of the day, and a minute of it that is over stays as it is.
    const body = {
      ...OF_EXPIRY,
      from: Date.parse("2026-11-23T09:20:00+05:30"),
      to: Date.parse("2026-11-23T09:30:00+05:30"),
    };
    const path = "/v1/compute/oi_graphs/oi_by_strike";
    const first = await trader.fetch(path, { method: "POST", body });
    const { etag } = first.headers;
    expect([first.status, typeof etag]).toEqual([200, "string"]);
    const again = await trader.fetch(path, {
      method: "POST",
      body,
      headers: { "if-none-match": String(etag) },
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it("visitors may know which expiries there are", async () => {
    const answer = await newVisitor(api).fetch(
      "/v1/compute/0/get_expiries?underlying_symbol=NIFTY&feature=builder_oi",
    );
    expect(answer.status).toBe(200);
  });
});
