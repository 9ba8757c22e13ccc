import { type ChainColumns, createChainColumns, type SideColumns } from "#domain/chain/chain-columns.ts";
import { UNKNOWN_IV } from "#protocol/generated/layout.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import type { ChainTableView } from "#wasm/decoder.ts";
import { CHAIN_ROW_WORDS, CHAIN_SIDE_WORD as SIDE, CHAIN_WORD as WORD } from "#wasm/words.ts";

const IV_SCALE = 10_000;

/** What the feed says of an option beyond its prices, and how old our figures of it are. */
export interface SideFeed {
  /** Implied volatility of the strike as the feed solved it, fraction. */
  readonly iv: Float64Array;
  readonly flags: Uint32Array;
  /** Server time of the newest message that set last price, volume and OI, 0 never: a newer one wins, whichever way it comes. */
  readonly time: Float64Array;
}

export interface ChainFeed {
  readonly call: SideFeed;
  readonly put: SideFeed;
}

/** Columns of one expiry as the stream and the quotes leave them. Replaced as a whole when the strikes change. */
export interface ChainTable {
  readonly columns: ChainColumns;
  readonly feed: ChainFeed;
}

function createSideFeed(rows: number): SideFeed {
  return {
    iv: new Float64Array(rows).fill(Number.NaN),
    flags: new Uint32Array(rows),
    time: new Float64Array(rows),
  };
}

export function createChainTable(rows: number): ChainTable {
  const columns = createChainColumns(rows);
  columns.count = rows;
  return { columns, feed: { call: createSideFeed(rows), put: createSideFeed(rows) } };
}

/** True when a snapshot has exactly the strikes and tokens of the table, so that it can be merged in place. */
export function hasSameContracts(table: ChainTable, chain: ChainTableView, divisor: number): boolean {
  const { columns } = table;
  if (chain.count !== columns.count) return false;
  for (let i = 0; i < chain.count; i++) {
    const base = i * CHAIN_ROW_WORDS;
    if (rowIndex(chain, base) !== i) return false;
    if (columns.strikes[i] !== chain.words[base + WORD.strike]! / divisor) return false;
    if (columns.call.token[i] !== chain.words[base + WORD.call + SIDE.token]! >>> 0) return false;
    if (columns.put.token[i] !== chain.words[base + WORD.put + SIDE.token]! >>> 0) return false;
  }
  return true;
}

const rowIndex = (chain: ChainTableView, base: number): number =>
  chain.words[base + WORD.indexAndPreviousIv]! & 0xffff;

/** True when every row of a snapshot has its place: indices 0, 1, 2 …, strikes ascending. */
export function isWholeSnapshot(chain: ChainTableView, root: ChainRoot): boolean {
  if (chain.count !== root.totalRows || !(root.priceDivisor > 0)) return false;
  for (let i = 0; i < chain.count; i++) {
    const base = i * CHAIN_ROW_WORDS;
    if (rowIndex(chain, base) !== i) return false;
    if (i > 0 && !(chain.words[base + WORD.strike]! > chain.words[base - CHAIN_ROW_WORDS + WORD.strike]!))
      return false;
  }
  return true;
}

/** True when every row of a delta names a row of the table by its index and its strike. */
export function fitsTable(table: ChainTable, chain: ChainTableView, divisor: number): boolean {
  const { count, strikes } = table.columns;
  for (let r = 0; r < chain.count; r++) {
    const base = r * CHAIN_ROW_WORDS;
    const i = rowIndex(chain, base);
    if (i >= count || strikes[i] !== chain.words[base + WORD.strike]! / divisor) return false;
  }
  return true;
}

/** Writes the rows of the decoder's last chain message into the table. Nothing is allocated. */
export function applyChainRows(
  table: ChainTable,
  chain: ChainTableView,
  divisor: number,
  serverTime: number,
): void {
  const { columns, feed } = table;
  for (let r = 0; r < chain.count; r++) {
    const base = r * CHAIN_ROW_WORDS;
    const i = rowIndex(chain, base);
    columns.strikes[i] = chain.words[base + WORD.strike]! / divisor;
    const previous = chain.words[base + WORD.indexAndPreviousIv]! >>> 16;
    columns.previousIv[i] = previous === UNKNOWN_IV ? Number.NaN : previous / IV_SCALE;
    applySide(columns.call, feed.call, i, chain, base + WORD.call, divisor, serverTime);
    applySide(columns.put, feed.put, i, chain, base + WORD.put, divisor, serverTime);
  }
}

function applySide(
  side: SideColumns,
  feed: SideFeed,
  i: number,
  chain: ChainTableView,
  at: number,
  divisor: number,
  serverTime: number,
): void {
  const { words } = chain;
  side.token[i] = words[at + SIDE.token]!;
  side.previousClose[i] = words[at + SIDE.close]! / divisor;
  side.previousOi[i] = words[at + SIDE.previousOi]! >>> 0;
  feed.iv[i] = chain.floats[at + SIDE.iv]!;
  feed.flags[i] = words[at + SIDE.flags]!;
  // A newer quote mostly has no book, so that it says nothing of these.
  side.bid[i] = words[at + SIDE.bid]! / divisor;
  side.ask[i] = words[at + SIDE.ask]! / divisor;
  if (serverTime < feed.time[i]!) return;
  feed.time[i] = serverTime;
  side.ltp[i] = words[at + SIDE.lastPrice]! / divisor;
  side.oi[i] = words[at + SIDE.oi]! >>> 0;
  side.volume[i] = words[at + SIDE.volume]! >>> 0;
  side.lastTradeTime[i] = (words[at + SIDE.lastTradeTime]! >>> 0) * 1000;
}
