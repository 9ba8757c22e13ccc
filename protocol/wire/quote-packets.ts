/** Packets 1 and 2: quotes in Kite Connect's layouts, packed into messages, cut down to a mode. */
import {
  DECODE_BAD_LENGTH,
  DECODE_TRUNCATED,
  ID_QUOTE,
  ID_QUOTE_BATCH,
  QUOTE_FULL_CLOSE,
  QUOTE_FULL_SIZE,
  QUOTE_INDEX_CLOSE,
  QUOTE_INDEX_SIZE,
  QUOTE_LTP_SIZE,
  QUOTE_MINI_SIZE,
  QUOTE_TRAILER_SIZE,
} from "../generated/layout.ts";
import {
  type QuoteFull,
  type QuoteIndex,
  type QuoteTrailer,
  readQuoteTrailer,
  writeQuoteFull,
  writeQuoteIndex,
  writeQuoteTrailer,
} from "../generated/records.ts";
import { type DecodeError, viewOf } from "./blocks.ts";
import { isQuoteSize, isQuoteToken } from "./quote-sizes.ts";

export const QUOTE_MODES = ["ltp", "mini", "full"] as const;
export type QuoteMode = (typeof QUOTE_MODES)[number];

export function encodeFullQuote(quote: QuoteFull): Uint8Array {
  const bytes = new Uint8Array(QUOTE_FULL_SIZE);
  writeQuoteFull(viewOf(bytes), 0, quote);
  return bytes;
}

export function encodeIndexQuote(quote: QuoteIndex): Uint8Array {
  const bytes = new Uint8Array(QUOTE_INDEX_SIZE);
  writeQuoteIndex(viewOf(bytes), 0, quote);
  return bytes;
}

/**
 * The packet of a mode, from the fullest one of the instrument.
 * @param full 184 bytes, or 32 of an index, which in modes mini and full are sent as they are
 * @returns a view of `full` where its bytes serve, else 12 new bytes
 */
export function truncateQuote(full: Uint8Array, mode: QuoteMode): Uint8Array {
  const isIndex = full.length === QUOTE_INDEX_SIZE;
  if (mode === "full" || (mode === "mini" && isIndex)) return full;
  if (mode === "mini") return full.subarray(0, QUOTE_MINI_SIZE);
  const bytes = new Uint8Array(QUOTE_LTP_SIZE);
  const close = isIndex ? QUOTE_INDEX_CLOSE : QUOTE_FULL_CLOSE;
  bytes.set(full.subarray(0, 8));
  bytes.set(full.subarray(close, close + 4), 8);
  return bytes;
}

/** Packet 1. */
export function encodeQuote(
  packet: Uint8Array,
  epoch: number,
  sequence: number,
  serverTime: number,
): Uint8Array {
  const bytes = new Uint8Array(1 + packet.length + QUOTE_TRAILER_SIZE);
  bytes[0] = ID_QUOTE;
  bytes.set(packet, 1);
  writeQuoteTrailer(viewOf(bytes), 1 + packet.length, { epoch, sequence, serverTime });
  return bytes;
}

/**
 * Packet 2; the packets may be of different sizes.
 * @throws RangeError beyond 65,535 packets, the most a message can count
 */
export function encodeQuotes(
  packets: readonly Uint8Array[],
  epoch: number,
  sequence: number,
  serverTime: number,
): Uint8Array {
  if (packets.length > 0xffff)
    throw new RangeError(`encodeQuotes: ${packets.length} packets, at most 65535 fit`);
  let size = 3 + QUOTE_TRAILER_SIZE;
  for (const packet of packets) size += 2 + packet.length;
  const bytes = new Uint8Array(size);
  const view = viewOf(bytes);
  bytes[0] = ID_QUOTE_BATCH;
  view.setUint16(1, packets.length);
  let at = 3;
  for (const packet of packets) {
    view.setUint16(at, packet.length);
    bytes.set(packet, at + 2);
    at += 2 + packet.length;
  }
  writeQuoteTrailer(view, at, { epoch, sequence, serverTime });
  return bytes;
}

export interface QuoteMessage {
  readonly kind: "quotes";
  readonly id: number;
  /** Views of the well-formed packets, in order. */
  readonly packets: readonly Uint8Array[];
  /** Packets of a length that no quote has, or of a segment that is not known: nothing tells what their prices count. */
  readonly skipped: number;
  readonly trailer: QuoteTrailer;
}

/** The packets of a Kite message (count, then length-prefixed packets), as Kite's own feed sends it. */
export function splitPackets(body: Uint8Array): readonly Uint8Array[] | DecodeError {
  if (body.length < 2) return { error: DECODE_TRUNCATED };
  const view = viewOf(body);
  const count = view.getUint16(0);
  const packets: Uint8Array[] = [];
  let at = 2;
  for (let i = 0; i < count; i += 1) {
    if (at + 2 > body.length) return { error: DECODE_TRUNCATED };
    const end = at + 2 + view.getUint16(at);
    if (end > body.length) return { error: DECODE_TRUNCATED };
    packets.push(body.subarray(at + 2, end));
    at = end;
  }
  return at === body.length ? packets : { error: DECODE_BAD_LENGTH };
}

/** Packet 1 or 2, taken apart. */
export function decodeQuotes(message: Uint8Array): QuoteMessage | DecodeError {
  const id = message[0] ?? 0;
  const end = message.length - QUOTE_TRAILER_SIZE;
  if (end < (id === ID_QUOTE ? 1 : 3)) return { error: DECODE_TRUNCATED };
  const body = message.subarray(1, end);
  const all = id === ID_QUOTE ? [body] : splitPackets(body);
  if ("error" in all) return all;
  const sized = all.filter((packet) => isQuoteSize(packet.length));
  if (id === ID_QUOTE && sized.length === 0) return { error: DECODE_BAD_LENGTH };
  const packets = sized.filter((packet) => isQuoteToken(viewOf(packet).getUint32(0)));
  const skipped = all.length - packets.length;
  return { kind: "quotes", id, packets, skipped, trailer: readQuoteTrailer(viewOf(message), end) };
}
