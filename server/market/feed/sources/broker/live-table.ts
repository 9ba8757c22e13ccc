import { DEPTH_WORDS, QUOTE_WORD as WORD } from "#wasm/words.ts";
import {
  createMarketTable,
  type MarketTable,
  markDirty,
  ROW_WORDS,
  type Universe,
} from "../../market-table.ts";
import { rowsByToken } from "../../row-packets.ts";

const LEVELS = 5;
const DEPTH_END = WORD.sell + LEVELS * DEPTH_WORDS;

/** What a stream writes into between two turns of the feed: rows of words as the market table has them. */
export interface LiveTable {
  readonly universe: Universe;
  readonly words: Int32Array;
  /** row of a token, undefined for what is not carried */
  readonly rows: ReadonlyMap<number, number>;
  /** 1 for rows of the index kind, which have no book */
  readonly isIndex: Uint8Array;
  /** open interest before today, units; NaN unknown */
  previousOi(token: number): number;
  /** how many words have been set to something else so far */
  readonly changes: number;
  /** Sets a word and notes the row as changed when it differs. */
  set(row: number, word: number, value: number): void;
  /** Takes the book of a row that is no longer followed: an old offer must not look like a present one. */
  clearBook(row: number): void;
  /** Copies what changed into the feed's table, open interest before today as `previousOi` gives it. */
  publish(table: MarketTable): void;
  /** Copies everything. */
  fill(table: MarketTable): void;
}

/**
 * Open interest at the previous close by row. Where none was stored it is what a row is first heard with:
 * before the open that is yesterday's, later it makes the change count from there.
 */
function createPreviousOi(universe: Universe, stored: (token: number) => number): Float64Array {
  return Float64Array.from(universe.instruments, (each) => stored(each.token));
}

/**
 * @param before the table of the universe before, whose rows live on by token; null none
 * @param stored open interest at the previous close by token, NaN unknown
 */
export function createLiveTable(
  universe: Universe,
  before: LiveTable | null,
  stored: (token: number) => number,
): LiveTable {
  const table = createMarketTable(universe);
  const { words } = table;
  const rows = rowsByToken(universe);
  const previousOi = createPreviousOi(universe, stored);
  let changes = 0;
  const isIndex = Uint8Array.from(universe.instruments, (each) => (each.type === "INDEX" ? 1 : 0));

  universe.instruments.forEach(({ token }, row) => {
    const old = before?.rows.get(token);
    const at = row * ROW_WORDS;
    if (before !== null && old !== undefined) {
      words.set(before.words.subarray(old * ROW_WORDS, (old + 1) * ROW_WORDS), at);
    }
    words[at + WORD.token] = token | 0;
  });

  function noteOi(row: number, oi: number): void {
    if (oi !== 0 && Number.isNaN(previousOi[row]!)) previousOi[row] = oi >>> 0;
  }
  for (let row = 0; row < universe.instruments.length; row++) noteOi(row, words[row * ROW_WORDS + WORD.oi]!);

  return {
    universe,
    words,
    rows,
    isIndex,
    get changes() {
      return changes;
    },
    previousOi(token) {
      const row = rows.get(token);
      return row === undefined ? Number.NaN : previousOi[row]!;
    },
    set(row, word, value) {
      const at = row * ROW_WORDS + word;
      const next = value | 0;
      if (words[at] === next) return;
      words[at] = next;
      changes++;
      if (word === WORD.oi) noteOi(row, next);
      markDirty(table, row);
    },
    clearBook(row) {
      const at = row * ROW_WORDS;
      for (let k = WORD.buy; k < DEPTH_END; k++) this.set(row, k, 0);
      if (words[at + WORD.buyQuantity] !== 0) this.set(row, WORD.buyQuantity, 0);
      if (words[at + WORD.sellQuantity] !== 0) this.set(row, WORD.sellQuantity, 0);
    },
    publish(into) {
      for (let i = 0; i < table.dirtyCount; i++) {
        const row = table.dirtyRows[i]!;
        table.dirty[row] = 0;
        const from = row * ROW_WORDS;
        into.words.set(words.subarray(from, from + ROW_WORDS), from);
        into.previousOi[row] = previousOi[row]! || 0;
        markDirty(into, row);
      }
      table.dirtyCount = 0;
    },
    fill(into) {
      into.words.set(words);
      for (let row = 0; row < universe.instruments.length; row++) {
        into.previousOi[row] = previousOi[row]! || 0;
        markDirty(into, row);
      }
      table.dirty.fill(0);
      table.dirtyCount = 0;
    },
  };
}
