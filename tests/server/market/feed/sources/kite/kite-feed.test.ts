import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BrokerProtocol } from "#server/market/feed/sources/broker/broker-protocol.ts";
import { createKiteProtocol } from "#server/market/feed/sources/kite/kite-protocol.ts";
import {
  type BrokerWorld,
  createBrokerWorld,
  type TestTokens,
  testTokens,
} from "#tests/support/brokers/broker-world.ts";
import { type FakeKite, startFakeKite } from "#tests/support/brokers/fake-kite.ts";
import { fullPacket, indexPacket, type KiteQuote, ltpPacket } from "#tests/support/brokers/kite-packets.ts";
import {
  CONTRACTS,
  contractOf,
  contractRow,
  kiteDump,
  LIVE_DATE,
  LIVE_NOW,
  NIFTY,
  RELIANCE,
  SENSEX,
  VIX,
} from "#tests/support/brokers/kite-rows.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";

const SECONDS = LIVE_NOW / 1000;
const CALL = contractOf("NIFTY", "2026-08-25", 24_350, "CE");

function quoteOf(token: number, lastPrice: number, over: Partial<KiteQuote> = {}): KiteQuote {
  const level = (n: number, side: 1 | -1) => ({
    quantity: 65 * (n + 1),
    price: lastPrice + side * 5 * (n + 1),
    orders: n + 3,
  });
  return {
    token,
    lastPrice,
    lastQuantity: 130,
    averagePrice: lastPrice - 15,
    volume: 3_000_000_000,
    buyQuantity: 1_234_567,
    sellQuantity: 7_654_321,
    open: lastPrice - 100,
    high: lastPrice + 200,
    low: lastPrice - 200,
    close: lastPrice - 50,
    lastTradeTime: SECONDS - 2,
    oi: 2_500_000_000,
    oiDayHigh: 2_600_000_000,
    oiDayLow: 2_400_000_000,
    exchangeTime: SECONDS - 1,
    buy: [0, 1, 2, 3, 4].map((n) => level(n, -1)),
    sell: [0, 1, 2, 3, 4].map((n) => level(n, 1)),
    ...over,
  };
}

function spot(token: number, lastPrice: number) {
  return indexPacket({
    token,
    lastPrice,
    high: lastPrice + 900,
    low: lastPrice - 700,
    open: lastPrice - 300,
    close: lastPrice - 500,
    exchangeTime: SECONDS - 1,
  });
}

const SPOTS = [
  spot(NIFTY, 2_435_000),
  spot(VIX, 1_176),
  spot(SENSEX, 7_761_700),
  fullPacket(quoteOf(RELIANCE, 140_000)),
];

let kite: FakeKite;
let tokens: TestTokens;
let world: BrokerWorld;

function protocol(over: Partial<BrokerProtocol> = {}): BrokerProtocol {
  const { apiKey, apiUrl, streamUrl } = kite;
  return { ...createKiteProtocol({ apiKey, apiUrl, streamUrl }), ...over };
}

function open(now = LIVE_NOW, over: Partial<BrokerProtocol> = {}, dataDir?: string): BrokerWorld {
  world = createBrokerWorld({ protocol: protocol(over), tokens, now, ...(dataDir && { dataDir }) });
  return world;
}

const followedByKite = (): number => kite.connections.reduce((sum, { modes }) => sum + modes.size, 0);

/** Up to prices of everything that is listed. */
async function goLive(): Promise<void> {
  await world.until(() => kite.connections[0]?.modes.has(NIFTY) === true, "the spots are followed");
  kite.push(SPOTS);
  await world.until(() => world.health().state === "live", "live");
  await world.until(() => followedByKite() === CONTRACTS.length + 4, "everything is followed");
}

beforeEach(async () => {
  kite = await startFakeKite(kiteDump());
  tokens = testTokens("today");
});

afterEach(async () => {
  world.dispose();
  await kite.close();
});

describe("the happy path", () => {
  it("starts empty, takes the list, follows spots first and then everything around the money", async () => {
    open();
    expect(world.source.universe().instruments).toEqual([]);
    expect(world.health()).toMatchObject({ state: "no_token", listedOn: null });
    await world.until(() => world.universes === 2, "the list is there");
    const { underlyings, instruments, vixIndex, date } = world.source.universe();
    expect(date).toBe(LIVE_DATE);
    expect(underlyings.map(({ underlying }) => underlying.symbol)).toEqual([
      "NIFTY",
      "SENSEX",
      "USDINR",
      "CRUDEOIL",
      "RELIANCE",
    ]);
    expect(instruments[vixIndex]?.token).toBe(VIX);
    expect(world.health().state).toBe("connecting");
    await world.until(() => kite.connections[0]?.modes.has(VIX) === true, "spots");
    // 3 spots, the volatility index, 5 futures: no option before a price is known.
    expect(followedByKite()).toBe(9);
    await goLive();
    expect([...kite.connections[0]!.modes.values()].every((mode) => mode === "full")).toBe(true);
    expect(kite.connections).toHaveLength(1);
    expect(world.health()).toMatchObject({
      followed: CONTRACTS.length + 4,
      leftOut: 0,
      garbled: 0,
      listFaults: 0,
    });
    expect(kite.violations).toEqual([]);
    expect(world.problems).toEqual([]);
    expect(world.states).toEqual(["no_token", "no_instruments", "connecting", "live"]);
  });

  it("writes every field of a full packet into the row of its token", async () => {
    open();
    await goLive();
    const quote = quoteOf(CALL.token, 18_545);
    kite.push([fullPacket(quote)]);
    await world.until(() => world.word(CALL.token, WORD.lastPrice) === 18_545, "the packet");
    const read = (word: number) => world.word(CALL.token, word) >>> 0;
    expect({
      token: read(WORD.token),
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
      oiDayHigh: read(WORD.oiDayHigh),
      oiDayLow: read(WORD.oiDayLow),
      exchangeTime: read(WORD.exchangeTime),
      buy: [0, 1, 2, 3, 4].map((n) => ({
        quantity: read(16 + 3 * n),
        price: read(17 + 3 * n),
        orders: read(18 + 3 * n),
      })),
      sell: [0, 1, 2, 3, 4].map((n) => ({
        quantity: read(31 + 3 * n),
        price: read(32 + 3 * n),
        orders: read(33 + 3 * n),
      })),
    }).toEqual(quote);
  });

  it("writes index packets by their own order of fields, and shorter packets without touching the rest", async () => {
    open();
    await goLive();
    const row = [WORD.lastPrice, WORD.open, WORD.high, WORD.low, WORD.close, WORD.exchangeTime];
    expect(row.map((word) => world.word(NIFTY, word))).toEqual([
      2_435_000,
      2_434_700,
      2_435_900,
      2_434_300,
      2_434_500,
      SECONDS - 1,
    ]);
    kite.push([fullPacket(quoteOf(CALL.token, 18_545))]);
    await world.until(() => world.word(CALL.token, WORD.lastPrice) === 18_545, "the packet");
    kite.say(Buffer.concat([Buffer.from([0, 1, 0, 8]), ltpPacket(CALL.token, 18_600)]));
    await world.until(() => world.word(CALL.token, WORD.lastPrice) === 18_600, "the short packet");
    expect(world.word(CALL.token, WORD.oi) >>> 0).toBe(2_500_000_000);
  });

  it("gives currency and commodities the price of their nearest future as the reference", async () => {
    open();
    await goLive();
    const future = contractOf("USDINR", "2026-08-27", 0, "FUT");
    kite.push([fullPacket(quoteOf(future.token, 955_125_000))]);
    const reference = world.source.universe().underlyings[2]!;
    expect(reference.underlying.symbol).toBe("USDINR");
    await world.until(
      () => world.word(reference.underlying.token, WORD.lastPrice) === 955_125_000,
      "reference",
    );
    expect(world.word(reference.underlying.token, WORD.exchangeTime)).toBe(SECONDS - 1);
  });

  it("counts changes of open interest from what the exchange said first, and keeps it overnight", async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "strikewise-oi-"));
    try {
      open(LIVE_NOW, {}, dataDir);
      await goLive();
      const rowOf = () => world.table.universe.instruments.findIndex((each) => each.token === CALL.token);
      kite.push([fullPacket(quoteOf(CALL.token, 18_500, { oi: 1_000_000 }))]);
      await world.until(() => world.table.previousOi[rowOf()] === 1_000_000, "first heard");
      kite.push([fullPacket(quoteOf(CALL.token, 18_500, { oi: 1_400_000 }))]);
      await world.until(() => world.word(CALL.token, WORD.oi) === 1_400_000, "moved");
      expect(world.table.previousOi[rowOf()]).toBe(1_000_000);
      // Stopped at eleven: that is no close, and tomorrow counts from what it hears first.
      world.dispose();
      open(Date.parse("2026-08-20T10:00:00+05:30"), {}, dataDir);
      await world.until(() => world.table.universe.date === "2026-08-20", "next day");
      expect(world.table.previousOi[rowOf()]).toBe(0);
      await goLive();
      kite.push([fullPacket(quoteOf(CALL.token, 18_500, { oi: 1_500_000 }))]);
      await world.until(() => world.word(CALL.token, WORD.oi) === 1_500_000, "heard");
      expect(world.table.previousOi[rowOf()]).toBe(1_500_000);
      kite.push([fullPacket(quoteOf(CALL.token, 18_500, { oi: 1_600_000 }))]);
      await world.until(() => world.word(CALL.token, WORD.oi) === 1_600_000, "moved");
      // Stopped after the close: that is what the day after counts from.
      world.now = Date.parse("2026-08-20T15:41:00+05:30");
      await world.turn();
      world.dispose();
      open(Date.parse("2026-08-21T10:00:00+05:30"), {}, dataDir);
      await world.until(() => world.table.universe.date === "2026-08-21", "the day after");
      expect(world.table.previousOi[rowOf()]).toBe(1_600_000);
      world.dispose();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

describe("a stream that fails", () => {
  it("is opened again after a growing wait, and everything is followed again", async () => {
    open();
    await goLive();
    const before = kite.handshakes;
    kite.cut();
    await world.until(() => world.health().connections[0]?.phase === "waiting", "the loss is noticed");
    expect(world.problems.map(({ code }) => code)).toContain("feed.unreachable");
    await world.until(() => followedByKite() === CONTRACTS.length + 4, "all again");
    expect(kite.handshakes).toBe(before + 1);
    kite.push([spot(NIFTY, 2_436_000)]);
    await world.until(() => world.word(NIFTY, WORD.lastPrice) === 2_436_000, "prices again");
    expect(world.health()).toMatchObject({ state: "live", reconnects: 1 });
  });

  it("that only beats is stalled: said, and opened again", async () => {
    open();
    await goLive();
    const before = kite.handshakes;
    // Heartbeats go on in real time; a quarter of a minute of market time passes without a price.
    await world.until(() => world.problems.some(({ code }) => code === "feed.stalled"), "stalled", 250);
    expect(world.health().state).toBe("stale");
    expect(world.health().message).toMatch(/No price from Kite for 1[56] s while the market is open/);
    await world.until(() => kite.handshakes > before, "opened again", 250);
    await world.until(() => followedByKite() > 100, "followed again", 50);
    // The past, told again, is no life.
    kite.push(SPOTS);
    await world.turn(1_000);
    await world.turn(1_000);
    expect(world.health().state).toBe("stale");
    kite.push([spot(NIFTY, 2_435_005)]);
    await world.until(() => world.health().state === "live", "live again");
  });

  it("of several that is lost, or mute, is opened again alone", async () => {
    open(LIVE_NOW, { instrumentsPerConnection: 60 });
    await goLive();
    expect(kite.connections.map(({ modes }) => modes.size)).toEqual([60, 60, CONTRACTS.length + 4 - 120]);
    const [first, second, third] = [...kite.connections];
    const carried = new Set(second!.modes.keys());
    second!.socket.terminate();
    await world.until(
      () => kite.connections.length === 3 && !kite.connections.includes(second!),
      "a new one",
    );
    await world.until(() => kite.connections.at(-1)!.modes.size === 60, "what it carried");
    expect(new Set(kite.connections.at(-1)!.modes.keys())).toEqual(carried);
    expect(kite.connections.slice(0, 2)).toEqual([first, third]);

    // Prices on the first alone; the others beat and say nothing.
    let paise = 2_435_000;
    const said = () => world.problems.filter(({ code }) => code === "feed.stalled").length;
    await world.until(
      () => {
        kite.push([spot(NIFTY, ++paise)]);
        return said() > 0 && kite.connections.filter((each) => each !== first && each !== third).length === 2;
      },
      "the mute ones are opened again",
      250,
    );
    expect(kite.connections).toContain(first);
    expect(kite.connections).not.toContain(third);
    expect(world.health().state).toBe("live");
    expect(kite.violations).toEqual([]);
  });

  it("that falls silent altogether is dead, in or out of session", async () => {
    open(Date.parse("2026-08-19T20:00:00+05:30") + 4 * 3_600_000);
    await world.until(() => kite.connections[0]?.modes.has(NIFTY) === true, "followed at midnight");
    kite.isMute = true;
    const before = kite.handshakes;
    await world.until(() => kite.handshakes > before, "opened again", 250);
    expect(world.problems.map(({ code }) => code)).toEqual(["feed.unreachable"]);
  });

  it("after hours is closed, not stale, however long nothing comes", async () => {
    open(Date.parse("2026-08-22T12:00:00+05:30"));
    await world.until(() => kite.connections[0]?.modes.has(NIFTY) === true, "followed on a Saturday");
    const before = kite.handshakes;
    await world.until(() => world.now > Date.parse("2026-08-22T12:05:00+05:30"), "five minutes", 1_000);
    expect(world.health().state).toBe("closed");
    expect(kite.handshakes).toBe(before);
    expect(world.problems).toEqual([]);
  });

  it("on a holiday takes the list of the last trading day and says that the market is closed", async () => {
    // Independence Day 2025 was a Friday.
    open(Date.parse("2025-08-15T11:00:00+05:30"));
    await world.until(() => world.health().state === "closed", "closed");
    expect(world.health()).toMatchObject({ listedOn: "2025-08-14", isListOld: false });
  });

  it("of garbage is counted and harms no row", async () => {
    open();
    await goLive();
    kite.push([fullPacket(quoteOf(CALL.token, 18_545))]);
    await world.until(() => world.word(CALL.token, WORD.lastPrice) === 18_545, "the packet");
    const garbage: (Buffer | string)[] = [
      Buffer.from([0, 9, 1]),
      Buffer.from([255, 255, 255, 255, 255]),
      Buffer.concat([Buffer.from([0, 1, 0, 45]), fullPacket(quoteOf(CALL.token, 7)).subarray(0, 45)]),
      Buffer.concat([Buffer.from([0, 1, 0, 3]), Buffer.alloc(3)]),
      Buffer.concat([Buffer.from([0, 1, 0, 184]), fullPacket(quoteOf(CALL.token, -5))]),
      Buffer.concat([
        Buffer.from([0, 1, 0, 184]),
        fullPacket(quoteOf(CALL.token, 1, { exchangeTime: 4_000_000_000 })),
      ]),
      Buffer.concat([Buffer.from([0, 1, 0, 8]), ltpPacket(123 * 256 + 2, 5)]),
      // Segment 123: nothing tells what its prices count.
      Buffer.concat([Buffer.from([0, 1, 0, 8]), ltpPacket(123, 5)]),
      Buffer.concat([Buffer.from([0, 1, 0, 44]), fullPacket(quoteOf(NIFTY, 7)).subarray(0, 44)]),
      "{nonsense",
      "null",
      JSON.stringify({ type: "order", data: { order_id: "1" } }),
      JSON.stringify({ type: "message", data: "maintenance tonight" }),
    ];
    for (const each of garbage) kite.say(each);
    kite.push([spot(VIX, 1_200)]);
    await world.until(() => world.word(VIX, WORD.lastPrice) === 1_200, "a good one behind them");
    expect(world.word(CALL.token, WORD.lastPrice)).toBe(18_545);
    expect(world.word(NIFTY, WORD.lastPrice)).toBe(2_435_000);
    // Unknown tokens, orders and notices are no garbage.
    expect(world.health()).toMatchObject({ garbled: 9, state: "live" });
  });
});

describe("tokens", () => {
  it("that are wrong are tried once, said, and waited for", async () => {
    tokens.set("yesterday");
    open();
    await world.until(() => world.health().state === "token_rejected", "refused");
    expect(world.problems.map(({ code }) => code)).toEqual(["feed.token_rejected"]);
    const { dumps, handshakes } = kite;
    await world.until(() => world.now > LIVE_NOW + 3_600_000, "an hour", 20_000);
    expect({ dumps: kite.dumps, handshakes: kite.handshakes }).toEqual({ dumps, handshakes });
    expect(dumps + handshakes).toBe(1);
    tokens.set("today");
    await goLive();
  });

  it("are waited for when there is none", async () => {
    tokens.set(null);
    open();
    await world.turn(1_000);
    await world.turn(1_000);
    expect(world.health()).toMatchObject({
      state: "no_token",
      message: "Waiting for an access token of Kite.",
    });
    expect(world.problems.map(({ code }) => code)).toEqual(["feed.token_missing"]);
    tokens.set("today");
    await goLive();
  });

  it("end at 06:00: the new one is taken, the old one tried once, without a restart", async () => {
    open(Date.parse("2026-08-20T05:58:00+05:30"));
    await world.until(() => kite.connections[0]?.modes.has(NIFTY) === true, "followed at night");
    kite.token = "next day";
    const before = kite.handshakes;
    await world.until(() => world.health().state === "token_rejected", "the old one is refused", 1_000);
    expect(world.now).toBeGreaterThanOrEqual(Date.parse("2026-08-20T06:00:00+05:30"));
    expect(kite.handshakes).toBe(before + 1);
    tokens.set("next day");
    await world.until(() => kite.connections[0]?.modes.has(NIFTY) === true, "followed again");
    expect(world.health().state).toBe("closed");
    // And at half past eight the list of the day.
    const universes = world.universes;
    world.now = Date.parse("2026-08-20T08:29:30+05:30");
    await world.until(() => world.source.universe().date === "2026-08-20", "the new list", 1_000);
    expect(world.universes).toBeGreaterThan(universes);
    expect(istTime(world.now)).toMatch(/^08:3[01]/);
  });

  it("refused by the stream in words are no longer used", async () => {
    open();
    await goLive();
    kite.token = "another";
    kite.say(JSON.stringify({ type: "error", data: "Invalid access token" }));
    await world.until(() => world.health().state === "token_rejected", "refused");
    expect(kite.handshakes).toBe(1);
  });

  it("are no matter when the stream is merely busy: it is tried again, later", async () => {
    kite.handshakeStatus = 429;
    open();
    await world.until(() => kite.handshakes === 1, "tried");
    kite.handshakeStatus = 0;
    const triedAt = world.now;
    await world.until(() => kite.connections.length === 1, "in", 1_000);
    expect(world.now - triedAt).toBeGreaterThanOrEqual(59_000);
    expect(world.health().state).not.toBe("token_rejected");
  });
});

function istTime(ms: number): string {
  return new Date(ms + 5.5 * 3_600_000).toISOString().slice(11, 16);
}

describe("the list of instruments", () => {
  it("is kept by date, and a restart without the broker finds it", async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "strikewise-dump-"));
    try {
      open(LIVE_NOW, {}, dataDir);
      await goLive();
      world.dispose();
      expect(readdirSync(path.join(dataDir, "instruments"))).toContain("kite-2026-08-19.csv");
      kite.dumpStatus = 503;
      const { dumps } = kite;
      open(LIVE_NOW + 60_000, {}, dataDir);
      expect(world.source.universe().underlyings).toHaveLength(5);
      await world.until(() => kite.connections.length === 1, "connected");
      expect(kite.dumps).toBe(dumps);
      world.dispose();

      // The next morning the broker has none: yesterday's stays, and it is said.
      open(Date.parse("2026-08-20T09:30:00+05:30"), {}, dataDir);
      await world.until(() => world.problems.some(({ code }) => code === "feed.unreachable"), "said");
      expect(world.health()).toMatchObject({ listedOn: "2026-08-19", isListOld: true });
      expect(world.health().message).toContain("The list of instruments is that of 2026-08-19.");
      kite.dumpStatus = 200;
      await world.until(() => world.source.universe().date === "2026-08-20", "the new one", 2_000);
      expect(world.health().isListOld).toBe(false);
      world.dispose();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it("with a bad row is taken without it, and the row is named", async () => {
    const good = contractRow(CALL);
    kite.dump = kiteDump([
      good.replace("2026-08-25", "2026-13-45").replace(String(CALL.token), String(CALL.token + 256_000)),
      good.replace(String(CALL.exchangeToken), "77"),
      "1,2,3",
    ]);
    open();
    await goLive();
    expect(world.health()).toMatchObject({ listFaults: 3 });
    const line = kite.dump.split("\n").length - 3;
    const said = world.problems.find(({ code }) => code === "feed.instruments");
    expect(said?.message).toContain(`row ${line} of Kite's list`);
  });

  it.each([
    ["that is a page of HTML", (fake: FakeKite) => (fake.dump = "<html>Bad gateway</html>")],
    ["that is cut short", (fake: FakeKite) => (fake.isDumpCut = true)],
    ["that holds nothing", (fake: FakeKite) => (fake.dump = kiteDump([], []))],
    [
      "whose rows are another format's",
      (fake: FakeKite) => (fake.dump = kiteDump().replaceAll("2026-", "06-")),
    ],
  ])("%s is refused, said, and tried again", async (_what, spoil) => {
    spoil(kite);
    open();
    await world.until(() => world.problems.length > 0, "said");
    expect(["feed.instruments", "feed.unreachable"]).toContain(world.problems[0]!.code);
    expect(world.source.universe().instruments).toEqual([]);
    expect(world.health().state).toBe("no_instruments");
    kite.dump = kiteDump();
    kite.isDumpCut = false;
    await world.until(() => world.universes === 2, "the good one", 2_000);
  });

  it("of long ago, with shares that no longer exist, is no obstacle to a start", async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "strikewise-old-"));
    try {
      const newco = contractRow(CALL)
        .replace('"NIFTY"', '"NEWCO"')
        .replace(String(CALL.token), "12000002")
        .replace(`,${CALL.exchangeToken},`, ",46875,");
      kite.dump = kiteDump(["742401,2900,NEWCO,NEW COMPANY,0,,0,0.05,1,EQ,NSE,NSE", newco]);
      open(LIVE_NOW, {}, dataDir);
      await world.until(() => world.universes === 2, "listed");
      expect(world.source.universe().underlyings.at(-1)?.underlying.symbol).toBe("NEWCO");
      world.dispose();
      kite.dumpStatus = 503;
      open(Date.parse("2026-11-18T11:00:00+05:30"), {}, dataDir);
      expect(world.source.universe().instruments).toEqual([]);
      await world.turn();
      expect(world.health().isListOld).toBe(true);
      world.dispose();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it("with far fewer contracts than the one before is refused", async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "strikewise-short-"));
    try {
      open(LIVE_NOW, {}, dataDir);
      await world.until(() => world.universes === 2, "listed");
      world.dispose();
      kite.dump = kiteDump([], CONTRACTS.slice(0, 20));
      open(Date.parse("2026-08-20T09:30:00+05:30"), {}, dataDir);
      await world.until(() => world.problems.some(({ code }) => code === "feed.instruments"), "refused");
      expect(world.source.universe().underlyings).toHaveLength(5);
      world.dispose();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it("that comes slowly holds up no caller", async () => {
    kite.dumpDelayMs = 1_000;
    open();
    await world.until(() => kite.dumps === 1, "asked for");
    let turns = 0;
    await world.until(() => {
      turns++;
      return world.universes === 2;
    }, "the list is there");
    expect(turns).toBeGreaterThan(10);
    await goLive();
  });

  it("keeps what has expired for the rest of the day", async () => {
    open(Date.parse("2026-08-20T15:38:00+05:30"));
    await world.until(() => world.universes === 2, "listed");
    await world.until(() => kite.connections[0]?.modes.has(NIFTY) === true, "followed");
    kite.push([spot(NIFTY, 2_435_000)]);
    await world.until(() => world.word(NIFTY, WORD.lastPrice) === 2_435_000, "a price");
    await world.until(() => istTime(world.now) === "15:41", "the last trade is over", 1_000);
    expect(world.universes).toBe(2);
    const listed = world.source.universe().underlyings;
    const expiries = listed
      .find((each) => each.underlying.symbol === "SENSEX")
      ?.chains.map(({ expiry }) => expiry);
    expect(expiries).toEqual(["2026-08-20"]);
    expect(world.word(NIFTY, WORD.lastPrice)).toBe(2_435_000);
  });
});
