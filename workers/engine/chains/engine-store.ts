import type { ChainColumns, SideColumns } from "#domain/chain/chain-columns.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import { type MetacacheBody, parseMetacache } from "#protocol/http/metacache.ts";
import type { Clock, KeyValueStore } from "../edges.ts";
import { type ChainTable, createChainTable, type SideFeed } from "./chain-table.ts";
import { ROOT_NAMES } from "./root-names.ts";

/**
 * What survives a reload: the metacache and the last state of the chains last looked at. Nothing read is trusted: another
 * version, a wrong shape or a storage that fails or hangs all count as "nothing stored", and the network brings it anew.
 */
const STORE_VERSION = 1;
/** IndexedDB can hang (a blocked upgrade, a broken profile): the network is faster than waiting longer. */
const READ_TIMEOUT_MS = 1_000;
/** About 25 kB each. */
const MAX_CHAINS = 32;

interface StoredMetacache {
  readonly body: MetacacheBody;
  readonly savedAt: number;
  /** as an underlying's summary has it */
  readonly marketAhead: number;
}

export interface StoredChain {
  readonly table: ChainTable;
  readonly root: ChainRoot;
  readonly serverTime: number;
  /** Device's clock, epoch ms. */
  readonly savedAt: number;
}

export interface EngineStore {
  readMetacache(): Promise<StoredMetacache | null>;
  writeMetacache(body: MetacacheBody, marketAhead: number): Promise<void>;
  readChain(key: string): Promise<StoredChain | null>;
  writeChain(key: string, chain: Omit<StoredChain, "savedAt">): Promise<void>;
  /** Drops the oldest chains beyond MAX_CHAINS, and whatever cannot be read. */
  prune(): Promise<void>;
  /** False once a write has failed, until one succeeds. */
  readonly isAvailable: boolean;
}

const METACACHE = "metacache";
const CHAIN = "chain:";

const SIDE_COLUMNS = [
  "token",
  "ltp",
  "previousClose",
  "bid",
  "ask",
  "oi",
  "previousOi",
  "volume",
  "lastTradeTime",
] as const satisfies readonly (keyof SideColumns)[];
/** strike, previous IV, then each side's columns, IV and flags */
const ROW_LENGTH = 2 + 2 * (SIDE_COLUMNS.length + 2);

interface ChainRecord {
  readonly version: number;
  readonly savedAt: number;
  readonly serverTime: number;
  readonly root: Float64Array;
  readonly rows: Float64Array;
}

function packRows(table: ChainTable): Float64Array {
  const { columns, feed } = table;
  const rows = new Float64Array(columns.count * ROW_LENGTH);
  for (let i = 0, at = 0; i < columns.count; i++) {
    rows[at++] = columns.strikes[i]!;
    rows[at++] = columns.previousIv[i]!;
    at = packSide(rows, at, columns.call, feed.call, i);
    at = packSide(rows, at, columns.put, feed.put, i);
  }
  return rows;
}

function packSide(rows: Float64Array, from: number, side: SideColumns, feed: SideFeed, i: number): number {
  let at = from;
  for (const name of SIDE_COLUMNS) rows[at++] = side[name][i]!;
  rows[at++] = feed.iv[i]!;
  rows[at++] = feed.flags[i]!;
  return at;
}

function unpackSide(rows: Float64Array, from: number, side: SideColumns, feed: SideFeed, i: number): number {
  let at = from;
  for (const name of SIDE_COLUMNS) side[name][i] = rows[at++]!;
  feed.iv[i] = rows[at++]!;
  feed.flags[i] = rows[at++]!;
  return at;
}

function unpackRows(rows: Float64Array): ChainTable {
  const table = createChainTable(rows.length / ROW_LENGTH);
  const { columns, feed } = table;
  for (let i = 0, at = 0; i < columns.count; i++) {
    columns.strikes[i] = rows[at++]!;
    columns.previousIv[i] = rows[at++]!;
    at = unpackSide(rows, at, columns.call, feed.call, i);
    at = unpackSide(rows, at, columns.put, feed.put, i);
  }
  return table;
}

const MAX_ROWS = 4_096;

function isAscending(columns: ChainColumns): boolean {
  for (let i = 0; i < columns.count; i++) {
    const strike = columns.strikes[i]!;
    if (!(strike > 0 && strike < Infinity) || (i > 0 && !(strike > columns.strikes[i - 1]!))) return false;
  }
  return true;
}

/** A stored chain, or null for anything that is not exactly one of this version. */
export function parseStoredChain(value: unknown, key: string): StoredChain | null {
  if (typeof value !== "object" || value === null) return null;
  const record = value as Partial<Record<keyof ChainRecord, unknown>>;
  const { version, savedAt, serverTime, root: rootNumbers, rows } = record;
  if (version !== STORE_VERSION || !Number.isFinite(savedAt) || !Number.isFinite(serverTime)) return null;
  if (!(rootNumbers instanceof Float64Array) || rootNumbers.length !== ROOT_NAMES.length) return null;
  if (!(rows instanceof Float64Array) || rows.length === 0 || rows.length % ROW_LENGTH !== 0) return null;
  if (rows.length / ROW_LENGTH > MAX_ROWS) return null;
  const root = Object.fromEntries(
    ROOT_NAMES.map((name, i) => [name, rootNumbers[i]!]),
  ) as unknown as ChainRoot;
  if (`${root.underlying}.${root.expiry}` !== key) return null;
  if (!(root.marketTime > 0 && root.expiryInstant > 0 && root.priceDivisor > 0 && root.tickSize > 0))
    return null;
  const table = unpackRows(rows);
  if (!isAscending(table.columns)) return null;
  return { table, root, serverTime: serverTime as number, savedAt: savedAt as number };
}

export function createEngineStore(store: KeyValueStore, clock: Clock): EngineStore {
  let isAvailable = true;

  function read(key: string): Promise<unknown> {
    return new Promise((resolve) => {
      const timer = clock.setTimeout(() => resolve(undefined), READ_TIMEOUT_MS);
      const settle = (value: unknown): void => {
        clock.clearTimeout(timer);
        resolve(value);
      };
      // The store may throw as well as reject when it is absent.
      Promise.resolve()
        .then(() => store.get(key))
        .then(settle, () => {
          isAvailable = false;
          settle(undefined);
        });
    });
  }

  async function write(key: string, value: unknown): Promise<void> {
    try {
      await store.set(key, value);
      isAvailable = true;
    } catch {
      // Full or forbidden: the app works from the network alone.
      isAvailable = false;
    }
  }

  async function drop(key: string): Promise<void> {
    try {
      await store.delete(key);
    } catch {
      isAvailable = false;
    }
  }

  return {
    async readMetacache() {
      const value = await read(METACACHE);
      if (value === undefined) return null;
      const record = value as Partial<Record<"version" | "savedAt" | "marketAhead" | "body", unknown>> | null;
      const body =
        record !== null && typeof record === "object" && record.version === STORE_VERSION
          ? parseMetacache(record.body)
          : null;
      if (body === null || !Number.isFinite(record?.savedAt)) {
        await drop(METACACHE);
        return null;
      }
      return { body, savedAt: record?.savedAt as number, marketAhead: Number(record?.marketAhead) };
    },
    writeMetacache: (body, marketAhead) =>
      write(METACACHE, { version: STORE_VERSION, savedAt: clock.now(), marketAhead, body }),
    async readChain(key) {
      const value = await read(CHAIN + key);
      if (value === undefined) return null;
      const chain = parseStoredChain(value, key);
      if (chain === null) await drop(CHAIN + key);
      return chain;
    },
    writeChain(key, { table, root, serverTime }) {
      const record: ChainRecord = {
        version: STORE_VERSION,
        savedAt: clock.now(),
        serverTime,
        root: Float64Array.from(ROOT_NAMES, (name) => root[name]),
        rows: packRows(table),
      };
      return write(CHAIN + key, record);
    },
    async prune() {
      try {
        const keys = (await store.keys()).filter((key) => typeof key === "string" && key.startsWith(CHAIN));
        if (keys.length <= MAX_CHAINS) return;
        const aged: { key: string; savedAt: number }[] = [];
        for (const key of keys) {
          const chain = parseStoredChain(await store.get(key), key.slice(CHAIN.length));
          aged.push({ key, savedAt: chain?.savedAt ?? Number.NEGATIVE_INFINITY });
        }
        aged.sort((a, b) => b.savedAt - a.savedAt);
        for (const { key } of aged.slice(MAX_CHAINS)) await drop(key);
      } catch {
        isAvailable = false;
      }
    },
    get isAvailable() {
      return isAvailable;
    },
  };
}
