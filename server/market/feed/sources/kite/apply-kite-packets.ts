import { isKnownSegment, segmentOf } from "#domain/units/segments.ts";
import {
  KITE_INDEX_QUOTE_SIZE,
  KITE_LTP_SIZE,
  KITE_QUOTE_SIZE,
  QUOTE_FULL_SIZE,
  QUOTE_INDEX_CLOSE,
  QUOTE_INDEX_EXCHANGE_TIME,
  QUOTE_INDEX_HIGH,
  QUOTE_INDEX_LAST_PRICE,
  QUOTE_INDEX_LOW,
  QUOTE_INDEX_OPEN,
  QUOTE_INDEX_SIZE,
  ROW_FIELDS,
} from "#protocol/generated/layout.ts";
import { splitPackets } from "#protocol/wire/quote-packets.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import type { StreamSink } from "../broker/broker-protocol.ts";
import type { LiveTable } from "../broker/live-table.ts";

/** Words of the 44-byte quote packet: all of the full one up to the close. */
const QUOTE_WORDS = KITE_QUOTE_SIZE / 4;
/** A clock may be off by this much; a stamp beyond is no time, seconds. */
const FUTURE_SECONDS = 3_600;
/** 1 Jan 2015: nothing the exchanges stamp is older. */
const OLDEST_SECONDS = 1_420_070_400;

function isTime(seconds: number, now: number): boolean {
  return seconds === 0 || (seconds >= OLDEST_SECONDS && seconds <= now / 1000 + FUTURE_SECONDS);
}

/** Tradables: 8 (last price), 44 (and the day's figures), 184 bytes (and times, open interest, book). */
function writeTradable(
  view: DataView,
  size: number,
  row: number,
  table: LiveTable,
  now: number,
): string | null {
  const last = view.getInt32(4, false);
  if (last < 0) return "a price below zero";
  if (size === KITE_LTP_SIZE) {
    table.set(row, WORD.lastPrice, last);
    return null;
  }
  for (const word of [WORD.averagePrice, WORD.open, WORD.high, WORD.low, WORD.close]) {
    if (view.getInt32(4 * word, false) < 0) return "a price below zero";
  }
  if (size === KITE_QUOTE_SIZE) {
    for (let k = 1; k < QUOTE_WORDS; k++) table.set(row, k, view.getInt32(4 * k, false));
    return null;
  }
  const traded = view.getUint32(4 * WORD.lastTradeTime, false);
  if (!isTime(traded, now) || !isTime(view.getUint32(4 * WORD.exchangeTime, false), now))
    return "an impossible time";
  for (let k = WORD.buy; k < ROW_FIELDS; k += 3) {
    if (view.getInt32(4 * k, false) < 0 || view.getInt32(4 * k + 4, false) < 0) return "a book below zero";
  }
  for (let k = 1; k < WORD.buy; k++) table.set(row, k, view.getInt32(4 * k, false));
  for (let k = WORD.buy; k < ROW_FIELDS; k += 3) {
    table.set(row, k, view.getInt32(4 * k, false));
    table.set(row, k + 1, view.getInt32(4 * k + 4, false));
    // Orders are 16 bits wide, with two bytes of padding behind them.
    table.set(row, k + 2, view.getUint16(4 * k + 8, false));
  }
  return null;
}

/** Indices: 8, 28 (ranges of the day), 32 bytes (and the time); high and low come before the open. */
function writeIndex(view: DataView, size: number, row: number, table: LiveTable, now: number): string | null {
  const last = view.getInt32(QUOTE_INDEX_LAST_PRICE, false);
  if (last < 0) return "a price below zero";
  if (size === QUOTE_INDEX_SIZE && !isTime(view.getUint32(QUOTE_INDEX_EXCHANGE_TIME, false), now)) {
    return "an impossible time";
  }
  table.set(row, WORD.lastPrice, last);
  if (size === KITE_LTP_SIZE) return null;
  table.set(row, WORD.high, view.getInt32(QUOTE_INDEX_HIGH, false));
  table.set(row, WORD.low, view.getInt32(QUOTE_INDEX_LOW, false));
  table.set(row, WORD.open, view.getInt32(QUOTE_INDEX_OPEN, false));
  table.set(row, WORD.close, view.getInt32(QUOTE_INDEX_CLOSE, false));
  if (size === QUOTE_INDEX_SIZE) {
    table.set(row, WORD.exchangeTime, view.getInt32(QUOTE_INDEX_EXCHANGE_TIME, false));
  }
  return null;
}

const TRADABLE_SIZES: ReadonlySet<number> = new Set([KITE_LTP_SIZE, KITE_QUOTE_SIZE, QUOTE_FULL_SIZE]);
const INDEX_SIZES: ReadonlySet<number> = new Set([KITE_LTP_SIZE, KITE_INDEX_QUOTE_SIZE, QUOTE_INDEX_SIZE]);

/**
 * Writes a binary message of Kite's ticker into the table. A packet of a token that is not carried is passed over; one
 * that makes no sense is counted and leaves its row as it was.
 * Source: Kite Connect 3, "WebSocket streaming": message structure, quote and index packet structure.
 * @returns packets that were prices of ours
 */
export function applyKiteMessage(message: Uint8Array, sink: StreamSink): number {
  const packets = splitPackets(message);
  if ("error" in packets) {
    sink.garbled(`a message of ${message.length} bytes that does not hold its packets`);
    return 0;
  }
  const { table, now } = sink;
  let applied = 0;
  for (const packet of packets) {
    if (packet.length < KITE_LTP_SIZE) {
      sink.garbled(`a packet of ${packet.length} bytes`);
      continue;
    }
    const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
    const token = view.getUint32(0, false);
    if (!isKnownSegment(token)) {
      sink.garbled(`a packet of segment ${segmentOf(token)}, whose prices have no known divisor`);
      continue;
    }
    const row = table.rows.get(token);
    if (row === undefined) continue;
    const isIndex = table.isIndex[row] === 1;
    const sizes = isIndex ? INDEX_SIZES : TRADABLE_SIZES;
    const fault = !sizes.has(packet.length)
      ? `a packet of ${packet.length} bytes`
      : (isIndex ? writeIndex : writeTradable)(view, packet.length, row, table, now);
    if (fault === null) applied++;
    else sink.garbled(fault);
  }
  return applied;
}
