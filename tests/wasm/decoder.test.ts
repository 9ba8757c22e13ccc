import { beforeAll, describe, expect, test } from "vitest";
import { isKnownSegment, tokenOf } from "#domain/units/segments.ts";
import * as layout from "#protocol/generated/layout.ts";
import { readQuoteFull } from "#protocol/generated/records.ts";
import {
  encodeBars,
  encodeChain,
  encodeIndexQuote,
  encodePing,
  encodeQuote,
  encodeQuotes,
  encodeText,
  truncateQuote,
} from "#protocol/wire/codec.ts";
import type { Decoder, DecoderOptions } from "#wasm/decoder.ts";
import { createReferenceDecoder } from "#wasm/reference-decoder.ts";
import { createDecoder } from "#wasm/wasm-decoder.ts";
import {
  BAR_ROW_WORDS,
  BAR_TIME_DOUBLE,
  BAR_WORD,
  CHAIN_ROW_WORDS,
  CHAIN_SIDE_WORD,
  CHAIN_WORD,
  DEPTH_WORDS,
  QUOTE_WORD,
  ROW_WORDS,
} from "#wasm/words.ts";
import { KITE_FULL_PACKET, KITE_FULL_PUBLISHED, KITE_QUOTE_PACKET } from "../fixtures/kite-packets.ts";
import {
  bars,
  chainRoot,
  chainRows,
  createRandom,
  QUOTE_SIZES,
  quotePacket,
  wireChainRows,
} from "../support/relay/wire-samples.ts";
import { loadWasm } from "../support/wasm.ts";

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await loadWasm();
});

const TOKEN = 408065;
const STAMP = { epoch: 9, sequence: 42, serverTime: 1_795_000_000_000.5 };

const batch = (...packets: Uint8Array[]): Uint8Array =>
  encodeQuotes(packets, STAMP.epoch, STAMP.sequence, STAMP.serverTime);

function rowWords(decoder: Decoder, token: number): Int32Array {
  const row = decoder.rowOf(token);
  return decoder.words.slice(row * ROW_WORDS, (row + 1) * ROW_WORDS);
}

/** Dirty rows with the words that changed, as takeDirty reports them. */
function taken(decoder: Decoder): [row: number, words: number[]][] {
  const rows = new Uint32Array(64);
  const masks = new Uint32Array(128);
  const count = decoder.takeDirty(rows, masks);
  return Array.from({ length: count }, (_, i) => {
    const words = Array.from({ length: ROW_WORDS }, (_, word) => word).filter(
      (word) => (masks[i * 2 + (word >> 5)]! >>> (word & 31)) & 1,
    );
    return [rows[i]!, words];
  });
}

describe.each([
  ["WebAssembly", (options?: DecoderOptions) => createDecoder(module, options)],
  ["TypeScript", (options?: DecoderOptions) => createReferenceDecoder(options)],
])("the %s decoder", (_, create) => {
  test("merges Kite's published full packet field by field", () => {
    const decoder = create();
    decoder.acquire(TOKEN);
    const result = decoder.decode(batch(KITE_FULL_PACKET));
    expect(result).toEqual({ id: 2, code: 1, ...STAMP, packets: 1, skipped: 0, unknown: 0 });
    const words = rowWords(decoder, TOKEN);
    const published = KITE_FULL_PUBLISHED;
    const paise = (word: number): number => words[word]! / 100;
    expect(words[QUOTE_WORD.token]).toBe(TOKEN);
    expect(paise(QUOTE_WORD.lastPrice)).toBe(published.last_price);
    expect(words[QUOTE_WORD.lastQuantity]).toBe(published.last_quantity);
    expect(paise(QUOTE_WORD.averagePrice)).toBe(published.average_price);
    expect(words[QUOTE_WORD.volume]).toBe(published.volume);
    expect(words[QUOTE_WORD.buyQuantity]).toBe(published.buy_quantity);
    expect(words[QUOTE_WORD.sellQuantity]).toBe(published.sell_quantity);
    expect([QUOTE_WORD.open, QUOTE_WORD.high, QUOTE_WORD.low, QUOTE_WORD.close].map(paise)).toEqual(
      Object.values(published.ohlc),
    );
    expect(words[QUOTE_WORD.lastTradeTime]! * 1000).toBe(Date.parse(published.last_trade_time));
    expect(words[QUOTE_WORD.exchangeTime]! * 1000).toBe(Date.parse(published.timestamp));
    const level = (start: number, n: number) => ({
      quantity: words[start + n * DEPTH_WORDS],
      price: paise(start + n * DEPTH_WORDS + 1),
      orders: words[start + n * DEPTH_WORDS + 2],
    });
    for (let n = 0; n < 5; n += 1) {
      expect(level(QUOTE_WORD.buy, n)).toEqual(published.depth.buy[n]);
      expect(level(QUOTE_WORD.sell, n)).toEqual(published.depth.sell[n]);
    }
    expect(words[QUOTE_WORD.lastSize]).toBe(184);
    expect(words[QUOTE_WORD.sequence]).toBe(STAMP.sequence);
  });

  test("merges Kite's published quote packet over it, leaving times, OI and depth alone", () => {
    const decoder = create();
    decoder.acquire(TOKEN);
    decoder.decode(batch(KITE_FULL_PACKET));
    const before = rowWords(decoder, TOKEN);
    decoder.decode(encodeQuote(KITE_QUOTE_PACKET, 9, 43, 0));
    const after = rowWords(decoder, TOKEN);
    expect(after.subarray(11, 46)).toEqual(before.subarray(11, 46));
    const view = new DataView(KITE_QUOTE_PACKET.buffer, KITE_QUOTE_PACKET.byteOffset);
    for (let word = 0; word < 11; word += 1) expect(after[word]).toBe(view.getInt32(word * 4));
    expect(after[QUOTE_WORD.lastSize]).toBe(44);
    expect(after[QUOTE_WORD.sequence]).toBe(43);
  });

  test("turns every word of a full packet around, and keeps padding out of the depth", () => {
    const random = createRandom(11);
    const decoder = create();
    decoder.acquire(TOKEN);
    for (let n = 0; n < 200; n += 1) {
      const packet = quotePacket(random, TOKEN, 184);
      // Padding is no sender's business but must not leak into the orders either.
      packet[QUOTE_WORD.buy * 4 + layout.DEPTH_ENTRY_PADDING] = 0xff;
      decoder.decode(batch(packet));
      const words = rowWords(decoder, TOKEN);
      const record = readQuoteFull(new DataView(packet.buffer), 0);
      const { buy, sell, ...mini } = record;
      const depth = [...buy, ...sell].flatMap((entry) => [entry.quantity, entry.price, entry.orders]);
      expect([...words.subarray(0, 46)]).toEqual(
        [...Object.values(mini), ...depth].map((value) => value | 0),
      );
    }
  });

  test("knows an index's order of high, low and open, and the places of ltp packets", () => {
    const token = 256265;
    const index = encodeIndexQuote({
      token,
      lastPrice: 1,
      high: 2,
      low: 3,
      open: 4,
      close: 5,
      change: -4,
      exchangeTime: 6,
    });
    const decoder = create();
    decoder.acquire(token);
    decoder.decode(batch(index));
    const expected = new Int32Array(ROW_WORDS);
    expected.set([token, 1], QUOTE_WORD.token);
    expected.set([4, 2, 3, 5], QUOTE_WORD.open);
    expected[QUOTE_WORD.exchangeTime] = 6;
    expected[QUOTE_WORD.lastSize] = 32;
    expected[QUOTE_WORD.sequence] = STAMP.sequence;
    expect(rowWords(decoder, token)).toEqual(expected);

    const later = encodeIndexQuote({
      token,
      lastPrice: 11,
      high: 12,
      low: 13,
      open: 14,
      close: 15,
      change: -4,
      exchangeTime: 16,
    });
    decoder.decode(batch(truncateQuote(later, "ltp")));
    expected[QUOTE_WORD.lastPrice] = 11;
    expected[QUOTE_WORD.close] = 15;
    expected[QUOTE_WORD.lastSize] = 12;
    expect(rowWords(decoder, token)).toEqual(expected);

    decoder.decode(batch(later.subarray(0, 28)));
    expected.set([14, 12, 13, 15], QUOTE_WORD.open);
    expected[QUOTE_WORD.lastSize] = 28;
    expect(rowWords(decoder, token)).toEqual(expected);

    decoder.decode(batch(index.subarray(0, 8)));
    expected[QUOTE_WORD.lastPrice] = 1;
    expected[QUOTE_WORD.lastSize] = 8;
    expect(rowWords(decoder, token)).toEqual(expected);
  });

  test("skips malformed records and unknown tokens, counts them, and takes the rest", () => {
    const random = createRandom(3);
    const decoder = create();
    decoder.acquire(514);
    const message = batch(
      new Uint8Array(0),
      quotePacket(random, 514, 13),
      quotePacket(random, 770, 64),
      quotePacket(random, 0, 64),
      quotePacket(random, 514, 300),
      quotePacket(random, 514, 12),
    );
    expect(decoder.decode(message)).toMatchObject({ code: 1, packets: 1, skipped: 5, unknown: 1 });
    expect(rowWords(decoder, 514)[QUOTE_WORD.lastSize]).toBe(12);
    expect(decoder.rowOf(770)).toBe(-1);
    expect(decoder.stats()).toEqual({ messages: 1, packets: 1, skipped: 5, unknown: 1, refused: 0 });
  });

  test("skips and counts packets of segments whose prices have no divisor, alone and in a batch", () => {
    const random = createRandom(5);
    const decoder = create();
    for (let segment = 0; segment < 256; segment += 1) {
      const token = tokenOf(7, segment);
      decoder.acquire(token);
      const isKnown = isKnownSegment(token);
      const wanted = isKnown
        ? { packets: 1, skipped: 0, unknown: 0 }
        : { packets: 0, skipped: 1, unknown: 0 };
      for (const size of QUOTE_SIZES) {
        const packet = quotePacket(random, token, size);
        expect(decoder.decode(batch(packet)), `segment ${segment}`).toMatchObject(wanted);
        const { epoch, sequence, serverTime } = STAMP;
        expect(decoder.decode(encodeQuote(packet, epoch, sequence, serverTime))).toMatchObject(wanted);
      }
      expect(rowWords(decoder, token)[QUOTE_WORD.lastSize]! > 0).toBe(isKnown);
    }
  });

  test("refuses broken messages by code and merges nothing of them", () => {
    const random = createRandom(4);
    const decoder = create();
    decoder.acquire(514);
    const good = batch(quotePacket(random, 514, 184), quotePacket(random, 514, 12));
    for (let length = 0; length < good.length; length += 1) {
      const { code } = decoder.decode(good.subarray(0, length));
      expect(code).toBe(length === 0 ? layout.DECODE_EMPTY : layout.DECODE_TRUNCATED);
    }
    const longer = new Uint8Array(good.length + 1);
    longer.set(good);
    expect(decoder.decode(longer).code).toBe(layout.DECODE_BAD_LENGTH);
    expect(decoder.decode(new Uint8Array([4, 0, 0])).code).toBe(layout.DECODE_UNKNOWN_ID);
    expect(decoder.decode(new Uint8Array(1 + 20 + 16).fill(1, 0, 1)).code).toBe(layout.DECODE_BAD_LENGTH);
    expect(decoder.decode(new Uint8Array(decoder.input.length + 1)).code).toBe(layout.DECODE_TOO_LARGE);
    expect(rowWords(decoder, 514)[QUOTE_WORD.lastSize]).toBe(0);
    expect(taken(decoder)).toEqual([]);
    expect(decoder.decode(good)).toMatchObject({ code: 2, packets: 2 });
  });

  test("takes a message of the whole input region", () => {
    const random = createRandom(5);
    const decoder = create();
    const packets = Array.from({ length: 5_600 }, (_, i) => quotePacket(random, (i + 1) * 256 + 1, 184));
    for (let i = 0; i < packets.length; i += 1) decoder.acquire((i + 1) * 256 + 1);
    const message = batch(...packets);
    expect(message.length).toBeGreaterThan(decoder.input.length - 8_000);
    expect(decoder.decode(message).packets).toBe(5_600);
    expect(rowWords(decoder, 5_600 * 256 + 1)[QUOTE_WORD.lastSize]).toBe(184);
  });

  test("decodes a message that was written into its input region without copying it", () => {
    const decoder = create();
    decoder.acquire(TOKEN);
    const message = batch(KITE_FULL_PACKET);
    decoder.input.set(message);
    expect(decoder.decode(decoder.input.subarray(0, message.length)).packets).toBe(1);
    // A message elsewhere in the region is moved to its start first.
    decoder.input.fill(0);
    decoder.input.set(message, 100);
    expect(decoder.decode(decoder.input.subarray(100, 100 + message.length)).packets).toBe(1);
  });

  test("lays out an option chain as little-endian words", () => {
    const random = createRandom(6);
    const rows = chainRows(random, 120);
    const root = chainRoot(random);
    const decoder = create();
    const result = decoder.decode(encodeChain(root, wireChainRows(rows), STAMP));
    expect(result).toEqual({ id: 3, code: 120, ...STAMP, packets: 0, skipped: 0, unknown: 0 });
    expect(decoder.chain.count).toBe(120);
    expect(decoder.chain.root()).toEqual({ ...root, rowCount: 120, rowLength: layout.CHAIN_ROW_SIZE });
    const { words, floats } = decoder.chain;
    rows.forEach((row, i) => {
      const at = i * CHAIN_ROW_WORDS;
      expect(words[at + CHAIN_WORD.strike]).toBe(row.strike);
      expect(words[at + CHAIN_WORD.indexAndPreviousIv]! & 0xffff).toBe(row.index);
      expect(words[at + CHAIN_WORD.indexAndPreviousIv]! >>> 16).toBe(row.previousIv);
      for (const side of ["call", "put"] as const) {
        const { iv, ...whole } = row[side];
        const base = at + CHAIN_WORD[side];
        expect(floats[base + CHAIN_SIDE_WORD.iv]).toBe(iv);
        for (const [name, value] of Object.entries(whole)) {
          expect(words[base + CHAIN_SIDE_WORD[name as keyof typeof CHAIN_SIDE_WORD]]).toBe(value | 0);
        }
      }
    });
    decoder.decode(batch());
    expect(decoder.chain.count).toBe(0);
  });

  test("steps over what a newer relay appends to blocks and rows", () => {
    const random = createRandom(8);
    const rows = chainRows(random, 5);
    const wire = wireChainRows(rows);
    const now = encodeChain(chainRoot(random), wire, STAMP);
    const decoder = create();
    decoder.decode(now);
    const expected = decoder.chain.words.slice(0, 5 * CHAIN_ROW_WORDS);
    const known = layout.HEADER_SIZE + layout.CHAIN_ROOT_SIZE;
    const longRow = layout.CHAIN_ROW_SIZE + 12;
    const later = new Uint8Array(known + 16 + 5 * longRow);
    later.set(now.subarray(0, known));
    const view = new DataView(later.buffer);
    view.setUint16(layout.HEADER_BLOCK_LENGTH, layout.CHAIN_ROOT_SIZE + 16);
    view.setUint16(layout.HEADER_SIZE + layout.CHAIN_ROOT_ROW_LENGTH, longRow);
    for (let i = 0; i < 5; i += 1) {
      later.set(
        wire.subarray(i * layout.CHAIN_ROW_SIZE, (i + 1) * layout.CHAIN_ROW_SIZE),
        known + 16 + i * longRow,
      );
    }
    decoder.chain.words.fill(0);
    expect(decoder.decode(later).code).toBe(5);
    expect(decoder.chain.words.subarray(0, 5 * CHAIN_ROW_WORDS)).toEqual(expected);
    view.setUint16(layout.HEADER_SIZE + layout.CHAIN_ROOT_ROW_LENGTH, layout.CHAIN_ROW_SIZE - 4);
    expect(decoder.decode(later).code).toBe(layout.DECODE_BAD_LENGTH);
  });

  test("lays out running bars, their times as doubles", () => {
    const rows = bars(createRandom(9), 7);
    const decoder = create();
    expect(decoder.decode(encodeBars(rows, STAMP))).toMatchObject({ id: 101, code: 7, ...STAMP, packets: 0 });
    expect(decoder.bars.count).toBe(7);
    rows.forEach((row, i) => {
      const { barTime, ...whole } = row;
      expect(decoder.bars.doubles[(i * BAR_ROW_WORDS) / 2 + BAR_TIME_DOUBLE]).toBe(barTime);
      for (const [name, value] of Object.entries(whole)) {
        expect(decoder.bars.words[i * BAR_ROW_WORDS + BAR_WORD[name as keyof typeof BAR_WORD]]).toBe(
          value | 0,
        );
      }
    });
  });

  test("reads a ping, and checks the lengths of packets it leaves to the codec", () => {
    const decoder = create();
    const ping = { marketTime: 1, marketSpeed: 60, intervalMs: 2000, feedAgeMs: 5 };
    expect(decoder.decode(encodePing(ping, STAMP))).toMatchObject({ id: 253, code: 0, ...STAMP });
    expect(decoder.ping()).toEqual(ping);
    const event = encodeText(8, { a: 1 }, STAMP);
    expect(decoder.decode(event)).toMatchObject({ id: 8, code: 0, ...STAMP });
    expect(decoder.decode(event.subarray(0, event.length - 1)).code).toBe(layout.DECODE_TRUNCATED);
  });

  describe("dirty rows", () => {
    test("name the words that changed since they were taken, however many messages it took", () => {
      const decoder = create();
      decoder.acquire(258);
      const row = decoder.acquire(TOKEN);
      expect(taken(decoder)).toEqual([]);
      decoder.decode(batch(KITE_FULL_PACKET));
      const first = taken(decoder);
      expect(first).toHaveLength(1);
      expect(first[0]![0]).toBe(row);
      // Whatever was not zero changed, and the size; the token stood there since `acquire`.
      const words = rowWords(decoder, TOKEN);
      const nonzero = [...words.keys()].filter((word) => words[word] !== 0 && word !== 0 && word !== 47);
      expect(first[0]![1]).toEqual(nonzero);

      decoder.decode(batch(KITE_FULL_PACKET));
      expect(taken(decoder)).toEqual([]);

      const next = KITE_FULL_PACKET.slice();
      const view = new DataView(next.buffer);
      for (const word of [1, 31, 44]) view.setUint32(word * 4, 99);
      decoder.decode(batch(next));
      view.setUint16(QUOTE_WORD.sell * 4 + 4 * layout.DEPTH_ENTRY_SIZE + layout.DEPTH_ENTRY_ORDERS, 77);
      decoder.decode(batch(next));
      expect(taken(decoder)).toEqual([[row, [1, 31, 44, 45]]]);
      expect(taken(decoder)).toEqual([]);
    });

    test("each single word of a full packet has its own bit", () => {
      const decoder = create();
      const row = decoder.acquire(TOKEN);
      decoder.decode(batch(KITE_FULL_PACKET));
      taken(decoder);
      for (let word = 1; word < 46; word += 1) {
        const packet = KITE_FULL_PACKET.slice();
        packet[word * 4 + (word >= 16 && (word - 16) % 3 === 2 ? 0 : 3)]! ^= 0x40;
        decoder.decode(batch(packet));
        expect(taken(decoder)).toEqual([[row, [word]]]);
        decoder.decode(batch(KITE_FULL_PACKET));
        expect(taken(decoder)).toEqual([[row, [word]]]);
      }
    });

    test.each(QUOTE_SIZES)("a packet of %i bytes reports exactly the words it changed", (size) => {
      const random = createRandom(size);
      const decoder = create();
      const row = decoder.acquire(TOKEN);
      decoder.decode(batch(quotePacket(random, TOKEN, size)));
      taken(decoder);
      for (let n = 0; n < 50; n += 1) {
        const before = rowWords(decoder, TOKEN);
        decoder.decode(batch(quotePacket(random, TOKEN, size)));
        const after = rowWords(decoder, TOKEN);
        const changed = [...after.keys()].filter(
          (word) => word !== QUOTE_WORD.sequence && after[word] !== before[word],
        );
        expect(taken(decoder)).toEqual([[row, changed]]);
      }
    });

    test("a first packet shows even when all its values are zero", () => {
      const decoder = create();
      const row = decoder.acquire(514);
      const packet = new Uint8Array(184);
      new DataView(packet.buffer).setUint32(0, 514);
      decoder.decode(batch(packet));
      expect(taken(decoder)).toEqual([[row, [QUOTE_WORD.lastSize]]]);
    });

    test("rows that find no room in the list stay dirty for the next one", () => {
      const random = createRandom(12);
      const decoder = create();
      const tokens = Array.from({ length: 100 }, (_, i) => (i + 1) * 256 + 2);
      for (const token of tokens) decoder.acquire(token);
      decoder.decode(batch(...tokens.map((token) => quotePacket(random, token, 12))));
      const list = new Uint32Array(33);
      const seen: number[] = [];
      for (let count = decoder.takeDirty(list); count > 0; count = decoder.takeDirty(list)) {
        seen.push(...list.subarray(0, count));
      }
      expect(seen).toEqual(tokens.map((token) => decoder.rowOf(token)));
    });

    test("without tracking every packet makes its row dirty and masks stay empty", () => {
      const decoder = create({ tracking: false });
      const row = decoder.acquire(TOKEN);
      decoder.decode(batch(KITE_FULL_PACKET));
      expect(taken(decoder)).toEqual([[row, []]]);
      decoder.decode(batch(KITE_FULL_PACKET));
      expect(taken(decoder)).toEqual([[row, []]]);
      const tracked = create();
      tracked.acquire(TOKEN);
      tracked.decode(batch(KITE_FULL_PACKET));
      expect(rowWords(decoder, TOKEN)).toEqual(rowWords(tracked, TOKEN));
    });
  });

  describe("rows", () => {
    test("are shared by everyone who acquires a token and evicted with the last release", () => {
      const decoder = create();
      const row = decoder.acquire(TOKEN);
      expect(decoder.acquire(TOKEN)).toBe(row);
      decoder.decode(batch(KITE_FULL_PACKET));
      decoder.release(TOKEN);
      expect(decoder.rowOf(TOKEN)).toBe(row);
      expect(rowWords(decoder, TOKEN)[QUOTE_WORD.lastSize]).toBe(184);
      decoder.release(TOKEN);
      expect(decoder.rowOf(TOKEN)).toBe(-1);
      expect(decoder.decode(batch(KITE_FULL_PACKET))).toMatchObject({ packets: 0, unknown: 1 });
      decoder.release(TOKEN);
      expect(decoder.acquire(514)).toBe(row);
      expect([...rowWords(decoder, 514)]).toEqual([514, ...new Array(47).fill(0)]);
      expect(taken(decoder)).toEqual([]);
    });

    test("token 0 is no instrument, and tokens use all 32 bits", () => {
      const decoder = create();
      expect(decoder.acquire(0)).toBe(-1);
      expect(decoder.rowOf(0)).toBe(-1);
      decoder.release(0);
      const row = decoder.acquire(0xffffff02);
      expect(row).toBeGreaterThanOrEqual(0);
      expect(decoder.rowOf(0xffffff02)).toBe(row);
      expect(decoder.decode(batch(quotePacket(createRandom(1), 0xffffff02, 64))).packets).toBe(1);
    });

    test("run out at 65,536, say so with -1, and come back with releases", () => {
      const decoder = create();
      const rows = new Set<number>();
      for (let i = 1; i <= layout.ROW_CAPACITY; i += 1) rows.add(decoder.acquire(i * 256 + 2));
      expect(rows.size).toBe(layout.ROW_CAPACITY);
      expect(Math.max(...[...rows].slice(-10))).toBe(layout.ROW_CAPACITY - 1);
      expect(decoder.acquire(3)).toBe(-1);
      expect(decoder.rowOf(3)).toBe(-1);
      // A token that has a row can still be acquired.
      expect(decoder.acquire(256 + 2)).toBe(0);
      decoder.release(777 * 256 + 2);
      expect(decoder.acquire(3)).toBe(776);
      expect(decoder.acquire(5)).toBe(-1);
      let found = 0;
      for (let i = 1; i <= layout.ROW_CAPACITY; i += 1) if (decoder.rowOf(i * 256 + 2) === i - 1) found += 1;
      expect(found).toBe(layout.ROW_CAPACITY - 1);
    });

    test("are found through any history of acquiring and releasing", () => {
      const random = createRandom(13);
      const decoder = create();
      const counts = new Map<number, number>();
      const rowOf = new Map<number, number>();
      // Few distinct tokens with neighbouring hashes: chains form, are cut and close up again.
      const token = (): number => (1 + random(3_000)) * 256 + 2;
      for (let n = 0; n < 60_000; n += 1) {
        const t = token();
        const count = counts.get(t) ?? 0;
        if (random(2) === 0) {
          const row = decoder.acquire(t);
          if (count > 0) expect(row).toBe(rowOf.get(t));
          counts.set(t, count + 1);
          rowOf.set(t, row);
        } else {
          decoder.release(t);
          counts.set(t, Math.max(0, count - 1));
        }
      }
      const live = [...counts].filter(([, count]) => count > 0).map(([t]) => t);
      expect(new Set(live.map((t) => decoder.rowOf(t))).size).toBe(live.length);
      for (const [t, count] of counts) expect(decoder.rowOf(t)).toBe(count > 0 ? rowOf.get(t) : -1);
    });
  });
});

test("the module imports nothing and its memory cannot grow", () => {
  expect(WebAssembly.Module.imports(module)).toEqual([]);
  const { memory } = new WebAssembly.Instance(module, {}).exports as { memory: WebAssembly.Memory };
  expect(() => memory.grow(1)).toThrow();
});
