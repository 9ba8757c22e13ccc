import { describe, expect, test, vi } from "vitest";
import { builderAnswer } from "#analysis/builder-answer.ts";
import type { BuilderMarket } from "#analysis/builder-market.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import { differences } from "#tests/support/differences.ts";
import { type TwoMarkets, twoMarkets } from "#tests/support/market/two-markets.ts";
import type { MarketHead } from "#workers/compute/api.ts";
import { createCompute } from "#workers/compute/compute.ts";
import { createLiveMarket } from "#workers/compute/live-market.ts";
import type { StrategyMarketNews } from "#workers/engine/api.ts";

async function browserMarket(markets: TwoMarkets, expiries: readonly string[]): Promise<BuilderMarket> {
  const view = createLiveMarket().take(await markets.browser(expiries));
  return view!.market(new Set(expiries));
}

const UNDERLYINGS = [
  ["NIFTY", "2026-08-19T11:00"],
  ["NIFTY", "2026-08-18T15:36"],
  ["NIFTY", "2026-08-18T20:00"],
  ["SENSEX", "2026-08-19T15:20"],
  ["RELIANCE", "2026-08-19T15:45"],
  ["CRUDEOIL", "2026-08-17T18:00"],
  ["USDINR", "2026-08-19T12:00"],
] as const;

describe("the same packets", () => {
  test.each(UNDERLYINGS)(
    "make the same market on the server and in the browser, bit for bit: %s at %s",
    async (symbol, at) => {
      const markets = twoMarkets(symbol, at);
      const named = markets.expiries.slice(0, 2);
      const server = markets.server(named);
      const browser = await browserMarket(markets, named);
      expect(browser.strategy.expiries.length).toBeGreaterThan(0);
      expect(differences(server.strategy, browser.strategy)).toEqual([]);
      expect(differences(server.versions, browser.versions)).toEqual([]);
      const symbols = markets.contracts.filter((each) => browser.bySymbol(each) !== undefined);
      expect(symbols.length).toBeGreaterThan(40);
      for (const each of symbols) {
        expect(differences(server.bySymbol(each), browser.bySymbol(each)), each).toEqual([]);
      }
    },
  );

  test("are named by the answer, and of the newest of them are spot and time", () => {
    const markets = twoMarkets("NIFTY", "2026-08-19T11:00");
    const [near, far] = markets.expiries;
    const both = markets.server([near!, far!]);
    const later = markets.server([far!]);
    // The nearest packet is a minute younger than the others.
    expect(both.strategy.now - later.strategy.now).toBe(60_000);
    expect(later.versions!.map(({ expiry }) => expiry)).toEqual([far]);
    expect(both.versions!.map(({ expiry }) => expiry)).toEqual([near, far]);
    expect(markets.server().strategy.now).toBe(both.strategy.now);
  });

  test("no expiry at all: the nearest speaks for the underlying", () => {
    const markets = twoMarkets("RELIANCE", "2026-08-19T11:00");
    expect(markets.server([]).versions!.map(({ expiry }) => expiry)).toEqual([markets.expiries[0]]);
  });
});

/** A strangle of the near expiry and a call of the next one. */
function calendar({ token, contracts, expiries }: TwoMarkets, market: BuilderMarket): BuilderRequest {
  const options = contracts
    .map((symbol) => market.bySymbol(symbol))
    .filter((each) => each?.type === "CE" || each?.type === "PE");
  const near = options.filter((each) => each!.expiry === expiries[0]);
  const far = options.filter((each) => each!.expiry === expiries[1] && each!.type === "CE");
  const middle = (all: typeof options, side: string) => {
    const own = all.filter((each) => each!.type === side);
    return own[own.length >> 1]!.token;
  };
  return {
    underlying_token: token,
    trades: [
      { instrument_token: middle(near, "CE"), trade_action: "SELL", quantity: 65 },
      { instrument_token: middle(near, "PE"), trade_action: "SELL", quantity: 65 },
      { instrument_token: middle(far, "CE"), trade_action: "BUY", quantity: 130 },
    ],
    flags: { include_market: true, enable_trade_details: true, enable_payoff_table: true },
  };
}

function answerOf(request: BuilderRequest, market: BuilderMarket): BuilderPayload {
  const outcome = builderAnswer(request, market, referenceStrategyKernel);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return JSON.parse(JSON.stringify(outcome.payload)) as BuilderPayload;
}

/** A worker that was told a market. */
function worker(news: StrategyMarketNews) {
  const compute = createCompute({ loadWasm: async () => null, log: () => {} });
  const { port1, port2 } = new MessageChannel();
  const told = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  const heads = new MessageChannel();
  const head = new Promise<unknown>((resolve) => {
    heads.port1.onmessage = ({ data }) => resolve(data);
  });
  compute.watchMarket(heads.port2 as unknown as MessagePort);
  compute.takeMarketPort(port2 as unknown as MessagePort);
  const close = (): void => {
    for (const port of [port1, heads.port1]) port.close();
  };
  return { compute, told, head, close, say: () => port1.postMessage({ data: news }) };
}

describe("a worker with a live market", () => {
  test("goes on after a frame that cannot be read", async () => {
    const compute = createCompute({ loadWasm: async () => null, log: () => {} });
    const port = { postMessage: vi.fn(), close: () => {}, onmessage: null as unknown };
    compute.takeMarketPort(port as unknown as MessagePort);
    const hear = port.onmessage as (event: { readonly data: unknown }) => void;
    expect(() => hear({ data: { data: { frame: "no frame" } } })).toThrow();
    // Its window, and the credit for the frame.
    expect(port.postMessage.mock.calls).toEqual([[2], [1]]);
  });

  test("answers in it what the server answers in the same packets, and finds so when it verifies", async () => {
    const markets = twoMarkets("NIFTY", "2026-08-19T11:00");
    const named = markets.expiries.slice(0, 2);
    const server = markets.server(named);
    const request = calendar(markets, server);
    const served = answerOf(request, server);
    const { compute, told, head, say, close } = worker(await markets.browser(named));
    expect(await compute.builder(request)).toMatchObject({ refusal: { code: "prices.failed" } });
    say();
    expect(await told).toBe(2);
    expect(await head).toMatchObject({
      underlying: markets.token,
      spot: served.underlying_price,
      awaited: [],
    });
    const outcome = await compute.builder(request);
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    expect(outcome.market).toEqual({
      source: "live",
      asOf: served.as_of,
      expiries: served.market_versions,
    });
    expect(outcome.payload).toStrictEqual(served);
    expect(await compute.verify(request, served)).toEqual({
      own: { relative: 0, where: "" },
      live: { relative: 0, where: "" },
      wasHeld: true,
      verified: 1,
      held: 1,
    });
    const wrong = { ...served, pop: served.pop! + 1e-6 };
    expect(await compute.verify(request, wrong)).toMatchObject({
      own: { where: "pop" },
      live: { where: "pop" },
    });
    const elsewhere = served.market_versions.map((each) => ({ ...each, sequence: each.sequence + 1 }));
    const body = { ...served.market!, versions: elsewhere };
    expect(await compute.verify(request, { ...served, market: body, market_versions: elsewhere })).toEqual({
      own: { relative: 0, where: "" },
      live: null,
      wasHeld: false,
      verified: 3,
      held: 2,
    });
    const { market: _, ...without } = served;
    expect(await compute.verify(request, without)).toBeNull();
    close();
  });

  test("answers in the last answer's market what the live one does not hold, and refuses what neither does", async () => {
    const markets = twoMarkets("NIFTY", "2026-08-19T11:00");
    const [near, far] = markets.expiries;
    const server = markets.server([near!, far!]);
    const request = calendar(markets, server);
    const { compute, head, say, close } = worker(await markets.browser([near!]));
    say();
    await head;
    expect(await compute.builder(request)).toMatchObject({ ok: false, refusal: { code: "prices.failed" } });
    compute.setMarket(answerOf(request, server).market!);
    expect(await compute.builder(request)).toMatchObject({ ok: true, market: { source: "answer" } });
    const short = { ...request, trades: request.trades.slice(0, 2) };
    expect(await compute.builder(short)).toMatchObject({
      ok: true,
      market: { source: "live", expiries: [{ expiry: near }] },
    });
    const future = markets.contracts.findLast((each) => each.endsWith("FUT"))!;
    const hedged: BuilderRequest = {
      ...short,
      trades: [...short.trades, { tradingsymbol: future, trade_action: "BUY", quantity: 65 }],
    };
    // The chain of the future's expiry prices it on the server, and is not held here.
    expect(await compute.builder(hedged)).toMatchObject({
      ok: false,
      refusal: { code: "derivative.not_found" },
    });
    expect(await compute.builder({ ...request, underlying_token: 1 })).toMatchObject({
      refusal: { code: "prices.failed" },
    });
    close();
  });

  test("answers for a future whose day has no options as the server does, in the nearest expiry and in no other", async () => {
    const markets = twoMarkets("CRUDEOIL", "2026-08-17T18:00");
    const [near, next] = markets.expiries;
    const symbol = markets.contracts.find((each) => each.endsWith("NOVFUT"))!;
    const request: BuilderRequest = {
      underlying_token: markets.token,
      trades: [{ tradingsymbol: symbol, trade_action: "BUY", quantity: 100 }],
      flags: { include_market: true, enable_trade_details: true },
    };
    const future = markets.server().bySymbol(symbol)!;
    expect(markets.expiries).not.toContain(future.expiry);
    const served = answerOf(request, markets.server([future.expiry!]));
    expect(served.market_versions.map(({ expiry }) => expiry)).toEqual([near]);
    const { compute, head, say, close } = worker(await markets.browser([near!, next!]));
    say();
    expect(await head).toMatchObject({ isStale: false, awaited: [] });
    const outcome = await compute.builder(request);
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    expect(outcome.market.source).toBe("live");
    expect(outcome.payload).toStrictEqual(served);
    close();
    const other = worker(await markets.browser([next!]));
    other.say();
    await other.head;
    expect(await other.compute.builder(request)).toMatchObject({ refusal: { code: "prices.failed" } });
    other.close();
  });

  test("tells in the closing auction that the spot is implied, and the last real one", async () => {
    const markets = twoMarkets("NIFTY", "2026-08-19T15:20");
    const { head, say, close } = worker(await markets.browser(markets.expiries.slice(0, 1)));
    say();
    const { spot, lastSpot, isSpotImplied } = (await head) as MarketHead;
    expect(isSpotImplied).toBe(true);
    expect(lastSpot).toBeGreaterThan(0);
    expect(spot).not.toBe(lastSpot);
    close();
    const open = twoMarkets("NIFTY", "2026-08-19T11:00");
    const before = worker(await open.browser(open.expiries.slice(0, 1)));
    before.say();
    expect(await before.head).toMatchObject({ isSpotImplied: false, lastSpot: Number.NaN });
    before.close();
  });

  test("leaves a live market that no longer goes on for an answer's that is later", async () => {
    const markets = twoMarkets("NIFTY", "2026-08-19T11:00");
    const named = markets.expiries.slice(0, 2);
    const request = calendar(markets, markets.server(named));
    const served = answerOf(request, markets.server(named)).market!;
    const { compute, head, say, close } = worker(await markets.browser(named));
    say();
    await head;
    const sourceAfter = async (ms: number) => {
      compute.setMarket({ ...served, now: served.now + ms });
      const outcome = await compute.builder(request);
      return outcome.ok ? outcome.market.source : outcome.refusal.code;
    };
    expect(await sourceAfter(-60_000)).toBe("live");
    expect(await sourceAfter(1_000)).toBe("live");
    expect(await sourceAfter(6_000)).toBe("answer");
    close();
  });
});
