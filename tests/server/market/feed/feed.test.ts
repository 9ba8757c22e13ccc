import { describe, expect, it } from "vitest";
import { QUOTE_FULL_SIZE, QUOTE_INDEX_SIZE } from "#protocol/generated/layout.ts";
import { parseMetacache } from "#protocol/http/metacache.ts";
import { decodeQuotePacket, encodeFullQuote, encodeIndexQuote, encodeQuotes } from "#protocol/wire/codec.ts";
import { decodeQuotes, type QuoteMessage } from "#protocol/wire/quote-packets.ts";
import type { MarketClockMessage } from "#server/market/bus/bus-messages.ts";
import type { FeedStatus } from "#server/market/bus/feed-status.ts";
import {
  clockSubject,
  epochSubject,
  feedStatusRequest,
  liveChainsRequest,
  metacacheRequest,
  quotesRequest,
  quotesSubject,
} from "#server/market/bus/market-subjects.ts";
import {
  createMarketTable,
  type MarketTable,
  markDirty,
  ROW_WORDS,
} from "#server/market/feed/market-table.ts";
import { createPublisher } from "#server/market/feed/quote-publisher.ts";
import { applyRowQuotes, encodeRowQuotes, indexRows, rowsByToken } from "#server/market/feed/row-packets.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createFeedBench } from "#tests/support/market/fake-feed.ts";
import { FAKE_NOW, fakeUniverse } from "#tests/support/market/fake-market.ts";

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const json = <T>(payload: Uint8Array): T => JSON.parse(new TextDecoder().decode(payload)) as T;

function quotes(message: Uint8Array): QuoteMessage {
  const decoded = decodeQuotes(message);
  if ("error" in decoded) throw new Error(`not a quote message: ${decoded.error}`);
  return decoded;
}

const tokenOf = (symbol: string): number => {
  const found = fakeUniverse().instruments.find((instrument) => instrument.tradingsymbol === symbol);
  if (found === undefined) throw new Error(`no ${symbol}`);
  return found.token;
};

/** A table whose every word is different, so that no field can be mistaken for another. */
function patternedTable(): MarketTable {
  const table = createMarketTable(fakeUniverse());
  table.words.forEach((_, i) => {
    const word = i % ROW_WORDS;
    table.words[i] = word >= 16 && (word - 16) % 3 === 2 ? (i * 7) % 65_536 : (i * 2_654_435_761) | 0;
  });
  table.universe.instruments.forEach((instrument, row) => {
    table.words[row * ROW_WORDS] = instrument.token;
  });
  return table;
}

/** The packet as the reference codec writes it from named fields. */
function packetByCodec(table: MarketTable, row: number): Uint8Array {
  const w = (k: number): number => table.words[row * ROW_WORDS + k]!;
  const u = (k: number): number => w(k) >>> 0;
  if (table.universe.instruments[row]!.type === "INDEX") {
    return encodeIndexQuote({
      token: u(0),
      lastPrice: w(1),
      high: w(8),
      low: w(9),
      open: w(7),
      close: w(10),
      change: w(1) - w(10),
      exchangeTime: u(15),
    });
  }
  const depth = (from: number) =>
    [0, 1, 2, 3, 4].map((level) => ({
      quantity: u(from + 3 * level),
      price: w(from + 3 * level + 1),
      orders: u(from + 3 * level + 2),
      padding: 0,
    }));
  return encodeFullQuote({
    token: u(0),
    lastPrice: w(1),
    lastQuantity: u(2),
    averagePrice: w(3),
    volume: u(4),
    buyQuantity: u(5),
    sellQuantity: u(6),
    open: w(7),
    high: w(8),
    low: w(9),
    close: w(10),
    lastTradeTime: u(11),
    oi: u(12),
    oiDayHigh: u(13),
    oiDayLow: u(14),
    exchangeTime: u(15),
    buy: depth(16),
    sell: depth(31),
  });
}

describe("packets from table rows", () => {
  it("equal the reference codec's, byte for byte, index rows as 32 bytes", () => {
    const table = patternedTable();
    const rows = table.universe.instruments.map((_, row) => row);
    const own = encodeRowQuotes(table, indexRows(table.universe), rows, 0, rows.length, {
      epoch: 7,
      sequence: 9,
      serverTime: 1234.5,
    });
    const reference = encodeQuotes(
      rows.map((row) => packetByCodec(table, row)),
      7,
      9,
      1234.5,
    );
    expect(own).toEqual(reference);
    expect(new Set(quotes(own).packets.map((packet) => packet.length))).toEqual(
      new Set([QUOTE_FULL_SIZE, QUOTE_INDEX_SIZE]),
    );
  });

  it("come back into an empty table as they left", () => {
    const table = patternedTable();
    const isIndex = indexRows(table.universe);
    const rows = table.universe.instruments.map((_, row) => row).filter((row) => isIndex[row] === 0);
    const message = encodeRowQuotes(table, isIndex, rows, 0, rows.length, {
      epoch: 1,
      sequence: 1,
      serverTime: 0,
    });
    const copy = createMarketTable(table.universe);
    const touched: number[] = [];
    expect(applyRowQuotes(message, copy.words, rowsByToken(table.universe), (row) => touched.push(row))).toBe(
      true,
    );
    expect(touched).toEqual(rows);
    for (const row of rows) {
      const from = row * ROW_WORDS;
      expect(copy.words.subarray(from, from + 46)).toEqual(table.words.subarray(from, from + 46));
    }
  });

  it("are refused whole when cut anywhere", () => {
    const table = patternedTable();
    const message = encodeRowQuotes(table, indexRows(table.universe), [0, 1, 2], 0, 3, {
      epoch: 1,
      sequence: 1,
      serverTime: 0,
    });
    const rows = rowsByToken(table.universe);
    for (let length = 0; length < message.length; length++) {
      const copy = createMarketTable(table.universe);
      expect(applyRowQuotes(message.slice(0, length), copy.words, rows, () => {})).toBe(false);
    }
  });
});

describe("feed loop", () => {
  it("publishes exactly what moved, once, with sequences that rise by one", () => {
    const { feed, market, timers, collect } = createFeedBench();
    const messages = collect(quotesSubject());
    feed.start();
    const opening = messages.length;
    timers.pass(200);
    expect(messages.length).toBe(opening);

    const token = tokenOf("NIFTY26AUG24350CE");
    market.quote(token, { lastPrice: 321.05, bid: 321, ask: 321.1 });
    timers.pass(50);
    market.quote(token, { lastPrice: 322 });
    market.quote(tokenOf("NIFTY 50"), { lastPrice: 24_360.4 });
    timers.pass(50);

    const later = messages.slice(opening).map(quotes);
    expect(later.map((message) => message.packets.length)).toEqual([1, 2]);
    const first = decodeQuotePacket(later[0]!.packets[0]!);
    expect(first).toMatchObject({ instrumentToken: token, lastPrice: 321.05 });
    const tokens = later[1]!.packets.map((packet) => decodeQuotePacket(packet)?.instrumentToken);
    expect(tokens).toEqual([token, tokenOf("NIFTY 50")]);
    const sequences = messages.map((message) => quotes(message).trailer.sequence);
    expect(sequences).toEqual(sequences.map((_, i) => i + 1));
    expect(new Set(messages.map((message) => quotes(message).trailer.epoch))).toEqual(new Set([1_000]));
  });

  it("publishes a value that changed twice within a turn once, the newest", () => {
    const { feed, market, timers, collect } = createFeedBench();
    feed.start();
    const messages = collect(quotesSubject());
    const token = tokenOf("NIFTY26AUG24350CE");
    market.quote(token, { lastPrice: 300 });
    market.quote(token, { lastPrice: 301 });
    timers.pass(50);
    expect(messages.length).toBe(1);
    expect(quotes(messages[0]!).packets.map((packet) => decodeQuotePacket(packet)?.lastPrice)).toEqual([301]);
  });

  it("tells the market clock twice a second", () => {
    const { feed, timers, collect } = createFeedBench({
      clock: { kind: "start", at: FAKE_NOW, speed: 4 },
    });
    const messages = collect(clockSubject());
    feed.start();
    timers.pass(2_000);
    const clocks = messages.map((message) => json<MarketClockMessage>(message));
    expect(clocks.length).toBe(5);
    expect(clocks.at(-1)).toMatchObject({
      epoch: 1_000,
      marketTime: FAKE_NOW + 8_000,
      serverTime: FAKE_NOW + 2_000,
      speed: 4,
      sessions: true,
      simulated: true,
      feedAgeMs: 2_000,
    });
  });

  it("answers with the packets of the tokens that exist, level with the published sequence", async () => {
    const { feed, market, timers, bus } = createFeedBench();
    feed.start();
    const token = tokenOf("NIFTY26AUG24400PE");
    market.quote(token, { lastPrice: 111.05 });
    timers.pass(50);
    const answer = quotes(await bus.request(quotesRequest(), bytes({ tokens: [token, 5, token] })));
    expect(answer.packets.map((packet) => decodeQuotePacket(packet)?.lastPrice)).toEqual([111.05]);
    expect(answer.trailer).toMatchObject({ epoch: 1_000, sequence: feed.status().quoteSequence });
  });

  it("refuses malformed requests by code", async () => {
    const { feed, bus } = createFeedBench();
    feed.start();
    for (const payload of [
      bytes({}),
      bytes({ tokens: "1" }),
      bytes({ tokens: [-1] }),
      bytes([]),
      Uint8Array.of(1),
    ]) {
      await expect(bus.request(quotesRequest(), payload)).rejects.toMatchObject({ code: "request.invalid" });
    }
    await expect(
      bus.request(quotesRequest(), bytes({ tokens: new Array(5_001).fill(1) })),
    ).rejects.toMatchObject({ code: "request.too_large" });
  });

  it("answers for an unknown underlying with no chains", async () => {
    const { feed, bus } = createFeedBench();
    feed.start();
    expect(await bus.request(liveChainsRequest(), bytes({ underlying: 1 }))).toEqual(new Uint8Array(4));
  });

  it("starts a new epoch with sequences from 1 when the universe changes", async () => {
    const { feed, market, timers, bus, collect } = createFeedBench();
    const epochs = collect(epochSubject());
    feed.start();
    const before = json<{ etag: string }>(await bus.request(metacacheRequest(), bytes({})));
    const messages = collect(quotesSubject());
    market.roll();
    timers.pass(50);
    expect(epochs.map((message) => json(message))).toEqual([{ epoch: 1_000 }, { epoch: feed.epoch }]);
    expect(feed.epoch).toBeGreaterThan(1_000);
    expect(quotes(messages[0]!).trailer).toMatchObject({ epoch: feed.epoch, sequence: 1 });
    const after = json<{ etag: string; body: unknown }>(
      await bus.request(metacacheRequest(), bytes({ etag: before.etag })),
    );
    expect(after.etag).not.toBe(before.etag);
    expect(parseMetacache(after.body)?.chains.expiry).toEqual([20260929]);
    const gone = await bus.request(quotesRequest(), bytes({ tokens: [tokenOf("NIFTY26AUG24350CE")] }));
    expect(quotes(gone).packets).toEqual([]);
  });

  it("sends the metacache's etag alone to a caller that has it", async () => {
    const { feed, bus } = createFeedBench();
    feed.start();
    const { etag } = json<{ etag: string }>(await bus.request(metacacheRequest(), bytes({})));
    expect(json(await bus.request(metacacheRequest(), bytes({ etag })))).toEqual({ etag });
  });

  it("says how it is", async () => {
    const { feed, timers, bus } = createFeedBench();
    feed.start();
    timers.pass(100);
    const status = json<FeedStatus>(await bus.request(feedStatusRequest(), new Uint8Array(0)));
    expect(status).toMatchObject({
      epoch: 1_000,
      source: "sim",
      date: "2026-08-19",
      instruments: fakeUniverse().instruments.length,
      underlyings: 2,
      chains: 3,
      recording: null,
      packets: fakeUniverse().instruments.length,
    });
  });

  it("says whose its market is before anything of it, in every epoch", () => {
    const { feed, timers, market, bus } = createFeedBench();
    const order: string[] = [];
    for (const subject of [clockSubject(), epochSubject(), quotesSubject()]) {
      bus.subscribe(subject, (payload) => {
        if (subject === clockSubject()) {
          expect(json<MarketClockMessage>(payload)).toMatchObject({
            source: "sim",
            rule: { kind: "everybody" },
          });
        }
        order.push(subject);
      });
    }
    feed.start();
    expect(order.slice(0, 2)).toEqual([clockSubject(), epochSubject()]);
    timers.pass(1_000);
    order.length = 0;
    market.roll();
    timers.pass(50);
    expect(order.slice(0, 2)).toEqual([clockSubject(), epochSubject()]);
    expect(order).toContain(quotesSubject());
  });

  it("ends, reports and disposes of its source when the source fails", () => {
    const failures: unknown[] = [];
    const { feed, market, timers, collect } = createFeedBench({ onFailure: (error) => failures.push(error) });
    feed.start();
    const error = new Error("broken file");
    market.fail(error);
    timers.pass(50);
    const messages = collect(clockSubject());
    timers.pass(2_000);
    expect(failures).toEqual([error]);
    expect(messages).toEqual([]);
    expect(market.disposed).toBe(true);
  });

  it("falls silent after stopping", async () => {
    const { feed, market, timers, bus, collect } = createFeedBench();
    feed.start();
    await feed.stop();
    const messages = collect(quotesSubject());
    market.move("NIFTY", 24_400);
    timers.pass(500);
    expect(messages).toEqual([]);
    await expect(bus.request(feedStatusRequest(), new Uint8Array(0))).rejects.toMatchObject({
      code: "server.unavailable",
    });
  });
});

describe("publisher", () => {
  it("splits a turn of 700 packets into messages below 60 kB, none lost or doubled", () => {
    const universe = fakeUniverse();
    const contracts = universe.instruments.filter((instrument) => instrument.expiry !== null);
    const instruments = Array.from({ length: 700 }, (_, i) => ({
      ...contracts[i % contracts.length]!,
      token: (1_000 + i) * 256 + 2,
    }));
    const table = createMarketTable({ ...universe, instruments });
    instruments.forEach((instrument, row) => {
      table.words[row * ROW_WORDS] = instrument.token;
      markDirty(table, row);
    });
    const bus = createLocalBus();
    const messages: Uint8Array[] = [];
    bus.subscribe(quotesSubject(), (payload) => messages.push(payload));
    const publisher = createPublisher(bus, table, 5);
    expect(publisher.flush(1)).toBe(700);
    expect(Math.max(...messages.map((message) => message.length))).toBeLessThan(60_000);
    const tokens = messages.flatMap((message) =>
      quotes(message).packets.map((packet) => decodeQuotePacket(packet)?.instrumentToken),
    );
    expect(tokens).toEqual(instruments.map((instrument) => instrument.token));
    expect(messages.map((message) => quotes(message).trailer.sequence)).toEqual([1, 2, 3]);
    expect(publisher.flush(2)).toBe(0);
  });

  it("are taken once: a row marked twice is one packet, and marks are gone after a flush", () => {
    const table = createMarketTable(fakeUniverse());
    markDirty(table, 3);
    markDirty(table, 3);
    markDirty(table, 1);
    expect([table.dirtyCount, ...table.dirtyRows.subarray(0, 2)]).toEqual([2, 3, 1]);
  });
});
