import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import WebSocket from "ws";
import { UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { CHAIN_FLAG_SIMULATED } from "#protocol/generated/layout.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import { decodeMessage } from "#protocol/wire/codec.ts";
import { visitorOf } from "#server/identity/visitors.ts";
import type { MarketClockMessage } from "#server/market/bus/bus-messages.ts";
import type { FeedStatus } from "#server/market/bus/feed-status.ts";
import {
  chainSnapshotRequest,
  clockSubject,
  feedStatusRequest,
  interestSubject,
  metacacheRequest,
} from "#server/market/bus/market-subjects.ts";
import type { Feed, FeedTimers } from "#server/market/feed/feed.ts";
import type { BrokerFeedConfig, FeedConfig } from "#server/market/feed/feed-config.ts";
import { createMarketTable, ROW_WORDS } from "#server/market/feed/market-table.ts";
import { openFeed } from "#server/market/feed/open-feed.ts";
import { createReplaySource } from "#server/market/feed/sources/replay/replay.ts";
import { createRelay } from "#server/market/relay/relay.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createOriginPolicy } from "#server/platform/http/origins.ts";
import { type FakeKite, startFakeKite } from "#tests/support/brokers/fake-kite.ts";
import {
  type FakeUpstox,
  NIFTY_KEY,
  startFakeUpstox,
  upstoxKey,
} from "#tests/support/brokers/fake-upstox.ts";
import { fullPacket, indexPacket, type KiteQuote } from "#tests/support/brokers/kite-packets.ts";
import { CONTRACTS, kiteDump, LIVE_NOW, NIFTY } from "#tests/support/brokers/kite-rows.ts";
import { fullFeed, indexFeed } from "#tests/support/brokers/upstox-messages.ts";
import {
  asChain,
  asError,
  asQuotes,
  subscribeChain,
  subscribeQuotes,
  TestClient,
} from "#tests/support/relay/relay-client.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";

const EXPIRY = "2026-08-25";
const EXPIRY_INSTANT = Date.parse("2026-08-25T15:35:00+05:30");
const FORWARD = 24_380;
const SPOT = 24_350;
const IV = 0.13;

/** Market time runs from the fixed instant as the machine's does. */
function timersFrom(start: number): FeedTimers {
  const startedAt = performance.now();
  return {
    every(ms, turn) {
      const timer = setInterval(turn, ms);
      return () => clearInterval(timer);
    },
    wall: () => start + Math.round(performance.now() - startedAt),
    cpu: () => performance.now(),
    monotonic: () => performance.now(),
  };
}

const years = yearsToExpiry(LIVE_NOW, EXPIRY_INSTANT);
const OPTIONS = CONTRACTS.filter(
  (each) => each.symbol === "NIFTY" && each.expiry === EXPIRY && each.type !== "FUT",
);
const FUTURE = CONTRACTS.find((each) => each.symbol === "NIFTY" && each.type === "FUT")!;

/** Black-76 at one volatility, to the nearest tick in paise. */
function paiseOf(strike: number, type: "CE" | "PE"): number {
  const price = blackPrice(type, FORWARD, strike, years, IV, 0);
  return Math.max(5, Math.round((price * 100) / 5) * 5);
}

/** They run in real time, for a few seconds where nothing else runs. */
vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
let feed: Feed | null = null;
let bus: ReturnType<typeof createLocalBus>;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "strikewise-open-"));
  bus = createLocalBus({ onError: () => {} });
});

afterEach(async () => {
  await feed?.stop();
  feed = null;
  await bus.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(
  source: "kite" | "upstox",
  over: Partial<BrokerFeedConfig>,
  record: string | null = null,
): void {
  const config: FeedConfig = {
    source,
    marketFile: null,
    seed: 1,
    clock: null,
    universe: null,
    dataDir,
    record,
    broker: {
      account: { broker: source === "kite" ? ZERODHA : UPSTOX, externalId: "AB1234" },
      isRedistributable: false,
      apiKey: null,
      accessToken: "today",
      accessTokenFile: null,
      apiUrl: null,
      streamUrl: null,
      ...over,
    },
  };
  feed = openFeed(config, bus, { timers: timersFrom(LIVE_NOW), kernel: referenceKernel });
  feed.start();
}

async function ask<T>(subject: string, question: object): Promise<T> {
  const answer = await bus.request(subject, Buffer.from(JSON.stringify(question)));
  return JSON.parse(Buffer.from(answer).toString()) as T;
}

const status = (): Promise<FeedStatus> => ask(feedStatusRequest(), {});

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let n = 0; n < 1_600; n++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`never: ${JSON.stringify(await status())}`);
}

async function chain() {
  const question = Buffer.from(JSON.stringify({ underlying: NIFTY, expiry: 20260825 }));
  const message = decodeMessage(await bus.request(chainSnapshotRequest(), question));
  if (!("kind" in message) || message.kind !== "chain") throw new Error("no chain");
  return message;
}

/** The chain on the bus has the prices that were sent, and the volatility they were made with. */
async function expectChain(): Promise<void> {
  bus.publish(interestSubject(), Buffer.from(JSON.stringify({ chains: [[NIFTY, 20260825]] })));
  await until(async () => {
    const { root, rows } = await chain();
    return root.spot === SPOT && rows.every((row) => row.call.lastPrice > 0 && row.put.lastPrice > 0);
  });
  const { root, rows } = await chain();
  expect(root.forward).toBeCloseTo(FORWARD, 0);
  expect(rows).toHaveLength(21);
  for (const row of rows) {
    const strike = row.strike / 100;
    expect(row.call.lastPrice).toBe(paiseOf(strike, "CE"));
    expect(row.put.bid).toBe(paiseOf(strike, "PE") - 5);
    expect(row.put.ask).toBe(paiseOf(strike, "PE") + 5);
    expect(row.call.iv).toBeCloseTo(IV, 2);
  }
  expect(root.atmIv).toBeCloseTo(IV, 3);
  // Nothing about it is simulated, and the clock says how old the newest price is.
  expect(root.flags & CHAIN_FLAG_SIMULATED).toBe(0);
}

function heardClock(): Promise<MarketClockMessage> {
  return new Promise((resolve) => {
    const stop = bus.subscribe(clockSubject(), (payload) => {
      stop();
      resolve(JSON.parse(Buffer.from(payload).toString()) as MarketClockMessage);
    });
  });
}

describe("MARKET_SOURCE=kite", () => {
  let kite: FakeKite;

  beforeEach(async () => {
    kite = await startFakeKite(kiteDump());
  });
  afterEach(() => kite.close());

  function push(): void {
    const seconds = Math.floor(LIVE_NOW / 1000);
    const quote = (token: number, lastPrice: number): KiteQuote => ({
      token,
      lastPrice,
      lastQuantity: 65,
      averagePrice: lastPrice,
      volume: 65_000,
      buyQuantity: 650,
      sellQuantity: 650,
      open: lastPrice,
      high: lastPrice,
      low: lastPrice,
      close: lastPrice,
      lastTradeTime: seconds,
      oi: 130_000,
      oiDayHigh: 130_000,
      oiDayLow: 130_000,
      exchangeTime: seconds,
      buy: [1, 2, 3, 4, 5].map((n) => ({ quantity: 65, price: Math.max(0, lastPrice - 5 * n), orders: 1 })),
      sell: [1, 2, 3, 4, 5].map((n) => ({ quantity: 65, price: lastPrice + 5 * n, orders: 1 })),
    });
    const paise = SPOT * 100;
    const index = { token: NIFTY, lastPrice: paise, high: paise, low: paise, open: paise, close: paise };
    kite.push([
      indexPacket({ ...index, exchangeTime: seconds }),
      fullPacket(quote(FUTURE.token, FORWARD * 100)),
      ...OPTIONS.map((each) => fullPacket(quote(each.token, paiseOf(each.strike, each.type as "CE")))),
    ]);
  }

  it("goes from keys to a chain with greeks on the bus", async () => {
    start("kite", { apiKey: kite.apiKey, apiUrl: kite.apiUrl, streamUrl: kite.streamUrl });
    expect(await status()).toMatchObject({
      source: "kite",
      simulated: false,
      sessions: true,
      instruments: 0,
    });
    await until(() => kite.connections[0]?.modes.has(NIFTY) === true);
    push();
    await until(() => kite.connections[0]?.modes.has(OPTIONS[0]!.token) === true);
    push();
    await expectChain();
    const { body } = await ask<{ body: MetacacheBody }>(metacacheRequest(), {});
    expect(body).toMatchObject({ simulated: false, date: "2026-08-19" });
    expect(body.underlyers.symbol).toContain("RELIANCE");
    expect((await status()).health).toMatchObject({ state: "live", listedOn: "2026-08-19" });
    const clock = await heardClock();
    expect(clock.feedAgeMs).toBeLessThan(5_000);
    // Only its account may be given it, which every process hears.
    expect(clock).toMatchObject({ source: "kite", rule: { kind: "owner" } });
  });

  it("lets what is subscribed before the list of instruments is there wait for it", async () => {
    const accessTokenFile = path.join(dataDir, "token");
    start("kite", {
      ...{ apiKey: kite.apiKey, apiUrl: kite.apiUrl, streamUrl: kite.streamUrl },
      ...{ accessToken: null, accessTokenFile },
    });
    const http = createServer();
    const relay = createRelay({
      bus,
      log: pino({ level: "silent" }),
      origins: () => createOriginPolicy(null, (http.address() as AddressInfo).port),
      identify: () => visitorOf(ZERODHA),
      connectionsPerAddress: 1,
    });
    http.on("upgrade", relay.handleUpgrade).listen(0, "127.0.0.1");
    await once(http, "listening");
    const { port } = http.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const ws = new WebSocket(`ws://127.0.0.1:${port}/broker/1?consumerType=platform_pro`, { origin });
    const client = new TestClient(ws);
    await once(ws, "open");
    expect(await status()).toMatchObject({ instruments: 0 });
    client.say(subscribeQuotes("quotes", "full", [NIFTY]));
    client.say(subscribeChain("chain", NIFTY, EXPIRY));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(client.messages.map(asError).filter((error) => error?.code !== undefined)).toEqual([]);
    writeFileSync(accessTokenFile, "today");
    await until(() => kite.connections[0]?.modes.has(NIFTY) === true);
    push();
    await client.hear(asQuotes, 0, 20_000);
    await client.hear(asChain, 0, 20_000);
    // What is not on the list is unknown from now on.
    client.say(subscribeQuotes("none", "full", [4_242]));
    expect(await client.hear(asError)).toMatchObject({ code: "relay.unknown_token", uniqueId: "none" });
    ws.terminate();
    await relay.close();
    http.close();
  });

  it("says how old the newest price is, whatever else is published", async () => {
    start("kite", { apiKey: kite.apiKey, apiUrl: kite.apiUrl, streamUrl: kite.streamUrl });
    await until(() => kite.connections.length === 1);
    // The list has come and every row was published; a price has not.
    expect((await heardClock()).feedAgeMs).toBeNull();
    await until(() => kite.connections[0]?.modes.has(NIFTY) === true);
    push();
    await until(async () => (await status()).feedAgeMs !== null);
    await until(async () => ((await status()).feedAgeMs ?? 0) > 700);
    expect((await heardClock()).feedAgeMs).toBeGreaterThan(600);
  });

  it("can be recorded and replayed, the empty beginning included", async () => {
    start("kite", { apiKey: kite.apiKey, apiUrl: kite.apiUrl, streamUrl: kite.streamUrl }, "day.rec");
    await until(() => kite.connections[0]?.modes.has(NIFTY) === true);
    push();
    await until(async () => (await status()).health?.state === "live");
    await new Promise((resolve) => setTimeout(resolve, 200));
    await feed!.stop();
    const replay = createReplaySource(path.join(dataDir, "day.rec"));
    try {
      expect(replay).toMatchObject({ simulated: false, sessions: true });
      expect(replay.universe().instruments).toEqual([]);
      let table = createMarketTable(replay.universe());
      while (replay.advance(table, replay.endsAt)) {
        table = createMarketTable(replay.universe());
        replay.fill(table);
      }
      const row = table.universe.instruments.findIndex((each) => each.token === NIFTY);
      expect(table.words[row * ROW_WORDS + WORD.lastPrice]).toBe(SPOT * 100);
    } finally {
      replay.dispose();
    }
  });

  it("without a key does not start", () => {
    expect(() => start("kite", { apiKey: null })).toThrow(/KITE_API_KEY/);
  });
});

describe("MARKET_SOURCE=upstox", () => {
  let upstox: FakeUpstox;

  beforeEach(async () => {
    upstox = await startFakeUpstox();
  });
  afterEach(() => upstox.close());

  function push(): void {
    const trade = (ltp: number) => ({ ltp, ltt: LIVE_NOW, ltq: 65, cp: ltp });
    const quote = (paise: number) =>
      fullFeed({
        ...trade(paise / 100),
        levels: [1, 2, 3, 4, 5].map((n) => ({
          bidQ: 65,
          bidP: Math.max(0, paise - 5 * n) / 100,
          askQ: 65,
          askP: (paise + 5 * n) / 100,
        })),
        day: { open: 1, high: 2, low: 1 },
        atp: 1,
        vtt: 65_000,
        oi: 130_000,
        iv: 0.9,
        tbq: 1,
        tsq: 1,
      });
    upstox.push(
      {
        [NIFTY_KEY]: indexFeed(trade(SPOT), { open: SPOT, high: SPOT, low: SPOT }),
        [upstoxKey(FUTURE)]: quote(FORWARD * 100),
        ...Object.fromEntries(
          OPTIONS.map((each) => [upstoxKey(each), quote(paiseOf(each.strike, each.type as "CE"))]),
        ),
      },
      LIVE_NOW,
    );
  }

  it("goes from a token to a chain with greeks on the bus", async () => {
    start("upstox", { apiUrl: upstox.apiUrl });
    await until(() => upstox.connections[0]?.keys.has(NIFTY_KEY) === true);
    push();
    await until(() => upstox.connections[0]?.keys.has(upstoxKey(OPTIONS[0]!)) === true);
    push();
    await expectChain();
    expect(await status()).toMatchObject({ source: "upstox", simulated: false });
  });
});
