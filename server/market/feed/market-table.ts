import type { ExpiryType } from "#domain/calendar/expiries.ts";
import type { Instrument, Underlying } from "#domain/instruments/types.ts";
import { ROW_BYTES } from "#protocol/generated/layout.ts";

/** One expiry of an underlying; `callIndex[i]`, `putIndex[i]` are rows of the market table, -1 where not listed. */
export interface ChainEntry {
  readonly underlyingIndex: number;
  readonly expiry: string;
  readonly expiryType: ExpiryType;
  readonly expiryInstant: number;
  readonly lotSize: number;
  readonly tickSize: number;
  readonly strikeStep: number;
  /** rupees, ascending */
  readonly strikes: Float64Array;
  readonly callIndex: Int32Array;
  readonly putIndex: Int32Array;
  /** row of the future that shares the expiry (MCX: the first future expiring after it), -1 none */
  readonly futureIndex: number;
}

export interface FutureEntry {
  readonly underlyingIndex: number;
  readonly expiry: string;
  readonly index: number;
  readonly expiryInstant: number;
}

export interface UnderlyingEntry {
  readonly underlying: Underlying;
  /** row of the underlying itself */
  readonly index: number;
  readonly lotSize: number;
  readonly multiplier: number;
  readonly chains: readonly ChainEntry[];
  readonly futures: readonly FutureEntry[];
}

/** Everything listed on one market date. The position of an instrument in `instruments` is its row in the table. */
export interface Universe {
  readonly date: string;
  readonly instruments: readonly Instrument[];
  readonly underlyings: readonly UnderlyingEntry[];
  /** row of India VIX, -1 none */
  readonly vixIndex: number;
}

/**
 * The market as one flat table: a row an instrument, in the decoder's own 48-word form (wire integers), so that a
 * packet is one byte-swapped copy of a row. A source writes rows and marks them; the publisher takes the marks.
 */
export interface MarketTable {
  readonly universe: Universe;
  /** rows × 48 words: word k is field k of the 184-byte packet (`QUOTE_FULL_*` / 4), depth as (quantity, price, orders) triples from word 16 */
  readonly words: Int32Array;
  /** open interest at the previous session's close, units */
  readonly previousOi: Float64Array;
  /** 1 where a row changed since it was last published */
  readonly dirty: Uint8Array;
  /** rows marked dirty, in order of marking; `dirtyCount` of them */
  readonly dirtyRows: Int32Array;
  dirtyCount: number;
}

export const ROW_WORDS = ROW_BYTES / 4;

export function createMarketTable(universe: Universe): MarketTable {
  const rows = universe.instruments.length;
  return {
    universe,
    words: new Int32Array(rows * ROW_WORDS),
    previousOi: new Float64Array(rows),
    dirty: new Uint8Array(rows),
    dirtyRows: new Int32Array(rows),
    dirtyCount: 0,
  };
}

export function markDirty(table: MarketTable, row: number): void {
  if (table.dirty[row] === 1) return;
  table.dirty[row] = 1;
  table.dirtyRows[table.dirtyCount++] = row;
}

/** Takes all marks away. */
export function clearMarks(table: MarketTable): void {
  for (let i = 0; i < table.dirtyCount; i++) table.dirty[table.dirtyRows[i]!] = 0;
  table.dirtyCount = 0;
}
