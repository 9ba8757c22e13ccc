/**
 * The decoder in plain TypeScript: oracle of the WebAssembly one and its stand-in where WebAssembly is missing. Field
 * by field and readable on purpose; rows, masks, results and even row numbers are the same as the module's.
 */
import * as layout from "#protocol/generated/layout.ts";
import type { Decoder, DecoderOptions } from "./decoder.ts";
import {
  createHost,
  type DecoderCore,
  RESULT_TIME_DOUBLE,
  RESULT_WORD,
  RESULT_WORDS,
  type Regions,
} from "./host.ts";
import { BAR_ROW_WORDS, CHAIN_ROW_WORDS, QUOTE_WORD, ROW_WORDS } from "./words.ts";

const INPUT_BYTES = 1 << 20;
const DEPTH_LEVELS = 10;

/** Rows by token with the module's discipline: fresh rows in order, evicted ones last out first in. */
function createTable(words: Int32Array, dirty: Uint32Array, changed: Uint32Array) {
  const rows = new Map<number, number>();
  const references = new Uint32Array(layout.ROW_CAPACITY);
  const free: number[] = [];
  let used = 0;

  function acquire(token: number): number {
    const key = token >>> 0;
    if (key === 0) return -1;
    const known = rows.get(key);
    if (known !== undefined) {
      references[known] = references[known]! + 1;
      return known;
    }
    const row = free.pop() ?? (used < layout.ROW_CAPACITY ? used++ : -1);
    if (row < 0) return -1;
    rows.set(key, row);
    references[row] = 1;
    words.fill(0, row * ROW_WORDS, (row + 1) * ROW_WORDS);
    words[row * ROW_WORDS] = key;
    return row;
  }

  function release(token: number): void {
    const key = token >>> 0;
    const row = rows.get(key);
    if (row === undefined) return;
    references[row] = references[row]! - 1;
    if (references[row] > 0) return;
    rows.delete(key);
    free.push(row);
    words.fill(0, row * ROW_WORDS, (row + 1) * ROW_WORDS);
    changed[row * 2] = 0;
    changed[row * 2 + 1] = 0;
    dirty[row >>> 5] = dirty[row >>> 5]! & ~(1 << (row & 31));
  }

  return { acquire, release, find: (token: number): number => rows.get(token >>> 0) ?? -1 };
}

function isQuoteSize(size: number): boolean {
  return (
    size === layout.QUOTE_FULL_SIZE ||
    size === layout.QUOTE_LTP_SIZE ||
    size === layout.QUOTE_MINI_SIZE ||
    size === layout.QUOTE_INDEX_SIZE ||
    size === layout.KITE_QUOTE_SIZE ||
    size === layout.KITE_INDEX_QUOTE_SIZE ||
    size === layout.KITE_LTP_SIZE
  );
}

function createCore(regions: Regions): DecoderCore {
  const { buffer } = regions;
  const view = new DataView(buffer, regions.input, regions.inputBytes);
  const words = new Int32Array(buffer, regions.rows, layout.ROW_CAPACITY * ROW_WORDS);
  const dirty = new Uint32Array(buffer, regions.dirty, layout.ROW_CAPACITY / 32);
  const changed = new Uint32Array(buffer, regions.changed, layout.ROW_CAPACITY * 2);
  const output = new Int32Array(buffer, regions.output, regions.outputBytes / 4);
  const result = new Uint32Array(buffer, regions.result, RESULT_WORDS);
  const resultDoubles = new Float64Array(buffer, regions.result, RESULT_WORDS / 2);
  const table = createTable(words, dirty, changed);
  let tracking = true;

  /** Changed words of the packet at hand, low half first. In an array: full 32-bit numbers in variables are boxed. */
  const mask = new Int32Array(2);

  function set(row: number, word: number, value: number): void {
    const at = row * ROW_WORDS + word;
    const next = value | 0;
    if (words[at] === next) return;
    words[at] = next;
    mask[word >>> 5] = mask[word >>> 5]! | (1 << (word & 31));
  }

  function merge(row: number, at: number, size: number): void {
    if (size >= layout.KITE_QUOTE_SIZE) {
      // 44, 64 and 184 bytes are prefixes of one layout.
      const plain = Math.min(size, layout.QUOTE_MINI_SIZE);
      for (let offset = 0; offset < plain; offset += 4) set(row, offset >> 2, view.getInt32(at + offset));
      if (size < layout.QUOTE_FULL_SIZE) return;
      for (let level = 0; level < DEPTH_LEVELS; level += 1) {
        const entry = layout.QUOTE_FULL_BUY + level * layout.DEPTH_ENTRY_SIZE;
        set(row, entry >> 2, view.getInt32(at + entry + layout.DEPTH_ENTRY_QUANTITY));
        set(row, (entry >> 2) + 1, view.getInt32(at + entry + layout.DEPTH_ENTRY_PRICE));
        set(row, (entry >> 2) + 2, view.getUint16(at + entry + layout.DEPTH_ENTRY_ORDERS));
      }
      return;
    }
    set(row, QUOTE_WORD.lastPrice, view.getInt32(at + layout.QUOTE_LTP_LAST_PRICE));
    if (size === layout.KITE_LTP_SIZE) return;
    if (size === layout.QUOTE_LTP_SIZE) {
      set(row, QUOTE_WORD.close, view.getInt32(at + layout.QUOTE_LTP_CLOSE));
      return;
    }
    set(row, QUOTE_WORD.high, view.getInt32(at + layout.QUOTE_INDEX_HIGH));
    set(row, QUOTE_WORD.low, view.getInt32(at + layout.QUOTE_INDEX_LOW));
    set(row, QUOTE_WORD.open, view.getInt32(at + layout.QUOTE_INDEX_OPEN));
    set(row, QUOTE_WORD.close, view.getInt32(at + layout.QUOTE_INDEX_CLOSE));
    if (size === layout.QUOTE_INDEX_SIZE) {
      set(row, QUOTE_WORD.exchangeTime, view.getInt32(at + layout.QUOTE_INDEX_EXCHANGE_TIME));
    }
  }

  function count(word: number): void {
    result[word] = result[word]! + 1;
  }

  function quote(at: number, size: number, sequence: number): void {
    const row = table.find(view.getUint32(at));
    if (row < 0) {
      count(RESULT_WORD.unknown);
      return;
    }
    mask[0] = 0;
    mask[1] = 0;
    merge(row, at, size);
    // The size counts as a field, so that a first packet shows even when all its values are zero.
    set(row, QUOTE_WORD.lastSize, size);
    words[row * ROW_WORDS + QUOTE_WORD.sequence] = sequence;
    const low = mask[0]!;
    const high = mask[1]!;
    if (tracking) {
      changed[row * 2] = changed[row * 2]! | low;
      changed[row * 2 + 1] = changed[row * 2 + 1]! | high;
    }
    if (!tracking || (low | high) !== 0) dirty[row >>> 5] = dirty[row >>> 5]! | (1 << (row & 31));
    count(RESULT_WORD.count);
  }

  /** Epoch, sequence and time lie in this order in header and trailer alike. */
  function stamp(at: number): void {
    result[RESULT_WORD.epoch] = view.getUint32(at);
    result[RESULT_WORD.sequence] = view.getUint32(at + 4);
    resultDoubles[RESULT_TIME_DOUBLE] = view.getFloat64(at + 8);
  }

  function quoteMessage(length: number): number {
    const size = length - 1 - layout.QUOTE_TRAILER_SIZE;
    if (size < 0) return layout.DECODE_TRUNCATED;
    if (!isQuoteSize(size)) return layout.DECODE_BAD_LENGTH;
    stamp(1 + size);
    quote(1, size, result[RESULT_WORD.sequence]!);
    return result[RESULT_WORD.count]!;
  }

  function quoteBatch(length: number): number {
    const end = length - layout.QUOTE_TRAILER_SIZE;
    if (end < 3) return layout.DECODE_TRUNCATED;
    const packets = view.getUint16(1);
    let at = 3;
    for (let i = 0; i < packets; i += 1) {
      if (at + 2 > end) return layout.DECODE_TRUNCATED;
      at += 2 + view.getUint16(at);
    }
    if (at > end) return layout.DECODE_TRUNCATED;
    if (at < end) return layout.DECODE_BAD_LENGTH;
    stamp(end);
    const sequence = result[RESULT_WORD.sequence]!;
    at = 3;
    for (let i = 0; i < packets; i += 1) {
      const size = view.getUint16(at);
      if (isQuoteSize(size)) quote(at + 2, size, sequence);
      else count(RESULT_WORD.malformed);
      at += 2 + size;
    }
    return result[RESULT_WORD.count]!;
  }

  /** Offset behind the root block, or a DECODE_ code. */
  function openBlock(length: number, rootSize: number): number {
    if (length < layout.HEADER_SIZE) return layout.DECODE_TRUNCATED;
    const block = view.getUint16(layout.HEADER_BLOCK_LENGTH);
    if (block < rootSize) return layout.DECODE_BAD_LENGTH;
    return length < layout.HEADER_SIZE + block ? layout.DECODE_TRUNCATED : layout.HEADER_SIZE + block;
  }

  /** 0 when `stated` bytes fill the rest of the message exactly, and its header is then in the result. */
  function close(length: number, at: number, stated: number): number {
    if (length - at < stated) return layout.DECODE_TRUNCATED;
    if (length - at > stated) return layout.DECODE_BAD_LENGTH;
    stamp(layout.HEADER_EPOCH);
    return 0;
  }

  type WriteRow = (at: number, to: number) => void;

  /** Rows behind a block, each handed to `write` with its number; 0 or a DECODE_ code when there is nothing to write. */
  function rows(
    length: number,
    rootSize: number,
    countAt: number,
    lengthAt: number,
    rowSize: number,
    write?: WriteRow,
  ): number {
    const first = openBlock(length, rootSize);
    if (first < 0) return first;
    const total = view.getUint16(layout.HEADER_SIZE + countAt);
    const rowLength = view.getUint16(layout.HEADER_SIZE + lengthAt);
    if (total > 0 && rowLength < rowSize) return layout.DECODE_BAD_LENGTH;
    const fault = close(length, first, total * rowLength);
    if (fault < 0 || write === undefined) return fault;
    for (let i = 0; i < total; i += 1) write(first + i * rowLength, i);
    result[RESULT_WORD.count] = total;
    return total;
  }

  function chainRow(at: number, row: number): void {
    const to = row * CHAIN_ROW_WORDS;
    for (let word = 0; word < CHAIN_ROW_WORDS; word += 1) output[to + word] = view.getInt32(at + word * 4);
    output[to + 1] =
      view.getUint16(at + layout.CHAIN_ROW_INDEX) | (view.getUint16(at + layout.CHAIN_ROW_PREVIOUS_IV) << 16);
  }

  function chartRow(at: number, row: number): void {
    const to = row * BAR_ROW_WORDS;
    for (let word = 0; word < BAR_ROW_WORDS; word += 1) output[to + word] = view.getInt32(at + word * 4);
    // The two halves of a double change places, as its bytes do. (Through words, so that a NaN keeps its bits.)
    output[to + 2] = view.getInt32(at + layout.CHART_ROW_BAR_TIME + 4);
    output[to + 3] = view.getInt32(at + layout.CHART_ROW_BAR_TIME);
  }

  function text(length: number): number {
    const at = openBlock(length, layout.TEXT_ROOT_SIZE);
    if (at < 0) return at;
    return close(length, at, view.getUint32(layout.HEADER_SIZE + layout.TEXT_ROOT_BYTE_LENGTH));
  }

  function ping(length: number): number {
    const at = openBlock(length, layout.PING_ROOT_SIZE);
    return at < 0 ? at : close(length, at, 0);
  }

  function decode(length: number): number {
    result.fill(0, 0, 8);
    if (length === 0) return layout.DECODE_EMPTY;
    if (length > regions.inputBytes) return layout.DECODE_TOO_LARGE;
    const id = view.getUint8(0);
    result[RESULT_WORD.id] = id;
    switch (id) {
      case layout.ID_QUOTE:
        return quoteMessage(length);
      case layout.ID_QUOTE_BATCH:
        return quoteBatch(length);
      case layout.ID_OPTION_CHAIN:
        return rows(
          length,
          layout.CHAIN_ROOT_SIZE,
          layout.CHAIN_ROOT_ROW_COUNT,
          layout.CHAIN_ROOT_ROW_LENGTH,
          layout.CHAIN_ROW_SIZE,
          chainRow,
        );
      case layout.ID_CHART_QUOTES:
        return rows(
          length,
          layout.CHART_ROOT_SIZE,
          layout.CHART_ROOT_ROW_COUNT,
          layout.CHART_ROOT_ROW_LENGTH,
          layout.CHART_ROW_SIZE,
          chartRow,
        );
      case layout.ID_UNDERLYING_STATS:
        return rows(
          length,
          layout.STATS_ROOT_SIZE,
          layout.STATS_ROOT_ROW_COUNT,
          layout.STATS_ROOT_ROW_LENGTH,
          layout.STATS_ROW_SIZE,
        );
      case layout.ID_SCREENER_STATS:
        return rows(
          length,
          layout.SCREENER_ROOT_SIZE,
          layout.SCREENER_ROOT_ROW_COUNT,
          layout.SCREENER_ROOT_ROW_LENGTH,
          layout.SCREENER_ROW_SIZE,
        );
      case layout.ID_ORDER_UPDATES:
      case layout.ID_ORDER_UPDATES_V2:
      case layout.ID_COMMON_EVENTS:
      case layout.ID_NSE_EVENTS:
        return text(length);
      case layout.ID_PING:
        return ping(length);
      default:
        return layout.DECODE_UNKNOWN_ID;
    }
  }

  return {
    decode,
    acquire: table.acquire,
    release: table.release,
    find: table.find,
    setTracking: (on) => {
      tracking = on !== 0;
    },
  };
}

/** A decoder with a table of its own, without WebAssembly. */
export function createReferenceDecoder(options: DecoderOptions = {}): Decoder {
  const sizes = {
    input: INPUT_BYTES,
    output: INPUT_BYTES,
    rows: layout.ROW_CAPACITY * layout.ROW_BYTES,
    changed: layout.ROW_CAPACITY * 8,
    dirty: layout.ROW_CAPACITY / 8,
    result: RESULT_WORDS * 4,
  };
  let end = 0;
  const place = (bytes: number): number => (end += bytes) - bytes;
  const offsets = {
    input: place(sizes.input),
    output: place(sizes.output),
    rows: place(sizes.rows),
    changed: place(sizes.changed),
    dirty: place(sizes.dirty),
    result: place(sizes.result),
  };
  const regions: Regions = {
    buffer: new ArrayBuffer(end),
    ...offsets,
    inputBytes: sizes.input,
    outputBytes: sizes.output,
  };
  return createHost(regions, createCore(regions), options.tracking ?? true);
}
