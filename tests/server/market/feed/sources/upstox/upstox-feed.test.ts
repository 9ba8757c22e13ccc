import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createUpstoxProtocol } from "#server/market/feed/sources/upstox/upstox-protocol.ts";
import {
  type BrokerWorld,
  createBrokerWorld,
  type TestTokens,
  testTokens,
} from "#tests/support/brokers/broker-world.ts";
import {
  type FakeUpstox,
  NIFTY_KEY,
  RELIANCE_KEY,
  SENSEX_KEY,
  startFakeUpstox,
  upstoxInstruments,
  upstoxKey,
  VIX_KEY,
} from "#tests/support/brokers/fake-upstox.ts";
import {
  CONTRACTS,
  contractOf,
  LIVE_NOW,
  NIFTY,
  RELIANCE,
  SENSEX,
  VIX,
} from "#tests/support/brokers/kite-rows.ts";
import {
  feedResponse,
  fullFeed,
  indexFeed,
  ltpcFeed,
  type UpstoxQuote,
} from "#tests/support/brokers/upstox-messages.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";

const CALL = contractOf("NIFTY", "2026-08-25", 24_350, "CE");
const QUOTE: UpstoxQuote = {
  ltp: 185.45,
  ltt: LIVE_NOW - 1_750,
  ltq: 130,
  cp: 184.95,
  levels: [0, 1, 2, 3, 4].map((n) => ({
    bidQ: 65 * (n + 1),
    bidP: 185.4 - 0.05 * n,
    askQ: 130 * (n + 1),
    askP: 185.5 + 0.05 * n,
  })),
  day: { open: 184.05, high: 199.95, low: 170.1 },
  atp: 185.27,
  vtt: 3_000_000_000,
  oi: 2_500_000_000,
  iv: 0.11,
  tbq: 1_234_567,
  tsq: 7_654_321,
};

function spot(ltp: number): Buffer {
  const day = { open: ltp - 3, high: ltp + 9, low: ltp - 7 };
  return indexFeed({ ltp, ltt: LIVE_NOW - 800, ltq: 0, cp: ltp - 5 }, day);
}

const SPOTS = {
  [NIFTY_KEY]: spot(24_350),
  [VIX_KEY]: spot(11.76),
  [SENSEX_KEY]: spot(77_617),
  [RELIANCE_KEY]: fullFeed({ ...QUOTE, ltp: 1_400 }),
};

let upstox: FakeUpstox;
let tokens: TestTokens;
let world: BrokerWorld;

function open(now = LIVE_NOW): void {
  world = createBrokerWorld({ protocol: createUpstoxProtocol({ apiUrl: upstox.apiUrl }), tokens, now });
}

async function goLive(): Promise<void> {
  await world.until(() => upstox.connections[0]?.keys.has(NIFTY_KEY) === true, "the spots are followed");
  upstox.push(SPOTS, LIVE_NOW);
  await world.until(() => world.health().state === "live", "live");
  await world.until(
    () => upstox.connections[0]?.keys.size === CONTRACTS.length + 4,
    "everything is followed",
  );
}

beforeEach(async () => {
  upstox = await startFakeUpstox();
  tokens = testTokens("today");
});

afterEach(async () => {
  world.dispose();
  await upstox.close();
});

describe("the happy path", () => {
  it("lists the same instruments as Kite does, by the same tokens and names", async () => {
    open();
    await world.until(() => world.universes === 2, "listed");
    const { instruments, underlyings } = world.source.universe();
    const tokensHere = new Set(instruments.map((each) => each.token));
    for (const each of CONTRACTS) expect(tokensHere).toContain(each.token);
    for (const each of [NIFTY, VIX, SENSEX, RELIANCE]) expect(tokensHere).toContain(each);
    expect(underlyings.map(({ underlying }) => underlying.symbol)).toEqual([
      "NIFTY",
      "SENSEX",
      "USDINR",
      "CRUDEOIL",
      "RELIANCE",
    ]);
    const call = instruments.find((each) => each.token === CALL.token);
    expect(call).toMatchObject({
      tradingsymbol: "NIFTY26AUG24350CE",
      expiry: "2026-08-25",
      strike: 24_350,
      lotSize: 65,
      tickSize: 0.05,
      exchange: "NFO",
    });
    const oil = instruments.find((each) => each.underlying === "CRUDEOIL" && each.type === "FUT");
    expect(oil).toMatchObject({ lotSize: 1, multiplier: 100, exchange: "MCX", tickSize: 0.1 });
  });

  it("follows in mode full over one connection, with commands in binary frames", async () => {
    open();
    await goLive();
    expect([...upstox.connections[0]!.keys.values()].every((mode) => mode === "full")).toBe(true);
    expect(upstox.connections).toHaveLength(1);
    expect(upstox.violations).toEqual([]);
    expect(world.problems).toEqual([]);
    expect(world.health()).toMatchObject({ followed: CONTRACTS.length + 4, leftOut: 0, garbled: 0 });
  });

  it("writes every field of a full feed into the row of its token", async () => {
    open();
    await goLive();
    upstox.push({ [upstoxKey(CALL)]: fullFeed(QUOTE) }, LIVE_NOW - 500);
    await world.until(() => world.word(CALL.token, WORD.lastPrice) === 18_545, "the feed");
    const read = (word: number) => world.word(CALL.token, word) >>> 0;
    expect({
      lastPrice: read(WORD.lastPrice),
      lastQuantity: read(WORD.lastQuantity),
      averagePrice: read(WORD.averagePrice),
      volume: read(WORD.volume),
      buyQuantity: read(WORD.buyQuantity),
      sellQuantity: read(WORD.sellQuantity),
      open: read(WORD.open),
      high: read(WORD.high),
      low: read(WORD.low),
      close: read(WORD.close),
      lastTradeTime: read(WORD.lastTradeTime),
      oi: read(WORD.oi),
      exchangeTime: read(WORD.exchangeTime),
      book: Array.from({ length: 30 }, (_, k) => read(16 + k)),
    }).toEqual({
      lastPrice: 18_545,
      lastQuantity: 130,
      averagePrice: 18_527,
      volume: 3_000_000_000,
      buyQuantity: 1_234_567,
      sellQuantity: 7_654_321,
      open: 18_405,
      high: 19_995,
      low: 17_010,
      close: 18_495,
      lastTradeTime: Math.floor((LIVE_NOW - 1_750) / 1000),
      oi: 2_500_000_000,
      exchangeTime: Math.floor((LIVE_NOW - 500) / 1000),
      book: [
        [65, 18_540, 0],
        [130, 18_535, 0],
        [195, 18_530, 0],
        [260, 18_525, 0],
        [325, 18_520, 0],
        [130, 18_550, 0],
        [260, 18_555, 0],
        [390, 18_560, 0],
        [520, 18_565, 0],
        [650, 18_570, 0],
      ].flat(),
    });
  });

  it("writes indices, and currency in its own divisor", async () => {
    open();
    await goLive();
    const words = [WORD.lastPrice, WORD.open, WORD.high, WORD.low, WORD.close];
    expect(words.map((word) => world.word(NIFTY, word))).toEqual([
      2_435_000, 2_434_700, 2_435_900, 2_434_300, 2_434_500,
    ]);
    const future = contractOf("USDINR", "2026-08-27", 0, "FUT");
    upstox.push({ [upstoxKey(future)]: fullFeed({ ...QUOTE, ltp: 95.5125 }) }, LIVE_NOW);
    await world.until(() => world.word(future.token, WORD.lastPrice) === 955_125_000, "currency");
  });

  it("takes what is no number, below zero or too large as unknown, and a book that shrinks as shorter", async () => {
    open();
    await goLive();
    upstox.push({ [upstoxKey(CALL)]: fullFeed(QUOTE) }, LIVE_NOW);
    await world.until(() => world.word(CALL.token, WORD.lastPrice) === 18_545, "the feed");
    const odd = {
      ...QUOTE,
      ltp: 190,
      cp: Number.NaN,
      oi: Number.NaN,
      tbq: -1,
      tsq: 1e300,
      atp: Number.POSITIVE_INFINITY,
      levels: QUOTE.levels.slice(0, 2),
    };
    upstox.push({ [upstoxKey(CALL)]: fullFeed(odd) }, LIVE_NOW);
    await world.until(() => world.word(CALL.token, WORD.lastPrice) === 19_000, "the odd one");
    for (const word of [WORD.close, WORD.oi, WORD.buyQuantity, WORD.sellQuantity, WORD.averagePrice]) {
      expect(world.word(CALL.token, word)).toBe(0);
    }
    expect(world.word(CALL.token, WORD.buy + 3)).toBe(130);
    expect(world.word(CALL.token, WORD.buy + 6)).toBe(0);
    expect(world.word(CALL.token, WORD.sell + 7)).toBe(0);
  });
});

describe("a stream that fails", () => {
  it("is authorised anew each time, a code being good for one stream", async () => {
    open();
    await goLive();
    upstox.cut();
    await world.until(() => upstox.authorizeCalls === 2, "authorised again");
    await world.until(() => upstox.connections[0]?.keys.size === CONTRACTS.length + 4, "all again");
    expect(upstox.authorizeCalls).toBe(2);
    upstox.push({ [NIFTY_KEY]: spot(24_360) }, LIVE_NOW);
    await world.until(() => world.word(NIFTY, WORD.lastPrice) === 2_436_000, "prices again");
  });

  it("that only pings is stalled: said, and opened again", async () => {
    open();
    await goLive();
    await world.until(() => world.problems.some(({ code }) => code === "feed.stalled"), "stalled", 250);
    expect(world.health().state).toBe("stale");
    await world.until(() => upstox.authorizeCalls === 2, "opened again", 250);
  });

  it("of garbage is counted and harms no row", async () => {
    open();
    await goLive();
    upstox.say(Buffer.from([0x12, 0xff, 0xff, 0xff]));
    upstox.say(Buffer.from("{}"));
    upstox.say(feedResponse({ [NIFTY_KEY]: spot(-5) }, LIVE_NOW));
    upstox.say(feedResponse({ [NIFTY_KEY]: spot(Number.NaN) }, LIVE_NOW));
    upstox.say(feedResponse({ "NSE_FO|999": fullFeed(QUOTE) }, LIVE_NOW));
    upstox.say("a text");
    upstox.say(feedResponse({ [VIX_KEY]: ltpcFeed({ ltp: 12, ltt: LIVE_NOW, ltq: 0, cp: 11 }) }, LIVE_NOW));
    await world.until(() => world.word(VIX, WORD.lastPrice) === 1_200, "a good one behind them");
    expect(world.word(NIFTY, WORD.lastPrice)).toBe(2_435_000);
    expect(world.health().garbled).toBeGreaterThanOrEqual(3);
    expect(world.health().state).toBe("live");
  });

  it.each([
    ["nonsense", "no json"],
    [
      "an address that no socket takes",
      JSON.stringify({ status: "success", data: { authorized_redirect_uri: "ws://127.0.0.1:1/#x" } }),
    ],
    ["no address", JSON.stringify({ status: "success", data: {} })],
    [
      "an address that is none",
      JSON.stringify({ status: "success", data: { authorized_redirect_uri: "http://x" } }),
    ],
  ])("whose authorise call gives %s is tried again", async (_what, body) => {
    upstox.authorizeBody = body;
    open();
    await world.until(() => world.problems.some(({ code }) => code === "feed.unreachable"), "said");
    upstox.authorizeBody = null;
    await world.until(() => upstox.connections.length === 1, "in", 250);
  });
});

describe("tokens", () => {
  it("that are wrong are tried once and waited for; the list is there without one", async () => {
    tokens.set("yesterday");
    open();
    await world.until(() => world.health().state === "token_rejected", "refused");
    await world.until(() => world.universes === 2, "listed");
    const calls = upstox.authorizeCalls;
    await world.until(() => world.now > LIVE_NOW + 1_800_000, "half an hour", 20_000);
    expect(upstox.authorizeCalls).toBe(calls);
    expect(calls).toBe(1);
    tokens.set("today");
    await goLive();
  });

  it("end at 03:30: the old one is tried once, the new one taken", async () => {
    open(Date.parse("2026-08-20T03:29:30+05:30"));
    await world.until(() => upstox.connections[0]?.keys.has(NIFTY_KEY) === true, "followed at night");
    upstox.token = "next day";
    await world.until(() => world.health().state === "token_rejected", "refused", 500);
    expect(world.now).toBeGreaterThanOrEqual(Date.parse("2026-08-20T03:30:00+05:30"));
    expect(upstox.authorizeCalls).toBe(2);
    tokens.set("next day");
    await world.until(() => upstox.connections[0]?.keys.has(NIFTY_KEY) === true, "followed again");
  });
});

describe("the list of instruments", () => {
  it("with bad entries is taken without them", async () => {
    upstox.instruments = upstoxInstruments([
      null,
      { segment: "NSE_FO", instrument_type: "CE", instrument_key: "NSE_FO|1", exchange_token: "x" },
      { segment: "NSE_FO", instrument_type: "FUT" },
    ]);
    open();
    await goLive();
    expect(world.health().listFaults).toBe(3);
  });

  it.each([
    ["that is no list", { error: "maintenance" }],
    ["that is empty", []],
  ])("%s is refused and tried again", async (_what, instruments) => {
    upstox.instruments = instruments;
    open();
    await world.until(() => world.problems.some(({ code }) => code === "feed.instruments"), "said");
    expect(world.source.universe().instruments).toEqual([]);
    upstox.instruments = upstoxInstruments();
    await world.until(() => world.universes === 2, "the good one", 2_000);
  });

  it("that is refused says nothing about the token", async () => {
    upstox.listStatus = 403;
    open();
    await world.until(() => world.problems.some(({ code }) => code === "feed.unreachable"), "said");
    expect(world.health().state).toBe("no_instruments");
  });
});
