import { describe, expect, test } from "vitest";
import * as layout from "#protocol/generated/layout.ts";
import { readChainRow } from "#protocol/generated/records.ts";
import {
  chainView,
  decodeMessage,
  encodeBars,
  encodeChain,
  encodePing,
  encodeScreener,
  encodeStats,
  encodeText,
  isQuoteSize,
} from "#protocol/wire/codec.ts";
import {
  bars,
  chainRoot,
  chainRows,
  createRandom,
  mutate,
  randomBytes,
  randomMessage,
  SCREENER_ROW,
  STATS_ROOT,
  statsRow,
  wireChainRows,
} from "../../support/relay/wire-samples.ts";

const STAMP = { epoch: 4_000_000_001, sequence: 17, serverTime: 1_795_000_000_000.25 };

describe("round trips", () => {
  test("an option chain gives back its root and every row", () => {
    const random = createRandom(1);
    const rows = chainRows(random, 120);
    const root = chainRoot(random);
    const message = encodeChain(root, wireChainRows(rows), STAMP);
    expect(decodeMessage(message)).toEqual({
      kind: "chain",
      header: { id: 3, version: 1, blockLength: layout.CHAIN_ROOT_SIZE, ...STAMP },
      root: { ...root, rowCount: 120, rowLength: layout.CHAIN_ROW_SIZE },
      rows,
    });
    const view = chainView(message);
    if ("error" in view) throw new Error("refused");
    expect(readChainRow(new DataView(message.buffer), view.rowsOffset + 119 * view.rowLength)).toEqual(
      rows[119],
    );
  });

  test("stats, screener stats, bars and ping give back what went in", () => {
    const random = createRandom(2);
    const stats = [statsRow(random), statsRow(random)];
    expect(decodeMessage(encodeStats(STATS_ROOT, stats, STAMP))).toMatchObject({
      kind: "stats",
      root: STATS_ROOT,
      rows: stats,
    });
    const screened = [SCREENER_ROW, { ...SCREENER_ROW, underlying: 260105 }];
    expect(decodeMessage(encodeScreener(screened, STAMP))).toMatchObject({
      kind: "screener",
      rows: screened,
    });
    const candles = bars(random, 9);
    expect(decodeMessage(encodeBars(candles, STAMP))).toMatchObject({ kind: "bars", rows: candles });
    const ping = {
      marketTime: 1_795_000_000_000,
      marketSpeed: 60,
      intervalMs: 2000,
      feedAgeMs: layout.UNKNOWN_AGE,
    };
    expect(decodeMessage(encodePing(ping, STAMP))).toMatchObject({ kind: "ping", header: STAMP, root: ping });
  });

  test("events carry JSON in any script; a text that is no JSON is handed over as it is", () => {
    const json = { event: "BANNER_UPDATED", etag: "ab", note: "₹ 1,00,000 \u{1f4c8}" };
    for (const id of [6, 8, 9, 10] as const) {
      expect(decodeMessage(encodeText(id, json, STAMP))).toMatchObject({
        kind: "text",
        id,
        header: STAMP,
        json,
      });
    }
    const broken = encodeText(8, json, STAMP);
    broken[layout.HEADER_SIZE + layout.TEXT_ROOT_SIZE] = 0xff;
    const message = decodeMessage(broken);
    expect(message).toMatchObject({ kind: "text", json: undefined });
  });
});

describe("messages of a newer relay", () => {
  test("longer blocks and rows are stepped over by the lengths they state", () => {
    const random = createRandom(3);
    const rows = chainRows(random, 3);
    const now = encodeChain(chainRoot(random), wireChainRows(rows), STAMP);
    const known = layout.HEADER_SIZE + layout.CHAIN_ROOT_SIZE;
    const later = new Uint8Array(known + 8 + 3 * (layout.CHAIN_ROW_SIZE + 4));
    later.set(now.subarray(0, known));
    const view = new DataView(later.buffer);
    view.setUint16(layout.HEADER_BLOCK_LENGTH, layout.CHAIN_ROOT_SIZE + 8);
    view.setUint16(layout.HEADER_SIZE + layout.CHAIN_ROOT_ROW_LENGTH, layout.CHAIN_ROW_SIZE + 4);
    for (let i = 0; i < 3; i += 1) {
      const from = known + i * layout.CHAIN_ROW_SIZE;
      later.set(
        now.subarray(from, from + layout.CHAIN_ROW_SIZE),
        known + 8 + i * (layout.CHAIN_ROW_SIZE + 4),
      );
    }
    expect(decodeMessage(later)).toMatchObject({ kind: "chain", rows });
  });
});

describe("broken messages", () => {
  test("an empty message, an unknown id and impossible lengths have their codes", () => {
    expect(decodeMessage(new Uint8Array(0))).toEqual({ error: layout.DECODE_EMPTY });
    expect(decodeMessage(new Uint8Array([77, 1, 2]))).toEqual({ error: layout.DECODE_UNKNOWN_ID });
    expect(decodeMessage(new Uint8Array(1 + 13 + 16).fill(1, 0, 1))).toEqual({
      error: layout.DECODE_BAD_LENGTH,
    });
    expect(() => encodeChain(chainRoot(createRandom(1)), new Uint8Array(95), STAMP)).toThrow(RangeError);
  });

  test("a message cut at any byte, or one byte longer, is refused", () => {
    const random = createRandom(4);
    for (let n = 0; n < 150; n += 1) {
      const message = randomMessage(random, { tokens: [258, 514], rows: 4 });
      expect(decodeMessage(message)).not.toHaveProperty("error");
      for (let length = 0; length < message.length; length += 1) {
        // Packet 1 has no length of its own but the frame's: cut to another quote's size it cannot be told apart.
        const isQuote = message[0] === layout.ID_QUOTE;
        const couldBe = isQuote && isQuoteSize(length - 1 - layout.QUOTE_TRAILER_SIZE);
        if (!("error" in decodeMessage(message.subarray(0, length))) !== couldBe) {
          expect.fail(`packet ${message[0]} of ${message.length} bytes, cut to ${length}`);
        }
      }
      if (message[0] === layout.ID_QUOTE) continue;
      const longer = new Uint8Array(message.length + 1);
      longer.set(message);
      expect(decodeMessage(longer)).toHaveProperty("error");
    }
  });

  test("mutated and random bytes never throw", () => {
    const random = createRandom(5);
    for (let n = 0; n < 40_000; n += 1) {
      const message = mutate(random, randomMessage(random, { tokens: [258, 514], rows: 4 }));
      const answer = decodeMessage(message);
      if ("error" in answer && !(answer.error < 0 && answer.error >= -6))
        expect.fail(`error ${answer.error}`);
      const noise = randomBytes(random, random(64));
      if (!("error" in decodeMessage(noise)) && ![1, 2].includes(noise[0]!)) expect.fail(`took ${noise}`);
    }
  });
});
