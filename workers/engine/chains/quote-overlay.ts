import { priceDivisor } from "#domain/units/segments.ts";
import { QUOTE_FULL_SIZE, QUOTE_MINI_SIZE, ROW_CAPACITY } from "#protocol/generated/layout.ts";
import type { Decoder } from "#wasm/decoder.ts";
import { QUOTE_WORD as QUOTE, ROW_WORDS } from "#wasm/words.ts";
import type { ChainTable } from "./chain-table.ts";
import type { LiveChain } from "./live-chain.ts";

/**
 * Quotes of the rows in view, laid over their chains' tables; of two values of an option the one of the newer message wins.
 * Each decoder row knows its one place, so that a quote finds it without a search.
 */
export interface QuoteOverlay<Chain extends LiveChain> {
  /**
   * Overlays quotes on rows first…last (none when first is -1).
   * @returns the tokens to subscribe, null when the decoder's table is full (engine.capacity): nothing is watched then
   */
  watch(chain: Chain, first: number, last: number): number[] | null;
  /** Lets go of all rows of the chain. */
  unwatch(chain: LiveChain): void;
  /** First and last row of the chain that is watched; null none. */
  watched(chain: LiveChain): readonly [first: number, last: number] | null;
  /** Lays the decoder's changed rows over their chains. @returns the chains that changed, until the next call */
  apply(serverTime: number): ReadonlySet<Chain>;
}

/** A chain whose rows first…last are watched, all of this table. */
interface Watch<Chain> {
  readonly chain: Chain;
  readonly slot: number;
  readonly table: ChainTable;
  readonly first: number;
  readonly last: number;
}

/** Index of a row and its side within a chain, below this. */
const CELLS = 65_536;
const DIRTY_BATCH = 4_096;

export function createQuoteOverlay<Chain extends LiveChain>(decoder: Decoder): QuoteOverlay<Chain> {
  /** A quote row's target is slot × CELLS + row × 2 + (1 for a put), -1 when no chain watches it. */
  const targets = new Float64Array(ROW_CAPACITY).fill(-1);
  const slots: (Watch<Chain> | null)[] = [];
  const watches = new Map<LiveChain, Watch<Chain>>();
  const dirty = new Uint32Array(DIRTY_BATCH);
  const touched = new Set<Chain>();

  function acquireToken(token: number, target: number, into: number[]): boolean {
    if (token === 0) return true;
    const row = decoder.acquire(token);
    if (row < 0) return false;
    targets[row] = target;
    into.push(token);
    return true;
  }

  function releaseToken(token: number): void {
    if (token === 0) return;
    const row = decoder.rowOf(token);
    if (row >= 0) targets[row] = -1;
    decoder.release(token);
  }

  function acquire({ slot, table, first, last }: Watch<Chain>): number[] | null {
    const { call, put } = table.columns;
    const tokens: number[] = [];
    for (let i = first; i <= last; i++) {
      const target = slot * CELLS + i * 2;
      if (
        acquireToken(call.token[i] ?? 0, target, tokens) &&
        acquireToken(put.token[i] ?? 0, target + 1, tokens)
      ) {
        continue;
      }
      for (const token of tokens) releaseToken(token);
      return null;
    }
    return tokens;
  }

  function release({ table, first, last }: Watch<Chain>): void {
    const { call, put } = table.columns;
    for (let i = first; i <= last; i++) {
      releaseToken(call.token[i] ?? 0);
      releaseToken(put.token[i] ?? 0);
    }
  }

  /** Rows that were watched before lose their target when their old hold is released. */
  function retarget({ slot, table, first, last }: Watch<Chain>): void {
    const { call, put } = table.columns;
    for (let i = first; i <= last; i++) {
      const callRow = decoder.rowOf(call.token[i] ?? 0);
      const putRow = decoder.rowOf(put.token[i] ?? 0);
      if (callRow >= 0) targets[callRow] = slot * CELLS + i * 2;
      if (putRow >= 0) targets[putRow] = slot * CELLS + i * 2 + 1;
    }
  }

  function freeSlot(): number {
    const free = slots.indexOf(null);
    return free < 0 ? slots.length : free;
  }

  function unwatch(chain: LiveChain): void {
    const watch = watches.get(chain);
    if (watch === undefined) return;
    release(watch);
    watches.delete(chain);
    slots[watch.slot] = null;
  }

  function applyQuote({ table }: Watch<Chain>, cell: number, at: number, serverTime: number): boolean {
    const i = cell >>> 1;
    const side = (cell & 1) === 0 ? table.columns.call : table.columns.put;
    const { time } = (cell & 1) === 0 ? table.feed.call : table.feed.put;
    const { words } = decoder;
    if (i >= table.columns.count || serverTime < (time[i] ?? 0)) return false;
    time[i] = serverTime;
    const divisor = priceDivisor(words[at]!);
    const size = words[at + QUOTE.lastSize]!;
    side.ltp[i] = words[at + QUOTE.lastPrice]! / divisor;
    if (size < QUOTE_MINI_SIZE) return true;
    side.oi[i] = words[at + QUOTE.oi]! >>> 0;
    side.volume[i] = words[at + QUOTE.volume]! >>> 0;
    side.lastTradeTime[i] = (words[at + QUOTE.lastTradeTime]! >>> 0) * 1000;
    if (size < QUOTE_FULL_SIZE) return true;
    side.bid[i] = words[at + QUOTE.buy + 1]! / divisor;
    side.ask[i] = words[at + QUOTE.sell + 1]! / divisor;
    return true;
  }

  return {
    watch(chain, first, last) {
      const { table } = chain;
      const before = watches.get(chain);
      if (table === null || first < 0) {
        unwatch(chain);
        return [];
      }
      const watch: Watch<Chain> = { chain, slot: before?.slot ?? freeSlot(), table, first, last };
      // The new ones first: what stays watched then keeps its row.
      const tokens = acquire(watch);
      if (tokens === null || before === undefined) unwatch(chain);
      else {
        release(before);
        retarget(watch);
      }
      if (tokens === null) return null;
      slots[watch.slot] = watch;
      watches.set(chain, watch);
      return tokens;
    },
    unwatch,
    watched(chain) {
      const watch = watches.get(chain);
      return watch === undefined ? null : [watch.first, watch.last];
    },
    apply(serverTime) {
      touched.clear();
      let taken = DIRTY_BATCH;
      while (taken === DIRTY_BATCH) {
        taken = decoder.takeDirty(dirty);
        for (let n = 0; n < taken; n++) {
          const row = dirty[n]!;
          const target = targets[row]!;
          if (target < 0) continue;
          const watch = slots[Math.floor(target / CELLS)];
          if (!watch) continue;
          if (applyQuote(watch, target % CELLS, row * ROW_WORDS, serverTime)) touched.add(watch.chain);
        }
      }
      return touched;
    },
  };
}
