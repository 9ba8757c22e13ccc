import type { ChainColumns, SideColumns } from "#domain/chain/chain-columns.ts";
import { createChainColumns } from "#domain/chain/chain-columns.ts";
import type { ChainSolution } from "#domain/chain/solution.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import { toWirePrice } from "#domain/units/tick.ts";
import {
  CHAIN_CELL_IV,
  CHAIN_ROW_CALL,
  CHAIN_ROW_INDEX,
  CHAIN_ROW_PREVIOUS_IV,
  CHAIN_ROW_PUT,
  CHAIN_ROW_SIZE,
  CHAIN_ROW_STRIKE,
  CHAIN_SIDE_ASK,
  CHAIN_SIDE_BID,
  CHAIN_SIDE_CLOSE,
  CHAIN_SIDE_FLAGS,
  CHAIN_SIDE_IV,
  CHAIN_SIDE_LAST_PRICE,
  CHAIN_SIDE_LAST_TRADE_TIME,
  CHAIN_SIDE_OI,
  CHAIN_SIDE_PREVIOUS_OI,
  CHAIN_SIDE_SIZE,
  CHAIN_SIDE_TOKEN,
  CHAIN_SIDE_VOLUME,
  UNKNOWN_IV,
} from "#protocol/generated/layout.ts";
import { CELL_OFFSETS, type ChangedRows } from "#protocol/wire/chain-delta.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import { type ChainEntry, type MarketTable, ROW_WORDS } from "../market-table.ts";

const BID = WORD.buy + 1;
const ASK = WORD.sell + 1;
const IV_SCALE = 10_000;

/** Divisor of every price of a chain: that of its contracts' segment, which all of them share. */
export function chainDivisor(entry: ChainEntry, table: MarketTable): number {
  const listed = [...entry.callIndex, ...entry.putIndex].find((row) => row >= 0);
  return listed === undefined ? 100 : priceDivisor(table.universe.instruments[listed]!.token);
}

/** Columns with what never changes within a universe: strikes, tokens, previous closes of OI and IV. */
export function createColumns(
  entry: ChainEntry,
  table: MarketTable,
  previousIv: Float64Array | null,
): ChainColumns {
  const count = entry.strikes.length;
  const columns = createChainColumns(count);
  columns.count = count;
  columns.strikes.set(entry.strikes);
  if (previousIv !== null) columns.previousIv.set(previousIv.subarray(0, count));
  for (const [side, rows] of [
    [columns.call, entry.callIndex],
    [columns.put, entry.putIndex],
  ] as const) {
    for (let i = 0; i < count; i++) {
      const row = rows[i]!;
      if (row >= 0) side.token[i] = table.universe.instruments[row]!.token;
    }
  }
  return columns;
}

function readSide(rows: Int32Array, table: MarketTable, divisor: number, side: SideColumns): void {
  const { words, previousOi } = table;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (row < 0) continue;
    const base = row * ROW_WORDS;
    side.ltp[i] = words[base + WORD.lastPrice]! / divisor;
    side.previousClose[i] = words[base + WORD.close]! / divisor;
    side.bid[i] = words[base + BID]! / divisor;
    side.ask[i] = words[base + ASK]! / divisor;
    side.oi[i] = words[base + WORD.oi]! >>> 0;
    side.previousOi[i] = previousOi[row]!;
    side.volume[i] = words[base + WORD.volume]! >>> 0;
    side.lastTradeTime[i] = (words[base + WORD.lastTradeTime]! >>> 0) * 1000;
  }
}

/** Brings the ticking columns up to the table. */
export function readColumns(
  entry: ChainEntry,
  table: MarketTable,
  divisor: number,
  columns: ChainColumns,
): void {
  readSide(entry.callIndex, table, divisor, columns.call);
  readSide(entry.putIndex, table, divisor, columns.put);
}

function writeSide(
  view: DataView,
  at: number,
  words: Int32Array,
  row: number,
  previousOi: number,
  token: number,
  iv: number,
  flags: number,
): void {
  const base = row * ROW_WORDS;
  view.setUint32(at + CHAIN_SIDE_TOKEN, token, false);
  view.setInt32(at + CHAIN_SIDE_LAST_PRICE, words[base + WORD.lastPrice]!, false);
  view.setInt32(at + CHAIN_SIDE_CLOSE, words[base + WORD.close]!, false);
  view.setInt32(at + CHAIN_SIDE_BID, words[base + BID]!, false);
  view.setInt32(at + CHAIN_SIDE_ASK, words[base + ASK]!, false);
  view.setInt32(at + CHAIN_SIDE_OI, words[base + WORD.oi]!, false);
  view.setUint32(at + CHAIN_SIDE_PREVIOUS_OI, previousOi, false);
  view.setInt32(at + CHAIN_SIDE_VOLUME, words[base + WORD.volume]!, false);
  view.setInt32(at + CHAIN_SIDE_LAST_TRADE_TIME, words[base + WORD.lastTradeTime]!, false);
  view.setFloat32(at + CHAIN_SIDE_IV, iv, false);
  view.setUint32(at + CHAIN_SIDE_FLAGS, flags, false);
}

/** A side that is not listed: token 0, no IV, nothing else. */
function writeUnlisted(view: DataView, at: number): void {
  for (let k = 0; k < CHAIN_SIDE_SIZE; k += 4) view.setUint32(at + k, 0, false);
  view.setFloat32(at + CHAIN_SIDE_IV, Number.NaN, false);
}

function wirePreviousIv(iv: number): number {
  return Number.isNaN(iv) ? UNKNOWN_IV : Math.min(Math.round(iv * IV_SCALE), UNKNOWN_IV - 1);
}

/** All rows of a solved chain as packet 3 carries them, `count` × 96 bytes into `view`. */
export function encodeRows(
  entry: ChainEntry,
  table: MarketTable,
  divisor: number,
  columns: ChainColumns,
  solution: ChainSolution,
  view: DataView,
): void {
  for (let i = 0; i < columns.count; i++) {
    const at = i * CHAIN_ROW_SIZE;
    view.setInt32(at + CHAIN_ROW_STRIKE, toWirePrice(columns.strikes[i]!, divisor), false);
    view.setUint16(at + CHAIN_ROW_INDEX, i, false);
    view.setUint16(at + CHAIN_ROW_PREVIOUS_IV, wirePreviousIv(columns.previousIv[i]!), false);
    const iv = solution.iv[i]!;
    const call = entry.callIndex[i]!;
    const put = entry.putIndex[i]!;
    if (call < 0) writeUnlisted(view, at + CHAIN_ROW_CALL);
    else {
      const { token, previousOi } = columns.call;
      const flags = solution.callFlags[i]!;
      writeSide(view, at + CHAIN_ROW_CALL, table.words, call, previousOi[i]!, token[i]!, iv, flags);
    }
    if (put < 0) writeUnlisted(view, at + CHAIN_ROW_PUT);
    else {
      const { token, previousOi } = columns.put;
      const flags = solution.putFlags[i]!;
      writeSide(view, at + CHAIN_ROW_PUT, table.words, put, previousOi[i]!, token[i]!, iv, flags);
    }
  }
}

const ROW_UINTS = CHAIN_ROW_SIZE / 4;
const CALL_IV = (CHAIN_ROW_CALL + CHAIN_SIDE_IV) / 4;
const PUT_IV = (CHAIN_ROW_PUT + CHAIN_SIDE_IV) / 4;

/** Bit of each word of a row in a delta's `cells`; 0 of what only a snapshot tells. The IVs' is not among them. */
const CELL_BITS = new Uint16Array(ROW_UINTS);
CELL_OFFSETS.forEach((offset, bit) => {
  CELL_BITS[offset / 4] = 1 << bit;
});

/**
 * An IV stays as it was told until it is further from that than this (0.001 points of percent, a tenth of what is shown). A
 * recomputed IV differs in its last bits with every change of the forward and of time: without this a busy chain tells
 * all of its rows ten times a second. Nothing adds up: the comparison is with what was told.
 */
export const IV_SLACK = 1e-5;

/** The chain's rows as last told and as solved now, as the same bytes twice. */
export interface RowBytes {
  readonly words: Uint32Array;
  readonly view: DataView;
}

/** Rows that a solve changed: the first `count`, by their numbers and the cells of a delta. */
export interface RowChanges extends ChangedRows {
  count: number;
  /** Something changed that no cell tells: all rows have to be told, whole. */
  isMore: boolean;
}

/** @param longest rows of the longest chain */
export function createRowChanges(longest: number): RowChanges {
  return { count: 0, indices: new Uint16Array(longest), cells: new Uint16Array(longest), isMore: false };
}

function ivMoved(last: DataView, fresh: DataView, word: number): boolean {
  const before = last.getFloat32(4 * word, false);
  const now = fresh.getFloat32(4 * word, false);
  return !(Math.abs(now - before) <= IV_SLACK || (Number.isNaN(now) && Number.isNaN(before)));
}

/** Takes over what differs in the row of words at `from`. @returns its cells; with `isMore` set when there is more to tell */
function takeRow(last: RowBytes, fresh: RowBytes, from: number, changes: RowChanges): number {
  let cells = 0;
  for (let k = 0; k < ROW_UINTS; k++) {
    const word = fresh.words[from + k]!;
    if (last.words[from + k] === word || k === CALL_IV || k === PUT_IV) continue;
    last.words[from + k] = word;
    const bit = CELL_BITS[k]!;
    if (bit === 0) changes.isMore = true;
    else cells |= bit;
  }
  if (!ivMoved(last.view, fresh.view, from + CALL_IV) && !ivMoved(last.view, fresh.view, from + PUT_IV)) {
    return cells;
  }
  last.words[from + CALL_IV] = fresh.words[from + CALL_IV]!;
  last.words[from + PUT_IV] = fresh.words[from + PUT_IV]!;
  return cells | CHAIN_CELL_IV;
}

/** Compares fresh rows with the last ones and takes over the cells that differ; an IV only when it moved by more than the slack. */
export function takeChangedRows(last: RowBytes, fresh: RowBytes, count: number, changes: RowChanges): void {
  changes.count = 0;
  changes.isMore = false;
  for (let i = 0; i < count; i++) {
    const cells = takeRow(last, fresh, i * ROW_UINTS, changes);
    if (cells === 0) continue;
    changes.indices[changes.count] = i;
    changes.cells[changes.count++] = cells;
  }
}
