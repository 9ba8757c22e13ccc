/**
 * Whole messages: every length is checked before anything behind it is read, and nothing is merged from a message
 * that is refused. Answers are counts, or the DECODE_ codes below zero.
 */
import {
  CHAIN_ROOT_ROW_COUNT,
  CHAIN_ROOT_ROW_LENGTH,
  CHAIN_ROOT_SIZE,
  CHAIN_ROW_SIZE,
  CHART_ROOT_ROW_COUNT,
  CHART_ROOT_ROW_LENGTH,
  CHART_ROOT_SIZE,
  CHART_ROW_SIZE,
  DECODE_BAD_LENGTH,
  DECODE_EMPTY,
  DECODE_TOO_LARGE,
  DECODE_TRUNCATED,
  DECODE_UNKNOWN_ID,
  HEADER_BLOCK_LENGTH,
  HEADER_EPOCH,
  HEADER_SEQUENCE,
  HEADER_SERVER_TIME,
  HEADER_SIZE,
  ID_CHART_QUOTES,
  ID_COMMON_EVENTS,
  ID_NSE_EVENTS,
  ID_OPTION_CHAIN,
  ID_ORDER_UPDATES,
  ID_ORDER_UPDATES_V2,
  ID_PING,
  ID_QUOTE,
  ID_QUOTE_BATCH,
  ID_SCREENER_STATS,
  ID_UNDERLYING_STATS,
  PING_ROOT_SIZE,
  QUOTE_TRAILER_EPOCH,
  QUOTE_TRAILER_SEQUENCE,
  QUOTE_TRAILER_SERVER_TIME,
  QUOTE_TRAILER_SIZE,
  SCREENER_ROOT_ROW_COUNT,
  SCREENER_ROOT_ROW_LENGTH,
  SCREENER_ROOT_SIZE,
  SCREENER_ROW_SIZE,
  STATS_ROOT_ROW_COUNT,
  STATS_ROOT_ROW_LENGTH,
  STATS_ROOT_SIZE,
  STATS_ROW_SIZE,
  TEXT_ROOT_BYTE_LENGTH,
  TEXT_ROOT_SIZE,
} from "../../protocol/generated/layout";
import {
  INPUT_BASE,
  INPUT_BYTES,
  OUTPUT_BASE,
  RESULT_BASE,
  RESULT_COUNT,
  RESULT_EPOCH,
  RESULT_ID,
  RESULT_SEQUENCE,
  RESULT_SERVER_TIME,
} from "./memory";
import { isQuoteSize, mergeQuotes, WORDS } from "./quotes";

/** Strike, then row number and previous IV, which are two u16 in one word; then the call begins. */
const CHAIN_HEAD: v128 = i8x16(3, 2, 1, 0, 5, 4, 7, 6, 11, 10, 9, 8, 15, 14, 13, 12);
/** Token, interval, bar time f64. */
const BAR_HEAD: v128 = i8x16(3, 2, 1, 0, 7, 6, 5, 4, 15, 14, 13, 12, 11, 10, 9, 8);

function u16At(address: usize): u32 {
  return bswap<u16>(load<u16>(address)) as u32;
}

function u32At(address: usize): u32 {
  return bswap<u32>(load<u32>(address));
}

/** Epoch, sequence and time lie in this order in header and trailer alike. */
function stamp(epoch: usize, sequence: usize, serverTime: usize): void {
  store<u32>(RESULT_BASE, u32At(epoch), RESULT_EPOCH);
  store<u32>(RESULT_BASE, u32At(sequence), RESULT_SEQUENCE);
  store<u64>(RESULT_BASE, bswap<u64>(load<u64>(serverTime)), RESULT_SERVER_TIME);
}

function stampTrailer(trailer: usize): void {
  stamp(trailer + QUOTE_TRAILER_EPOCH, trailer + QUOTE_TRAILER_SEQUENCE, trailer + QUOTE_TRAILER_SERVER_TIME);
}

function quoteMessage(length: u32): i32 {
  if (length < 1 + QUOTE_TRAILER_SIZE) return DECODE_TRUNCATED;
  const size = length - 1 - QUOTE_TRAILER_SIZE;
  if (!isQuoteSize(size)) return DECODE_BAD_LENGTH;
  stampTrailer(INPUT_BASE + 1 + size);
  mergeQuotes(INPUT_BASE + 1, 1, size, load<u32>(RESULT_BASE, RESULT_SEQUENCE));
  return load<i32>(RESULT_BASE, RESULT_COUNT);
}

function quoteBatch(length: u32): i32 {
  if (length < 3 + QUOTE_TRAILER_SIZE) return DECODE_TRUNCATED;
  const count = u16At(INPUT_BASE + 1);
  const end = INPUT_BASE + length - QUOTE_TRAILER_SIZE;

  // First the lengths alone, so that a broken message changes nothing. Packets of a message mostly have one length:
  // comparing with the last one, rather than adding what was just loaded, lets the processor run ahead.
  let at = INPUT_BASE + 3;
  let raw: u32 = 0;
  let step: usize = 2;
  for (let i: u32 = 0; i < count; i++) {
    if (at + 2 > end) return DECODE_TRUNCATED;
    const next = load<u16>(at) as u32;
    if (next != raw) {
      raw = next;
      step = 2 + (bswap<u16>(next as u16) as usize);
    }
    at += step;
  }
  if (at > end) return DECODE_TRUNCATED;
  if (at != end) return DECODE_BAD_LENGTH;

  stampTrailer(end);
  mergeQuotes(INPUT_BASE + 5, count, 0, load<u32>(RESULT_BASE, RESULT_SEQUENCE));
  return load<i32>(RESULT_BASE, RESULT_COUNT);
}

/** Header and root block of our own packets; the address behind the block, 0 after a refusal. */
let refusal: i32 = 0;

function openBlock(length: u32, rootSize: u32): usize {
  if (length < (HEADER_SIZE as u32)) {
    refusal = DECODE_TRUNCATED;
    return 0;
  }
  const block = u16At(INPUT_BASE + HEADER_BLOCK_LENGTH);
  if (block < rootSize) {
    refusal = DECODE_BAD_LENGTH;
    return 0;
  }
  if (length < (HEADER_SIZE as u32) + block) {
    refusal = DECODE_TRUNCATED;
    return 0;
  }
  return INPUT_BASE + HEADER_SIZE + block;
}

function stampHeader(): void {
  stamp(INPUT_BASE + HEADER_EPOCH, INPUT_BASE + HEADER_SEQUENCE, INPUT_BASE + HEADER_SERVER_TIME);
}

/** Rows behind the block must fill the message exactly. Answers 0 or a DECODE_ code. */
function checkRows(rows: usize, end: usize, count: u32, rowLength: u32, rowSize: u32): i32 {
  if (count > 0 && rowLength < rowSize) return DECODE_BAD_LENGTH;
  const left = (end - rows) as u64;
  const stated = (count as u64) * (rowLength as u64);
  if (left < stated) return DECODE_TRUNCATED;
  return left > stated ? DECODE_BAD_LENGTH : 0;
}

function optionChain(length: u32): i32 {
  const rows = openBlock(length, CHAIN_ROOT_SIZE);
  if (rows == 0) return refusal;
  const root = INPUT_BASE + HEADER_SIZE;
  const count = u16At(root + CHAIN_ROOT_ROW_COUNT);
  const rowLength = u16At(root + CHAIN_ROOT_ROW_LENGTH);
  const fault = checkRows(rows, INPUT_BASE + length, count, rowLength, CHAIN_ROW_SIZE);
  if (fault < 0) return fault;
  stampHeader();
  let from = rows;
  let to = OUTPUT_BASE;
  for (let i: u32 = 0; i < count; i++) {
    v128.store(to, v128.swizzle(v128.load(from), CHAIN_HEAD));
    v128.store(to + 16, v128.swizzle(v128.load(from + 16), WORDS));
    v128.store(to + 32, v128.swizzle(v128.load(from + 32), WORDS));
    v128.store(to + 48, v128.swizzle(v128.load(from + 48), WORDS));
    v128.store(to + 64, v128.swizzle(v128.load(from + 64), WORDS));
    v128.store(to + 80, v128.swizzle(v128.load(from + 80), WORDS));
    from += rowLength;
    to += CHAIN_ROW_SIZE;
  }
  store<u32>(RESULT_BASE, count, RESULT_COUNT);
  return count as i32;
}

function chartQuotes(length: u32): i32 {
  const rows = openBlock(length, CHART_ROOT_SIZE);
  if (rows == 0) return refusal;
  const root = INPUT_BASE + HEADER_SIZE;
  const count = u16At(root + CHART_ROOT_ROW_COUNT);
  const rowLength = u16At(root + CHART_ROOT_ROW_LENGTH);
  const fault = checkRows(rows, INPUT_BASE + length, count, rowLength, CHART_ROW_SIZE);
  if (fault < 0) return fault;
  stampHeader();
  let from = rows;
  let to = OUTPUT_BASE;
  for (let i: u32 = 0; i < count; i++) {
    v128.store(to, v128.swizzle(v128.load(from), BAR_HEAD));
    v128.store(to + 16, v128.swizzle(v128.load(from + 16), WORDS));
    v128.store(to + 24, v128.swizzle(v128.load(from + 24), WORDS));
    from += rowLength;
    to += CHART_ROW_SIZE;
  }
  store<u32>(RESULT_BASE, count, RESULT_COUNT);
  return count as i32;
}

/** Messages that the host reads by itself: only their lengths are checked here. */
function rowMessage(length: u32, rootSize: u32, countAt: usize, lengthAt: usize, rowSize: u32): i32 {
  const rows = openBlock(length, rootSize);
  if (rows == 0) return refusal;
  const root = INPUT_BASE + HEADER_SIZE;
  const fault = checkRows(rows, INPUT_BASE + length, u16At(root + countAt), u16At(root + lengthAt), rowSize);
  if (fault == 0) stampHeader();
  return fault;
}

function textMessage(length: u32): i32 {
  const text = openBlock(length, TEXT_ROOT_SIZE);
  if (text == 0) return refusal;
  const stated = u32At(INPUT_BASE + HEADER_SIZE + TEXT_ROOT_BYTE_LENGTH) as u64;
  const left = (INPUT_BASE + length - text) as u64;
  if (left < stated) return DECODE_TRUNCATED;
  if (left > stated) return DECODE_BAD_LENGTH;
  stampHeader();
  return 0;
}

function ping(length: u32): i32 {
  const end = openBlock(length, PING_ROOT_SIZE);
  if (end == 0) return refusal;
  if (end != INPUT_BASE + length) return DECODE_BAD_LENGTH;
  stampHeader();
  return 0;
}

/** Decodes the message of `length` bytes in the input region. */
export function decode(length: u32): i32 {
  v128.store(RESULT_BASE, i64x2(0, 0));
  v128.store(RESULT_BASE + 16, i64x2(0, 0));
  if (length == 0) return DECODE_EMPTY;
  if (length > (INPUT_BYTES as u32)) return DECODE_TOO_LARGE;
  const id = load<u8>(INPUT_BASE) as u32;
  store<u32>(RESULT_BASE, id, RESULT_ID);
  if (id == ID_QUOTE_BATCH) return quoteBatch(length);
  if (id == ID_QUOTE) return quoteMessage(length);
  if (id == ID_OPTION_CHAIN) return optionChain(length);
  if (id == ID_CHART_QUOTES) return chartQuotes(length);
  if (id == ID_PING) return ping(length);
  if (id == ID_UNDERLYING_STATS) {
    return rowMessage(length, STATS_ROOT_SIZE, STATS_ROOT_ROW_COUNT, STATS_ROOT_ROW_LENGTH, STATS_ROW_SIZE);
  }
  if (id == ID_SCREENER_STATS) {
    return rowMessage(
      length,
      SCREENER_ROOT_SIZE,
      SCREENER_ROOT_ROW_COUNT,
      SCREENER_ROOT_ROW_LENGTH,
      SCREENER_ROW_SIZE,
    );
  }
  if (id == ID_ORDER_UPDATES || id == ID_ORDER_UPDATES_V2 || id == ID_COMMON_EVENTS || id == ID_NSE_EVENTS) {
    return textMessage(length);
  }
  return DECODE_UNKNOWN_ID;
}
