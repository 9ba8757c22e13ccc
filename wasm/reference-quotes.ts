/** Quote packets merged into rows of the table, field by field: what `wasm/assembly/quotes.ts` does with vectors. */

import * as layout from "#protocol/generated/layout.ts";
import { isQuoteSize, isQuoteToken } from "#protocol/wire/quote-sizes.ts";
import { RESULT_WORD, type Regions } from "./host.ts";
import type { ResultWriter } from "./reference-result.ts";
import { QUOTE_WORD, ROW_WORDS } from "./words.ts";

const DEPTH_LEVELS = 10;

/** Both take the message's length and answer with the packets merged, or a DECODE_ code. */
interface QuoteReader {
  one(length: number): number;
  batch(length: number): number;
  setTracking(on: number): void;
}

/** @param view of the input region; @param find row of a token, -1 = none */
export function createQuoteReader(
  regions: Regions,
  view: DataView,
  find: (token: number) => number,
  result: ResultWriter,
): QuoteReader {
  const { buffer } = regions;
  const words = new Int32Array(buffer, regions.rows, layout.ROW_CAPACITY * ROW_WORDS);
  const dirty = new Uint32Array(buffer, regions.dirty, layout.ROW_CAPACITY / 32);
  const changed = new Uint32Array(buffer, regions.changed, layout.ROW_CAPACITY * 2);
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

  function quote(at: number, size: number, sequence: number): void {
    const token = view.getUint32(at);
    if (!isQuoteToken(token)) {
      result.count(RESULT_WORD.malformed);
      return;
    }
    const row = find(token);
    if (row < 0) {
      result.count(RESULT_WORD.unknown);
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
    result.count(RESULT_WORD.count);
  }

  function one(length: number): number {
    const size = length - 1 - layout.QUOTE_TRAILER_SIZE;
    if (size < 0) return layout.DECODE_TRUNCATED;
    if (!isQuoteSize(size)) return layout.DECODE_BAD_LENGTH;
    result.stamp(1 + size);
    quote(1, size, result.words[RESULT_WORD.sequence]!);
    return result.words[RESULT_WORD.count]!;
  }

  function batch(length: number): number {
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
    result.stamp(end);
    const sequence = result.words[RESULT_WORD.sequence]!;
    at = 3;
    for (let i = 0; i < packets; i += 1) {
      const size = view.getUint16(at);
      if (isQuoteSize(size)) quote(at + 2, size, sequence);
      else result.count(RESULT_WORD.malformed);
      at += 2 + size;
    }
    return result.words[RESULT_WORD.count]!;
  }

  return {
    one,
    batch,
    setTracking(on) {
      tracking = on !== 0;
    },
  };
}
