/**
 * Quote packets into rows. A row is the 184-byte packet turned little-endian, its depth entries widened in place to
 * three words, so every form of packet is a few load-swizzle-store triples. A triple compares as it goes: the lanes of
 * four vectors are packed to bytes and give sixteen bits of the changed-field mask in one instruction.
 */
import {
  KITE_INDEX_QUOTE_SIZE,
  KITE_LTP_SIZE,
  KITE_QUOTE_SIZE,
  QUOTE_FULL_CLOSE,
  QUOTE_FULL_EXCHANGE_TIME,
  QUOTE_FULL_LAST_PRICE,
  QUOTE_FULL_OPEN,
  QUOTE_FULL_SIZE,
  QUOTE_INDEX_EXCHANGE_TIME,
  QUOTE_INDEX_HIGH,
  QUOTE_INDEX_SIZE,
  QUOTE_LTP_CLOSE,
  QUOTE_LTP_SIZE,
  QUOTE_MINI_SIZE,
  ROW_BYTES,
  ROW_LAST_SIZE,
} from "../../protocol/generated/layout";
import {
  CHANGED_BASE,
  DIRTY_BASE,
  RESULT_BASE,
  RESULT_COUNT,
  RESULT_MALFORMED,
  RESULT_UNKNOWN,
  ROWS_BASE,
} from "./memory";
import { find } from "./table";

/** Four words from big-endian. (`@inline const` of a v128 crashes the compiler; plain globals are folded as well.) */
export const WORDS: v128 = i8x16(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
/** Depth from a quantity on: quantity, price, orders u16, quantity. Index -1 gives zero: it drops the padding. */
const DEPTH_0: v128 = i8x16(3, 2, 1, 0, 7, 6, 5, 4, 9, 8, -1, -1, 15, 14, 13, 12);
/** Depth from a price on: price, orders, quantity, price. */
const DEPTH_1: v128 = i8x16(3, 2, 1, 0, 5, 4, -1, -1, 11, 10, 9, 8, 15, 14, 13, 12);
/** Depth from an orders field on: orders, quantity, price, orders. */
const DEPTH_2: v128 = i8x16(1, 0, -1, -1, 7, 6, 5, 4, 11, 10, 9, 8, 13, 12, -1, -1);
/** An index's high, low, open, close into a row's open, high, low, close. */
const INDEX_OHLC: v128 = i8x16(11, 10, 9, 8, 3, 2, 1, 0, 7, 6, 5, 4, 15, 14, 13, 12);

const OHLC_BIT: u32 = QUOTE_FULL_OPEN >>> 2;
const CLOSE_BIT: u32 = QUOTE_FULL_CLOSE >>> 2;
const TIME_BIT: u32 = QUOTE_FULL_EXCHANGE_TIME >>> 2;

let tracking: bool = true;

/** With tracking off rows are dirty whenever a packet came and masks stay empty: the faster half of the bench. */
export function setTracking(on: bool): void {
  tracking = on;
}

/** A bit for each segment of `domain/units/segments.ts`, all below 32; prices of any other have no divisor. */
const KNOWN_SEGMENTS: u32 = 0b0001_0010_1111_1110;

/** @param packet its token begins it, whose low byte, the fourth, is the segment */
function hasKnownSegment(packet: usize): bool {
  const segment = load<u8>(packet, 3) as u32;
  return segment < 32 && ((KNOWN_SEGMENTS >>> segment) & 1) != 0;
}

/** True for every length that a quote packet can have, Kite's own three included. */
export function isQuoteSize(size: u32): bool {
  return (
    size == QUOTE_FULL_SIZE ||
    size == QUOTE_LTP_SIZE ||
    size == QUOTE_MINI_SIZE ||
    size == QUOTE_INDEX_SIZE ||
    size == KITE_QUOTE_SIZE ||
    size == KITE_INDEX_QUOTE_SIZE ||
    size == KITE_LTP_SIZE
  );
}

function copy(from: usize, to: usize, mask: v128): void {
  v128.store(to, v128.swizzle(v128.load(from), mask));
}

/** As `copy`; lanes of the answer are all ones where old and new agree. */
function swap(from: usize, to: usize, mask: v128): v128 {
  const next = v128.swizzle(v128.load(from), mask);
  const same = i32x4.eq(next, v128.load(to));
  v128.store(to, next);
  return same;
}

/** A bit for each of sixteen lanes, in order. */
function lanes(a: v128, b: v128, c: v128, d: v128): u64 {
  return i8x16.bitmask(
    i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d)),
  ) as u32 as u64;
}

/** One word from big-endian; 1 when it changed. */
function swapWord(from: usize, to: usize): u64 {
  const next = bswap<u32>(load<u32>(from));
  const changed = next != load<u32>(to);
  store<u32>(to, next);
  return changed as u64;
}

function fullPlain(from: usize, to: usize): void {
  copy(from, to, WORDS);
  copy(from + 16, to + 16, WORDS);
  copy(from + 32, to + 32, WORDS);
  copy(from + 48, to + 48, WORDS);
  copy(from + 64, to + 64, DEPTH_0);
  copy(from + 80, to + 80, DEPTH_1);
  copy(from + 96, to + 96, DEPTH_2);
  copy(from + 112, to + 112, DEPTH_0);
  copy(from + 128, to + 128, DEPTH_1);
  copy(from + 144, to + 144, DEPTH_2);
  copy(from + 160, to + 160, DEPTH_0);
  // Overlaps the one before by eight bytes so that nothing past the packet is read.
  copy(from + 168, to + 168, DEPTH_2);
}

// A full packet in three parts of four vectors, because the compiler inlines functions of this size and no larger ones.

function trackWords(from: usize, to: usize): u64 {
  const a = swap(from, to, WORDS);
  const b = swap(from + 16, to + 16, WORDS);
  const c = swap(from + 32, to + 32, WORDS);
  const d = swap(from + 48, to + 48, WORDS);
  return lanes(a, b, c, d);
}

function trackBids(from: usize, to: usize): u64 {
  const a = swap(from + 64, to + 64, DEPTH_0);
  const b = swap(from + 80, to + 80, DEPTH_1);
  const c = swap(from + 96, to + 96, DEPTH_2);
  const d = swap(from + 112, to + 112, DEPTH_0);
  return lanes(a, b, c, d) << 16;
}

function trackAsks(from: usize, to: usize): u64 {
  const a = swap(from + 128, to + 128, DEPTH_1);
  const b = swap(from + 144, to + 144, DEPTH_2);
  const c = swap(from + 160, to + 160, DEPTH_0);
  const d = swap(from + 168, to + 168, DEPTH_2);
  return lanes(a, b, c, d) << 32;
}

/** The last vector holds words 42 to 45: its upper lanes move down to bits 44 and 45, its lower ones were counted. */
function changedOf(same: u64): u64 {
  return (~same & 0x0fffffffffff) | ((~same >>> 2) & 0x300000000000);
}

/** The rarer forms, always comparing: the caller has checked the size and that the packet lies inside the message. */
function merge(from: usize, to: usize, size: u32): u64 {
  if (size == QUOTE_MINI_SIZE) {
    const same = lanes(
      swap(from, to, WORDS),
      swap(from + 16, to + 16, WORDS),
      swap(from + 32, to + 32, WORDS),
      swap(from + 48, to + 48, WORDS),
    );
    return ~same & 0xffff;
  }
  if (size == KITE_QUOTE_SIZE) {
    const a = swap(from, to, WORDS);
    const b = swap(from + 16, to + 16, WORDS);
    const c = swap(from + 28, to + 28, WORDS);
    const changed = ~lanes(a, b, c, c);
    return (changed & 0xff) | ((changed >>> 1) & 0x700);
  }
  const last = swapWord(from + QUOTE_FULL_LAST_PRICE, to + QUOTE_FULL_LAST_PRICE) << 1;
  if (size == QUOTE_LTP_SIZE) {
    return last | (swapWord(from + QUOTE_LTP_CLOSE, to + QUOTE_FULL_CLOSE) << CLOSE_BIT);
  }
  if (size == KITE_LTP_SIZE) return last;
  const ohlc = swap(from + QUOTE_INDEX_HIGH, to + QUOTE_FULL_OPEN, INDEX_OHLC);
  const changed = last | (((i32x4.bitmask(ohlc) ^ 0xf) as u64) << OHLC_BIT);
  if (size == KITE_INDEX_QUOTE_SIZE) return changed;
  return changed | (swapWord(from + QUOTE_INDEX_EXCHANGE_TIME, to + QUOTE_FULL_EXCHANGE_TIME) << TIME_BIT);
}

/**
 * Packets into the rows of those who acquired them; their lengths have been checked against the message.
 * Everything a full packet needs is written out or inlined here, since the engine loads the masks once a loop but
 * would build them anew in every call.
 * @param packet the first packet; the others follow, each behind its length u16
 * @param single length of the only packet, which has no length in front; 0 when all have
 */
export function mergeQuotes(packet: usize, count: u32, single: u32, sequence: u32): void {
  let at = packet;
  let found: u32 = 0;
  let strangers: u32 = 0;
  let broken: u32 = 0;
  const track = tracking;
  for (let i: u32 = 0; i < count; i++) {
    const size = single != 0 ? single : (bswap<u16>(load<u16>(at - 2)) as u32);
    const from = at;
    at += size + 2;
    const isFull = size == QUOTE_FULL_SIZE;
    if ((!isFull && !isQuoteSize(size)) || !hasKnownSegment(from)) {
      broken += 1;
      continue;
    }
    const row = find(bswap<u32>(load<u32>(from)));
    if (row < 0) {
      strangers += 1;
      continue;
    }
    found += 1;
    const to = ROWS_BASE + ((row * ROW_BYTES) as usize);
    const dirty = DIRTY_BASE + (((row >>> 5) << 2) as usize);
    let changed: u64 = 1;
    if (track) {
      if (isFull) {
        changed = changedOf(trackWords(from, to) | trackBids(from, to) | trackAsks(from, to));
      } else {
        changed = merge(from, to, size);
      }
      // The size counts as a field, so that a first packet shows even when all its values are zero.
      changed |= ((load<u32>(to, ROW_LAST_SIZE << 2) != size) as u64) << ROW_LAST_SIZE;
      const mask = CHANGED_BASE + ((row << 3) as usize);
      store<u64>(mask, load<u64>(mask) | changed);
    } else if (isFull) {
      fullPlain(from, to);
    } else {
      merge(from, to, size);
    }
    store<u32>(dirty, load<u32>(dirty) | (((changed != 0) as u32) << (row & 31)));
    store<u64>(to, (size as u64) | ((sequence as u64) << 32), ROW_LAST_SIZE << 2);
  }
  store<u32>(RESULT_BASE, found, RESULT_COUNT);
  store<u32>(RESULT_BASE, strangers, RESULT_UNKNOWN);
  store<u32>(RESULT_BASE, broken, RESULT_MALFORMED);
}
