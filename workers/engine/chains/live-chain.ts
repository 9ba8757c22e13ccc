import { CHAIN_FLAG_SNAPSHOT } from "#protocol/generated/layout.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import type { ChainTableView, DecodeResult } from "#wasm/decoder.ts";
import type { Clock } from "../edges.ts";
import {
  applyChainRows,
  type ChainTable,
  createChainTable,
  fitsTable,
  hasSameContracts,
  isWholeSnapshot,
} from "./chain-table.ts";
import type { StoredChain } from "./engine-store.ts";
import { createStreamPlace, type StreamPlace } from "./stream-place.ts";

/** One expiry that a tab looks at, as its readers see it. */
export interface LiveChain {
  readonly key: string;
  readonly underlying: number;
  /** YYYY-MM-DD */
  readonly expiry: string;
  readonly stream: Readonly<Pick<StreamPlace, "status" | "epoch" | "sequence" | "gapAt">>;
  /** null before there are figures, as is the root. */
  readonly table: ChainTable | null;
  readonly root: ChainRoot | null;
  /** Server time of the newest packet 3, and of the newest message of any kind that changed something. */
  readonly rootTime: number;
  readonly serverTime: number;
  /** Device's clock when that newest message came; epoch ms. */
  readonly receivedAt: number;
  /** Monotonic moment of the newest message that concerned the chain, changed or not; NaN before the first. */
  readonly heardAt: number;
  /** Counts changes. */
  readonly version: number;
}

/** The same for what brings its figures. */
export interface KeptChain extends LiveChain {
  readonly stream: StreamPlace;
  /** Takes a packet 3: a snapshot whatever came before, a delta that follows. */
  take(rows: ChainTableView, root: ChainRoot, stamp: DecodeResult): void;
  /** Quotes of a message have been laid over its table. */
  quoted(serverTime: number): void;
  /** Takes what storage has of it. */
  restore(stored: StoredChain): void;
  /** Takes figures that came another way than the stream. */
  replaceRoot(root: ChainRoot): void;
  /** The connection is gone: the times of an old server bind no new one. */
  lost(): void;
}

interface LiveChainEvents {
  /** Figures of the chain changed. */
  onChange(chain: LiveChain): void;
  /** The chain's snapshot is needed again. */
  onGap(chain: LiveChain, isNew: boolean): void;
  /** Its table is about to give way to one of other contracts. */
  onReplace(chain: LiveChain): void;
  /** The feed started anew: instruments may have changed. */
  onEpoch(): void;
}

/** What is read-only for all others, to the part whose own it is. */
type Own<T> = { -readonly [K in keyof T]: T[K] };

export const chainKey = (underlying: number, expiryNumber: number): string => `${underlying}.${expiryNumber}`;

export function createLiveChain(
  key: string,
  underlying: number,
  expiry: string,
  clock: Clock,
  events: LiveChainEvents,
): KeptChain {
  const stream = createStreamPlace(clock);
  const chain: Own<KeptChain> = {
    key,
    underlying,
    expiry,
    stream,
    table: null,
    root: null,
    rootTime: Number.NaN,
    serverTime: 0,
    receivedAt: Number.NaN,
    heardAt: Number.NaN,
    version: 0,
    take(rows, root, stamp) {
      chain.heardAt = clock.monotonic();
      if ((root.flags & CHAIN_FLAG_SNAPSHOT) !== 0) takeSnapshot(rows, root, stamp);
      else takeDelta(rows, root, stamp);
    },
    quoted(serverTime) {
      chain.heardAt = clock.monotonic();
      changed(serverTime);
    },
    restore({ table, root, serverTime, savedAt }) {
      chain.table = table;
      chain.root = root;
      chain.rootTime = serverTime;
      chain.serverTime = serverTime;
      chain.receivedAt = savedAt;
      chain.version++;
    },
    replaceRoot(root) {
      chain.root = root;
      chain.rootTime = chain.serverTime;
      chain.version++;
    },
    lost() {
      stream.lost();
      if (chain.table !== null) forgetTimes(chain.table);
    },
  };

  function changed(serverTime: number): void {
    chain.serverTime = Math.max(chain.serverTime, serverTime);
    chain.receivedAt = clock.now();
    chain.version++;
    events.onChange(chain);
  }

  function gap(): void {
    const missed = stream.miss();
    if (missed !== "asked") events.onGap(chain, missed === "new");
  }

  function adopt(rows: ChainTableView, table: ChainTable, root: ChainRoot, stamp: DecodeResult): void {
    applyChainRows(table, rows, root.priceDivisor, stamp.serverTime);
    chain.root = root;
    chain.rootTime = stamp.serverTime;
    stream.reach(stamp.epoch, stamp.sequence);
    changed(stamp.serverTime);
  }

  function takeSnapshot(rows: ChainTableView, root: ChainRoot, stamp: DecodeResult): void {
    if (!isWholeSnapshot(rows, root)) return gap();
    const { epoch } = stream;
    const isNewEpoch = epoch >= 0 && epoch !== stamp.epoch;
    if (epoch === stamp.epoch && stamp.sequence < stream.sequence) return stream.confirm();
    let { table } = chain;
    if (table === null || !hasSameContracts(table, rows, root.priceDivisor)) {
      events.onReplace(chain);
      table = createChainTable(rows.count);
      chain.table = table;
    } else if (isNewEpoch) {
      forgetTimes(table);
    }
    // Figures from storage or of another feed may bear the stamp of a clock that was ahead.
    if (epoch !== stamp.epoch) chain.serverTime = 0;
    stream.sync();
    adopt(rows, table, root, stamp);
    if (isNewEpoch) events.onEpoch();
  }

  function takeDelta(rows: ChainTableView, root: ChainRoot, stamp: DecodeResult): void {
    const { table } = chain;
    if (stamp.epoch === stream.epoch && stamp.sequence <= stream.sequence) return;
    if (table === null || !stream.isNext(stamp.epoch, stamp.sequence)) return gap();
    if (!fitsTable(table, rows, root.priceDivisor)) return gap();
    adopt(rows, table, root, stamp);
  }

  return chain;
}

/** Whatever comes next is newer. */
function forgetTimes({ feed }: ChainTable): void {
  feed.call.time.fill(0);
  feed.put.time.fill(0);
}
