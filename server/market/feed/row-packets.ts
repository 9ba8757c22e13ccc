import {
  ID_QUOTE_BATCH,
  QUOTE_FULL_SIZE,
  QUOTE_INDEX_CHANGE,
  QUOTE_INDEX_CLOSE,
  QUOTE_INDEX_EXCHANGE_TIME,
  QUOTE_INDEX_HIGH,
  QUOTE_INDEX_LAST_PRICE,
  QUOTE_INDEX_LOW,
  QUOTE_INDEX_OPEN,
  QUOTE_INDEX_SIZE,
  QUOTE_INDEX_TOKEN,
  QUOTE_TRAILER_EPOCH,
  QUOTE_TRAILER_SEQUENCE,
  QUOTE_TRAILER_SERVER_TIME,
  QUOTE_TRAILER_SIZE,
  ROW_FIELDS,
} from "#protocol/generated/layout.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import { type MarketTable, ROW_WORDS, type Universe } from "./market-table.ts";

const DEPTH_FROM = WORD.buy;
const BATCH_HEADER = 3;
/** Message bytes a packet costs besides its own: its length. */
const LENGTH_PREFIX = 2;

/** 1 where a row is quoted by the 32-byte index packet: indices and the reference prices of currency and commodities. */
export function indexRows(universe: Universe): Uint8Array {
  return Uint8Array.from(universe.instruments, (instrument) => (instrument.type === "INDEX" ? 1 : 0));
}

/** A row as its packet: the words byte-swapped, except that orders (u16) and padding share a word. */
function writeFullPacket(words: Int32Array, base: number, view: DataView, at: number): void {
  for (let k = 0; k < DEPTH_FROM; k++) view.setInt32(at + 4 * k, words[base + k]!, false);
  for (let k = DEPTH_FROM; k < ROW_FIELDS; k += 3) {
    view.setInt32(at + 4 * k, words[base + k]!, false);
    view.setInt32(at + 4 * k + 4, words[base + k + 1]!, false);
    view.setInt32(at + 4 * k + 8, words[base + k + 2]! << 16, false);
  }
}

function writeIndexPacket(words: Int32Array, base: number, view: DataView, at: number): void {
  const last = words[base + WORD.lastPrice]!;
  const close = words[base + WORD.close]!;
  view.setInt32(at + QUOTE_INDEX_TOKEN, words[base]!, false);
  view.setInt32(at + QUOTE_INDEX_LAST_PRICE, last, false);
  view.setInt32(at + QUOTE_INDEX_HIGH, words[base + WORD.high]!, false);
  view.setInt32(at + QUOTE_INDEX_LOW, words[base + WORD.low]!, false);
  view.setInt32(at + QUOTE_INDEX_OPEN, words[base + WORD.open]!, false);
  view.setInt32(at + QUOTE_INDEX_CLOSE, close, false);
  view.setInt32(at + QUOTE_INDEX_CHANGE, last - close, false);
  view.setInt32(at + QUOTE_INDEX_EXCHANGE_TIME, words[base + WORD.exchangeTime]!, false);
}

/**
 * Packet 2 with the packets of some rows, written straight from the table.
 * @param rows row numbers; `from` inclusive, `to` exclusive index into them
 * @param isIndex as `indexRows` gives it
 */
export function encodeRowQuotes(
  table: MarketTable,
  isIndex: Uint8Array,
  rows: ArrayLike<number>,
  from: number,
  to: number,
  trailer: { readonly epoch: number; readonly sequence: number; readonly serverTime: number },
): Uint8Array {
  let size = BATCH_HEADER + QUOTE_TRAILER_SIZE;
  for (let i = from; i < to; i++) {
    size += LENGTH_PREFIX + (isIndex[rows[i]!] === 1 ? QUOTE_INDEX_SIZE : QUOTE_FULL_SIZE);
  }
  const message = new Uint8Array(size);
  const view = new DataView(message.buffer);
  view.setUint8(0, ID_QUOTE_BATCH);
  view.setUint16(1, to - from, false);
  let at = BATCH_HEADER;
  for (let i = from; i < to; i++) {
    const row = rows[i]!;
    const index = isIndex[row] === 1;
    const length = index ? QUOTE_INDEX_SIZE : QUOTE_FULL_SIZE;
    view.setUint16(at, length, false);
    at += LENGTH_PREFIX;
    if (index) writeIndexPacket(table.words, row * ROW_WORDS, view, at);
    else writeFullPacket(table.words, row * ROW_WORDS, view, at);
    at += length;
  }
  view.setUint32(at + QUOTE_TRAILER_EPOCH, trailer.epoch, false);
  view.setUint32(at + QUOTE_TRAILER_SEQUENCE, trailer.sequence, false);
  view.setFloat64(at + QUOTE_TRAILER_SERVER_TIME, trailer.serverTime, false);
  return message;
}

/**
 * The way back: writes the packets of a packet 2 that `encodeRowQuotes` made into a table.
 * @param touched told the row of every packet
 * @returns false when the message is not one of ours or names an instrument the table does not hold
 */
export function applyRowQuotes(
  message: Uint8Array,
  words: Int32Array,
  rowOfToken: ReadonlyMap<number, number>,
  touched: (row: number) => void,
): boolean {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const end = message.byteLength - QUOTE_TRAILER_SIZE;
  if (end < BATCH_HEADER || view.getUint8(0) !== ID_QUOTE_BATCH) return false;
  let at = BATCH_HEADER;
  for (let left = view.getUint16(1, false); left > 0; left--) {
    if (at + LENGTH_PREFIX + 4 > end) return false;
    const length = view.getUint16(at, false);
    at += LENGTH_PREFIX;
    const row = rowOfToken.get(view.getUint32(at, false));
    if (row === undefined || at + length > end) return false;
    if (length === QUOTE_FULL_SIZE) readFullPacket(view, at, words, row * ROW_WORDS);
    else if (length === QUOTE_INDEX_SIZE) readIndexPacket(view, at, words, row * ROW_WORDS);
    else return false;
    at += length;
    touched(row);
  }
  return at === end;
}

function readFullPacket(view: DataView, at: number, words: Int32Array, base: number): void {
  for (let k = 0; k < ROW_FIELDS; k++) words[base + k] = view.getInt32(at + 4 * k, false);
  for (let k = DEPTH_FROM + 2; k < ROW_FIELDS; k += 3) words[base + k] = words[base + k]! >>> 16;
}

function readIndexPacket(view: DataView, at: number, words: Int32Array, base: number): void {
  words[base] = view.getInt32(at + QUOTE_INDEX_TOKEN, false);
  words[base + WORD.lastPrice] = view.getInt32(at + QUOTE_INDEX_LAST_PRICE, false);
  words[base + WORD.high] = view.getInt32(at + QUOTE_INDEX_HIGH, false);
  words[base + WORD.low] = view.getInt32(at + QUOTE_INDEX_LOW, false);
  words[base + WORD.open] = view.getInt32(at + QUOTE_INDEX_OPEN, false);
  words[base + WORD.close] = view.getInt32(at + QUOTE_INDEX_CLOSE, false);
  words[base + WORD.exchangeTime] = view.getInt32(at + QUOTE_INDEX_EXCHANGE_TIME, false);
}

/** Row numbers by instrument token. */
export function rowsByToken(universe: Universe): Map<number, number> {
  const rows = new Map<number, number>();
  universe.instruments.forEach((instrument, row) => {
    rows.set(instrument.token, row);
  });
  return rows;
}
