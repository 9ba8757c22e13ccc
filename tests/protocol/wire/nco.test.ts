/** Packets of NSE's commodities (segment 12), of unknown segments, and of instruments without a close. */

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SEGMENT, tokenOf } from "#domain/units/segments.ts";
import { readQuoteFull } from "#protocol/generated/records.ts";
import {
  decodeQuotePacket,
  encodeFullQuote,
  encodeIndexQuote,
  encodeQuotes,
  splitPackets,
} from "#protocol/wire/codec.ts";
import { decodeQuotes } from "#protocol/wire/quote-packets.ts";
import { KITE_FULL_PACKET } from "../../fixtures/kite-packets.ts";

const TICKS = "../shared/data/reports/nco-ticks";

/** Four last prices as Kite sends them: ALUMINI, NATGASMINI, SILVER100 and CRUDEOILM. */
const FRAME = "0004000801db0b0c0039b570000801dbe70c002c7ea0000801e0b30c1000fc20000801ffc40c051014e0";
const PRICES = [
  [31_132_428, 378.2],
  [31_188_748, 291.6],
  [31_503_116, 26_850],
  [33_539_084, 8_494],
];
/** ALUMINI at 378.20 with nothing else, its close too is 0; 44 bytes. */
const NO_CLOSE = `01db0b0c0039b570${"00".repeat(36)}`;

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

function packetsOf(message: Uint8Array): readonly Uint8Array[] {
  const packets = splitPackets(message);
  if ("error" in packets) throw new Error(`error ${packets.error}`);
  return packets;
}

const pricesOf = (message: Uint8Array) =>
  packetsOf(message)
    .map((packet) => decodeQuotePacket(packet)!)
    .map(({ instrumentToken, lastPrice }) => [instrumentToken, lastPrice]);

test("prices of NSE's commodities are in ten-thousandths of a rupee", () => {
  expect(pricesOf(bytesOf(FRAME))).toEqual(PRICES);
});

test("a close of 0 is none: the change since is unknown, in every form of packet", () => {
  expect(decodeQuotePacket(bytesOf(NO_CLOSE))).toMatchObject({ lastPrice: 378.2, change: null });
  const ltp = bytesOf(NO_CLOSE).subarray(0, 12);
  expect(decodeQuotePacket(ltp)).toMatchObject({ mode: "ltp", lastPrice: 378.2, change: null });
  const full = readQuoteFull(new DataView(KITE_FULL_PACKET.buffer, KITE_FULL_PACKET.byteOffset), 0);
  expect(decodeQuotePacket(encodeFullQuote(full))!.change).not.toBeNull();
  expect(decodeQuotePacket(encodeFullQuote({ ...full, close: 0 }))!.change).toBeNull();
  const index = {
    token: 256_265,
    lastPrice: 2_435_000,
    high: 1,
    low: 1,
    open: 1,
    change: 0,
    exchangeTime: 1,
  };
  expect(decodeQuotePacket(encodeIndexQuote({ ...index, close: 0 }))!.change).toBeNull();
  expect(decodeQuotePacket(encodeIndexQuote({ ...index, close: 2_435_000 }))!.change).toBe(0);
});

test("a packet of an unknown segment is skipped and counted, never divided by a hundred", () => {
  const packets = [8, SEGMENT.NCO, 13, SEGMENT.NFO, 255].map((segment) => {
    const packet = bytesOf(NO_CLOSE);
    new DataView(packet.buffer).setUint32(0, tokenOf(121_611, segment));
    return packet;
  });
  const decoded = decodeQuotes(encodeQuotes(packets, 1, 2, 3));
  if ("error" in decoded) throw new Error(`error ${decoded.error}`);
  expect([decoded.packets.length, decoded.skipped]).toEqual([2, 3]);
  expect(packets.map((packet) => decodeQuotePacket(packet)?.lastPrice ?? null)).toEqual([
    null,
    378.2,
    null,
    37_820,
    null,
  ]);
});

test.skipIf(!existsSync(TICKS))("the published frames read as published", () => {
  interface Expected {
    readonly ticks: readonly { readonly token: number; readonly last_price: number }[];
  }
  const { ticks } = JSON.parse(readFileSync(`${TICKS}/expected.json`, "utf8")) as Expected;
  const wanted = ticks.map(({ token, last_price }) => [token, last_price]);
  expect(pricesOf(readFileSync(`${TICKS}/nco_ltp_frame.bin`))).toEqual(wanted);
  const [packet] = packetsOf(readFileSync(`${TICKS}/nco_quote_zero_close.bin`));
  expect(decodeQuotePacket(packet!)).toMatchObject({ lastPrice: 378.2, change: null });
});
