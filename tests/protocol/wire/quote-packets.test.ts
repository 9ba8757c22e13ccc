import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SEGMENT, tokenOf } from "#domain/units/segments.ts";
import { toWirePrice } from "#domain/units/tick.ts";
import * as layout from "#protocol/generated/layout.ts";
import { type QuoteFull, readQuoteFull } from "#protocol/generated/records.ts";
import {
  decodeMessage,
  decodeQuotePacket,
  encodeFullQuote,
  encodeIndexQuote,
  encodeQuote,
  encodeQuotes,
  splitPackets,
  truncateQuote,
} from "#protocol/wire/codec.ts";
import {
  KITE_FULL_PACKET,
  KITE_FULL_PUBLISHED,
  KITE_QUOTE_PACKET,
  KITE_QUOTE_PUBLISHED,
} from "../../fixtures/kite-packets.ts";
import { createRandom, QUOTE_SIZES, quotePacket } from "../../support/relay/wire-samples.ts";

describe("Kite's published packets", () => {
  test("the full packet decodes to the published values", () => {
    const quote = decodeQuotePacket(KITE_FULL_PACKET);
    const published = KITE_FULL_PUBLISHED;
    expect(quote).toEqual({
      tradable: true,
      mode: "full",
      instrumentToken: published.instrument_token,
      tickSize: 0.01,
      lastPrice: published.last_price,
      ohlc: published.ohlc,
      change: published.change,
      timestamp: Date.parse(published.timestamp),
      volume: published.volume,
      averagePrice: published.average_price,
      lastTradeQuantity: published.last_quantity,
      totalBuyQuantity: published.buy_quantity,
      totalSellQuantity: published.sell_quantity,
      openInterest: published.oi,
      oiDayHigh: published.oi_day_high,
      oiDayLow: published.oi_day_low,
      lastTradeTime: Date.parse(published.last_trade_time),
      depth: published.depth,
    });
  });

  test("the quote packet decodes to the published values, and to null where it carries nothing", () => {
    const published = KITE_QUOTE_PUBLISHED;
    expect(decodeQuotePacket(KITE_QUOTE_PACKET)).toEqual({
      tradable: true,
      mode: "mini",
      instrumentToken: published.instrument_token,
      tickSize: 0.01,
      lastPrice: published.last_price,
      ohlc: published.ohlc,
      change: 5.35,
      timestamp: null,
      volume: published.volume,
      averagePrice: published.average_price,
      lastTradeQuantity: published.last_quantity,
      totalBuyQuantity: published.buy_quantity,
      totalSellQuantity: published.sell_quantity,
      openInterest: null,
      oiDayHigh: null,
      oiDayLow: null,
      lastTradeTime: null,
      depth: null,
    });
  });

  const mocks = "../shared/data/kite-mocks";
  test.skipIf(!existsSync(mocks))("the fixtures are the published files", () => {
    const published = (name: string): Uint8Array =>
      new Uint8Array(Buffer.from(readFileSync(`${mocks}/${name}.packet`, "utf8"), "base64"));
    expect(KITE_FULL_PACKET).toEqual(published("ticker_full"));
    expect(KITE_QUOTE_PACKET).toEqual(published("ticker_quote"));
    const {
      mode: _mode,
      tradable: _tradable,
      change: _change,
      ...rest
    } = JSON.parse(readFileSync(`${mocks}/ticker_quote.json`, "utf8"));
    expect(rest).toEqual(KITE_QUOTE_PUBLISHED);
  });
});

const SEGMENTS = Object.values(SEGMENT);
const DIVISORS: Record<number, number> = { [SEGMENT.CDS]: 1e7, [SEGMENT.BCD]: 1e4, [SEGMENT.NCO]: 1e4 };
const tickOf = (segment: number): number =>
  segment === SEGMENT.CDS || segment === SEGMENT.BCD ? 0.0025 : 0.01;

/** Ticks that fit an i32 at the segment's divisor; the currency divisor of 1e7 ends at 214 rupees. */
function priceIn(segment: number): fc.Arbitrary<number> {
  const perRupee = Math.round(1 / tickOf(segment));
  const limit = Math.floor((0x7fffffff / (DIVISORS[segment] ?? 100)) * perRupee);
  return fc.integer({ min: 0, max: limit }).map((ticks) => ticks / perRupee);
}

const u32 = fc.integer({ min: 0, max: 0xffffffff });

const inRupees = fc.constantFrom(...SEGMENTS.filter((s) => s !== SEGMENT.INDICES)).chain((segment) => {
  const price = priceIn(segment);
  const level = fc.record({ quantity: u32, price, orders: fc.integer({ min: 0, max: 0xffff }) });
  return fc.record({
    token: fc.integer({ min: 1, max: 0xffffff }).map((n) => tokenOf(n, segment)),
    segment: fc.constant(segment),
    prices: fc.tuple(price, price, price, price, price, price),
    counts: fc.tuple(u32, u32, u32, u32, u32, u32, u32),
    seconds: fc.tuple(fc.integer({ min: 1, max: 0xffffffff }), fc.integer({ min: 1, max: 0xffffffff })),
    buy: fc.array(level, { minLength: 5, maxLength: 5 }),
    sell: fc.array(level, { minLength: 5, maxLength: 5 }),
  });
});

test("[LIVE-19, LIVE-20, LIVE-21] every size carries prices of every segment without loss at tick precision", () => {
  fc.assert(
    fc.property(inRupees, ({ token, segment, prices, counts, seconds, buy, sell }) => {
      const divisor = DIVISORS[segment] ?? 100;
      const wire = (price: number): number => toWirePrice(price, divisor);
      const levels = (side: typeof buy) =>
        side.map((level) => ({ ...level, price: wire(level.price), padding: 0 }));
      const [lastPrice, averagePrice, open, high, low, close] = prices;
      const [lastQuantity, volume, buyQuantity, sellQuantity, oi, oiDayHigh, oiDayLow] = counts;
      const full = encodeFullQuote({
        token,
        lastPrice: wire(lastPrice),
        lastQuantity,
        averagePrice: wire(averagePrice),
        volume,
        buyQuantity,
        sellQuantity,
        open: wire(open),
        high: wire(high),
        low: wire(low),
        close: wire(close),
        lastTradeTime: seconds[0],
        oi,
        oiDayHigh,
        oiDayLow,
        exchangeTime: seconds[1],
        buy: levels(buy),
        sell: levels(sell),
      });
      const common = { tradable: true, instrumentToken: token, tickSize: tickOf(segment), lastPrice };
      const mini = {
        ohlc: { open, high, low, close },
        volume,
        averagePrice,
        lastTradeQuantity: lastQuantity,
        totalBuyQuantity: buyQuantity,
        totalSellQuantity: sellQuantity,
        openInterest: oi,
        oiDayHigh,
        oiDayLow,
        lastTradeTime: seconds[0] * 1000,
        timestamp: seconds[1] * 1000,
      };
      expect(decodeQuotePacket(full)).toMatchObject({
        ...common,
        ...mini,
        mode: "full",
        depth: { buy, sell },
      });
      expect(decodeQuotePacket(truncateQuote(full, "mini"))).toMatchObject({
        ...common,
        ...mini,
        mode: "mini",
        depth: null,
      });
      expect(decodeQuotePacket(truncateQuote(full, "ltp"))).toMatchObject({
        ...common,
        mode: "ltp",
        ohlc: { open: null, high: null, low: null, close },
        volume: null,
      });
      // Kite's own forms.
      expect(decodeQuotePacket(full.subarray(0, 44))).toMatchObject({
        ...common,
        mode: "mini",
        ohlc: mini.ohlc,
        volume,
        openInterest: null,
      });
      expect(decodeQuotePacket(full.subarray(0, 8))).toMatchObject({ ...common, mode: "ltp", change: null });
    }),
    { numRuns: 300 },
  );
});

test("[LIVE-21] a currency price off its tick is rounded to 0.0025, any other to 0.01", () => {
  const quote = (token: number, lastPrice: number): number | undefined => {
    const bytes = new Uint8Array(12);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, token);
    view.setInt32(4, lastPrice);
    return decodeQuotePacket(bytes)?.lastPrice;
  };
  expect(quote(tokenOf(100, SEGMENT.CDS), 885_164_000)).toBe(88.5175);
  expect(quote(tokenOf(100, SEGMENT.BCD), 885_164)).toBe(88.5175);
  expect(quote(tokenOf(100, SEGMENT.NFO), 12_345)).toBe(123.45);
});

test("an index is not tradable, and its packet keeps high, low and open in their own order", () => {
  const packet = encodeIndexQuote({
    token: 256265,
    lastPrice: 2_420_050,
    high: 2_430_000,
    low: 2_410_000,
    open: 2_415_000,
    close: 2_418_000,
    change: 2_050,
    exchangeTime: 1_795_000_000,
  });
  expect(decodeQuotePacket(packet)).toMatchObject({
    tradable: false,
    mode: "full",
    lastPrice: 24_200.5,
    ohlc: { open: 24_150, high: 24_300, low: 24_100, close: 24_180 },
    change: 20.5,
    timestamp: 1_795_000_000_000,
  });
  expect(decodeQuotePacket(packet.subarray(0, 28))).toMatchObject({
    mode: "mini",
    timestamp: null,
    change: 20.5,
  });
  expect(truncateQuote(packet, "full")).toBe(packet);
  expect(truncateQuote(packet, "mini")).toBe(packet);
  expect(decodeQuotePacket(truncateQuote(packet, "ltp"))).toMatchObject({
    mode: "ltp",
    lastPrice: 24_200.5,
    ohlc: { close: 24_180 },
    change: 20.5,
  });
});

test("a length that no quote has decodes to null", () => {
  const sizes = new Set<number>(QUOTE_SIZES);
  for (let size = 0; size < 260; size += 1) {
    const packet = new Uint8Array(size);
    if (size >= 4) packet[3] = SEGMENT.NFO;
    expect(decodeQuotePacket(packet) === null).toBe(!sizes.has(size));
  }
});

test("messages of quotes give back their packets and trailer", () => {
  const random = createRandom(7);
  const packets = QUOTE_SIZES.map((size, i) => quotePacket(random, (i + 1) * 256 + 2, size));
  const message = decodeMessage(encodeQuotes(packets, 3, 0xffffffff, 1_795_000_000_123.5));
  expect(message).toMatchObject({
    kind: "quotes",
    id: layout.ID_QUOTE_BATCH,
    skipped: 0,
    trailer: { epoch: 3, sequence: 0xffffffff, serverTime: 1_795_000_000_123.5 },
  });
  expect("packets" in message && message.packets).toEqual(packets);
  for (const packet of packets) {
    const one = decodeMessage(encodeQuote(packet, 1, 2, 3));
    expect(one).toMatchObject({ kind: "quotes", id: layout.ID_QUOTE, trailer: { epoch: 1, sequence: 2 } });
    expect("packets" in one && one.packets).toEqual([packet]);
  }
  expect(() =>
    encodeQuotes(
      Array.from({ length: 65_536 }, () => packets[0]!),
      0,
      0,
      0,
    ),
  ).toThrow(RangeError);
});

test("a message of Kite's own feed splits into its packets", () => {
  const random = createRandom(8);
  const packets = [quotePacket(random, 408065, 44), quotePacket(random, 256265, 28)];
  const batch = encodeQuotes(packets, 0, 0, 0);
  const kite = batch.subarray(1, batch.length - layout.QUOTE_TRAILER_SIZE);
  expect(splitPackets(kite)).toEqual(packets);
  expect(splitPackets(kite.subarray(0, kite.length - 1))).toEqual({ error: layout.DECODE_TRUNCATED });
  // Kite's heartbeat is a single byte.
  expect(splitPackets(new Uint8Array(1))).toEqual({ error: layout.DECODE_TRUNCATED });
});

test("encodeFullQuote is the inverse of the generated reader", () => {
  const packet = KITE_FULL_PACKET;
  const record: QuoteFull = readQuoteFull(new DataView(packet.buffer, packet.byteOffset), 0);
  expect(encodeFullQuote(record)).toEqual(packet);
});
