import { compactDate } from "#domain/calendar/ist.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import {
  CHAIN_FLAG_SNAPSHOT,
  QUOTE_FULL_SIZE,
  QUOTE_MINI_SIZE,
  ROW_CAPACITY,
} from "#protocol/generated/layout.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import type { DecodeResult, Decoder } from "#wasm/decoder.ts";
import { QUOTE_WORD as QUOTE, ROW_WORDS } from "#wasm/words.ts";
import type { Clock } from "../edges.ts";
import {
  applyChainRows,
  type ChainTable,
  createChainTable,
  fitsTable,
  hasSameContracts,
  isWholeSnapshot,
} from "./chain-state.ts";

/**
 * Live state of every expiry somebody looks at, fed by two streams of one connection: packet 3 (snapshots and deltas) and
 * the quotes of the rows in view, which overlay it; of two values of an option the one of the newer message wins.
 *
 * A chain stream is `waiting` for its snapshot, `synced`, or has a `gap`: a delta that is not the last sequence plus one
 * of the same epoch. A gap is healed by subscribing again; what is on screen stays, and nothing steps backwards.
 */
export type StreamStatus = "waiting" | "synced" | "gap" | "refused";

export interface LiveChain {
  readonly key: string;
  readonly underlying: number;
  /** YYYY-MM-DD */
  readonly expiry: string;
  status: StreamStatus;
  /** Why the relay refused the stream. */
  problem: ErrorCode | null;
  table: ChainTable | null;
  root: ChainRoot | null;
  epoch: number;
  sequence: number;
  /** Server time of the newest packet 3, and of the newest message of any kind that changed something. */
  rootTime: number;
  serverTime: number;
  /** Device's clock when that newest message came; epoch ms. */
  receivedAt: number;
  /** Monotonic moment of the newest message that concerned the chain, changed or not; NaN before the first. */
  heardAt: number;
  /** Monotonic moment of the gap, of the last request to heal it. */
  gapAt: number;
  healedAt: number;
  /** Counts changes. */
  version: number;
  /** First and last row whose quotes are watched; -1 none. */
  watchedFirst: number;
  watchedLast: number;
}

export interface DerivativesEvents {
  /** Figures of a chain changed. */
  onChange(chain: LiveChain): void;
  /** The chain's snapshot is needed again. */
  onGap(chain: LiveChain): void;
  /** Quotes were lost on the way. */
  onQuoteGap(): void;
  /** The feed started anew: instruments may have changed. */
  onEpoch(): void;
}

export interface Derivatives {
  open(underlying: number, expiry: string): LiveChain;
  find(underlying: number, expiryNumber: number): LiveChain | undefined;
  /** Forgets the chain and stops watching its quotes. */
  close(chain: LiveChain): void;
  chains(): Iterable<LiveChain>;
  /**
   * Overlays quotes on rows first…last (none when first is -1).
   * @returns the tokens to subscribe, null when the decoder's table is full (engine.capacity): nothing is watched then
   */
  watch(chain: LiveChain, first: number, last: number): number[] | null;
  onChainMessage(result: DecodeResult): void;
  onQuotesMessage(result: DecodeResult): void;
  /** The connection is gone: sequences start anew, and the times of an old server bind no new one. */
  lost(): void;
  readonly gaps: number;
}

const HEAL_AGAIN_MS = 2_000;
/** Index of a row and its side within a chain, below this. */
const CELLS = 65_536;
const DIRTY_BATCH = 4_096;

export function chainKey(underlying: number, expiryNumber: number): string {
  return `${underlying}.${expiryNumber}`;
}

export function createDerivatives(decoder: Decoder, clock: Clock, events: DerivativesEvents): Derivatives {
  const chains = new Map<string, LiveChain>();
  /** Chains by slot; a quote row's target is slot × CELLS + row × 2 + (1 for a put), -1 when no chain watches it. */
  const slots: (LiveChain | null)[] = [];
  const slotOf = new Map<LiveChain, number>();
  const targets = new Float64Array(ROW_CAPACITY).fill(-1);
  const dirty = new Uint32Array(DIRTY_BATCH);
  const touched = new Set<LiveChain>();
  let quoteEpoch = -1;
  let quoteSequence = -1;
  let gaps = 0;

  function takeSlot(chain: LiveChain): void {
    const free = slots.indexOf(null);
    const slot = free < 0 ? slots.length : free;
    slots[slot] = chain;
    slotOf.set(chain, slot);
  }

  function unwatch(chain: LiveChain): void {
    const { table } = chain;
    if (table !== null && chain.watchedFirst >= 0) {
      for (let i = chain.watchedFirst; i <= chain.watchedLast; i++) {
        releaseToken(table.columns.call.token[i] ?? 0);
        releaseToken(table.columns.put.token[i] ?? 0);
      }
    }
    chain.watchedFirst = -1;
    chain.watchedLast = -1;
  }

  function releaseToken(token: number): void {
    if (token === 0) return;
    const row = decoder.rowOf(token);
    if (row >= 0) targets[row] = -1;
    decoder.release(token);
  }

  function acquireToken(token: number, target: number, into: number[]): boolean {
    if (token === 0) return true;
    const row = decoder.acquire(token);
    if (row < 0) return false;
    targets[row] = target;
    into.push(token);
    return true;
  }

  function watch(chain: LiveChain, first: number, last: number): number[] | null {
    const { table } = chain;
    const tokens: number[] = [];
    const slot = slotOf.get(chain);
    // The new ones first: what stays watched then keeps its row.
    let full = false;
    if (table !== null && slot !== undefined && first >= 0) {
      const { call, put } = table.columns;
      for (let i = first; i <= last && !full; i++) {
        const target = slot * CELLS + i * 2;
        full = !acquireToken(call.token[i] ?? 0, target, tokens);
        full ||= !acquireToken(put.token[i] ?? 0, target + 1, tokens);
      }
    }
    const kept = [chain.watchedFirst, chain.watchedLast] as const;
    if (full) for (const token of tokens) releaseToken(token);
    unwatch(chain);
    if (full) return null;
    if (first < 0 || table === null || slot === undefined) return tokens;
    // Rows that were watched before lost their target when their old hold was released.
    if (kept[0] >= 0) retarget(table, slot, first, last);
    chain.watchedFirst = first;
    chain.watchedLast = last;
    return tokens;
  }

  function retarget(table: ChainTable, slot: number, first: number, last: number): void {
    const { call, put } = table.columns;
    for (let i = first; i <= last; i++) {
      const callRow = decoder.rowOf(call.token[i] ?? 0);
      const putRow = decoder.rowOf(put.token[i] ?? 0);
      if (callRow >= 0) targets[callRow] = slot * CELLS + i * 2;
      if (putRow >= 0) targets[putRow] = slot * CELLS + i * 2 + 1;
    }
  }

  function heard(chain: LiveChain): void {
    chain.heardAt = clock.monotonic();
  }

  function changed(chain: LiveChain, serverTime: number): void {
    chain.serverTime = Math.max(chain.serverTime, serverTime);
    chain.receivedAt = clock.now();
    chain.version++;
    events.onChange(chain);
  }

  function gap(chain: LiveChain): void {
    const now = clock.monotonic();
    if (chain.status !== "gap") {
      gaps++;
      chain.status = "gap";
      chain.gapAt = now;
    } else if (now - chain.healedAt < HEAL_AGAIN_MS) {
      return;
    }
    chain.healedAt = now;
    events.onGap(chain);
  }

  function snapshot(chain: LiveChain, root: ChainRoot, result: DecodeResult): void {
    if (!isWholeSnapshot(decoder.chain, root)) return gap(chain);
    const isNewEpoch = chain.epoch >= 0 && chain.epoch !== result.epoch;
    if (chain.epoch === result.epoch && result.sequence < chain.sequence) {
      // A mirror that lags behind what we already have: its deltas catch up with us.
      if (chain.status !== "gap") chain.status = "synced";
      return;
    }
    let table = chain.table;
    if (table === null || !hasSameContracts(table, decoder.chain, root.priceDivisor)) {
      unwatch(chain);
      table = createChainTable(decoder.chain.count);
      chain.table = table;
    } else if (isNewEpoch) {
      table.feed.call.time.fill(0);
      table.feed.put.time.fill(0);
    }
    // Figures from storage or of another feed may bear the stamp of a clock that was ahead.
    if (chain.epoch !== result.epoch) chain.serverTime = 0;
    applyChainRows(table, decoder.chain, root.priceDivisor, result.serverTime);
    chain.status = "synced";
    chain.problem = null;
    adopt(chain, root, result);
    if (isNewEpoch) events.onEpoch();
  }

  function adopt(chain: LiveChain, root: ChainRoot, result: DecodeResult): void {
    chain.root = root;
    chain.epoch = result.epoch;
    chain.sequence = result.sequence;
    chain.rootTime = result.serverTime;
    changed(chain, result.serverTime);
  }

  function applyQuote(chain: LiveChain, cell: number, at: number, serverTime: number): boolean {
    const { table } = chain;
    if (table === null) return false;
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
    open(underlying, expiry) {
      const key = chainKey(underlying, compactDate(expiry));
      const known = chains.get(key);
      if (known !== undefined) return known;
      const chain: LiveChain = {
        key,
        underlying,
        expiry,
        status: "waiting",
        problem: null,
        table: null,
        root: null,
        epoch: -1,
        sequence: -1,
        rootTime: Number.NaN,
        serverTime: 0,
        receivedAt: Number.NaN,
        heardAt: Number.NaN,
        gapAt: Number.NEGATIVE_INFINITY,
        healedAt: Number.NEGATIVE_INFINITY,
        version: 0,
        watchedFirst: -1,
        watchedLast: -1,
      };
      chains.set(key, chain);
      takeSlot(chain);
      return chain;
    },
    find: (underlying, expiryNumber) => chains.get(chainKey(underlying, expiryNumber)),
    close(chain) {
      unwatch(chain);
      const slot = slotOf.get(chain);
      if (slot !== undefined) slots[slot] = null;
      slotOf.delete(chain);
      chains.delete(chain.key);
    },
    chains: () => chains.values(),
    watch,
    onChainMessage(result) {
      const root = decoder.chain.root();
      const chain = chains.get(chainKey(root.underlying, root.expiry));
      if (chain === undefined) return;
      heard(chain);
      if ((root.flags & CHAIN_FLAG_SNAPSHOT) !== 0) return snapshot(chain, root, result);
      if (chain.epoch === result.epoch && result.sequence <= chain.sequence) return;
      const follows = chain.epoch === result.epoch && result.sequence === (chain.sequence + 1) >>> 0;
      const { table } = chain;
      if (chain.status !== "synced" || !follows || table === null) return gap(chain);
      if (!fitsTable(table, decoder.chain, root.priceDivisor)) return gap(chain);
      applyChainRows(table, decoder.chain, root.priceDivisor, result.serverTime);
      adopt(chain, root, result);
    },
    onQuotesMessage(result) {
      const { epoch, sequence, serverTime } = result;
      if (quoteEpoch >= 0 && epoch !== quoteEpoch) events.onEpoch();
      else if (quoteEpoch >= 0 && sequence !== (quoteSequence + 1) >>> 0) {
        gaps++;
        events.onQuoteGap();
      }
      quoteEpoch = epoch;
      quoteSequence = sequence;
      let taken = DIRTY_BATCH;
      while (taken === DIRTY_BATCH) {
        taken = decoder.takeDirty(dirty);
        for (let n = 0; n < taken; n++) {
          const row = dirty[n]!;
          const target = targets[row]!;
          if (target < 0) continue;
          const chain = slots[Math.floor(target / CELLS)];
          if (!chain) continue;
          if (applyQuote(chain, target % CELLS, row * ROW_WORDS, serverTime)) touched.add(chain);
        }
      }
      for (const chain of touched) {
        heard(chain);
        changed(chain, serverTime);
      }
      touched.clear();
    },
    lost() {
      quoteEpoch = -1;
      quoteSequence = -1;
      for (const chain of chains.values()) {
        if (chain.status !== "refused") chain.status = "waiting";
        chain.table?.feed.call.time.fill(0);
        chain.table?.feed.put.time.fill(0);
      }
    },
    get gaps() {
      return gaps;
    },
  };
}
