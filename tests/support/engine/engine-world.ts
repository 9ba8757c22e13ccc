import {
  CHAIN_FIELD_INDEX,
  type ChainField,
  type ChainFrame,
  FEED_STATES,
  FRAME_FULL,
  HEAD_INDEX,
  type HeadField,
  readChainFrame,
} from "#protocol/frames/chain-frame.ts";
import type { ChainViewSpec, EngineHealth } from "#workers/engine/api.ts";
import type {
  EngineEdges,
  KeyValueStore,
  LocksLike,
  PortLike,
  RequestInitLike,
  ResponseLike,
} from "#workers/engine/edges.ts";
import { createEngine } from "#workers/engine/engine.ts";
import type { EngineCalls } from "#workers/engine/engine-calls.ts";
import { createFakeClock, type FakeClock } from "../fake-clock.ts";
import { EXPIRY, NIFTY } from "../market/chain-stream.ts";
import { createFakeRelay, type FakeRelay } from "../relay/fake-relay.ts";

/** Locks of one origin: a holder at a time, the others queue. */
export interface FakeLocks extends LocksLike {
  /** Takes a lock as a tab does. @returns what happens when the tab dies */
  hold(name: string): () => void;
  isHeld(name: string): boolean;
}

export function createFakeLocks(): FakeLocks {
  const queues = new Map<string, (() => void)[]>();
  const held = new Set<string>();
  function next(name: string): void {
    const run = queues.get(name)?.shift();
    if (run === undefined) held.delete(name);
    else run();
  }
  function request(name: string, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const run = (): void => {
        held.add(name);
        work()
          .then(resolve, reject)
          .finally(() => next(name));
      };
      if (!held.has(name)) return run();
      const queue = queues.get(name) ?? [];
      queue.push(run);
      queues.set(name, queue);
    });
  }
  return {
    request,
    hold(name) {
      let die = (): void => {};
      void request(name, () => new Promise((resolve) => (die = resolve)));
      return () => die();
    },
    isHeld: (name) => held.has(name),
  };
}

export interface FakeStore extends KeyValueStore {
  readonly map: Map<string, unknown>;
  fault: "none" | "reject" | "hang" | "full";
}

/** A store whose values are cloned, as IndexedDB does. */
export function createFakeStore(entries: Iterable<readonly [string, unknown]> = []): FakeStore {
  const map = new Map<string, unknown>(entries);
  const store: FakeStore = {
    map,
    fault: "none",
    get: (key) => answer(() => structuredClone(map.get(key))),
    set: (key, value) => answer(() => void map.set(key, structuredClone(value)), true),
    delete: (key) => answer(() => void map.delete(key)),
    keys: () => answer(() => [...map.keys()]),
  };
  function answer<T>(work: () => T, isWrite = false): Promise<T> {
    if (store.fault === "hang") return new Promise(() => {});
    if (store.fault === "reject" || (isWrite && store.fault === "full")) {
      return Promise.reject(new DOMException("no room", "QuotaExceededError"));
    }
    return Promise.resolve().then(work);
  }
  return store;
}

/** A view's far end: holds what the frames said. */
export interface FakePort extends PortLike {
  readonly posts: unknown[];
  readonly frames: ChainFrame[];
  isClosed: boolean;
  credit(): void;
  /** What the receiver of all frames so far shows. */
  readonly strikes: Float64Array;
  readonly last: ChainFrame;
  cell(strike: number, field: ChainField): number;
  head(field: HeadField): number;
  readonly state: string | undefined;
}

export function createFakePort(): FakePort {
  const cells = new Map<number, number>();
  const width = Object.keys(CHAIN_FIELD_INDEX).length;
  const port: FakePort = {
    posts: [],
    frames: [],
    isClosed: false,
    onmessage: null,
    strikes: new Float64Array(0),
    postMessage(message) {
      this.posts.push(message);
      if (!(message instanceof ArrayBuffer)) return;
      const frame = readChainFrame(message);
      this.frames.push(frame);
      if (frame.head[HEAD_INDEX.kind] === FRAME_FULL) {
        cells.clear();
        (this as { strikes: Float64Array }).strikes = frame.strikes;
      }
      frame.cells.forEach((cell, i) => {
        cells.set(cell, frame.values[i]!);
      });
    },
    close() {
      this.isClosed = true;
    },
    credit() {
      this.onmessage?.({ data: 1 });
    },
    get last() {
      return this.frames[this.frames.length - 1]!;
    },
    cell(strike, field) {
      const row = this.strikes.indexOf(strike);
      if (row < 0) throw new RangeError(`no strike ${strike} in the window`);
      const value = cells.get(row * width + CHAIN_FIELD_INDEX[field]);
      if (value === undefined) throw new RangeError(`nobody sent ${field} of ${strike}`);
      return value;
    },
    head(field) {
      return this.last.head[HEAD_INDEX[field]]!;
    },
    get state() {
      return FEED_STATES[this.head("state")];
    },
  };
  return port;
}

export interface FakeRequest {
  readonly url: string;
  readonly init: RequestInitLike;
}

/** What tabs call, and how the engine is. */
export type AskedEngine = EngineCalls & { health(): Promise<EngineHealth> };

/** Starts the engine over the edges given. */
export function startEngine(edges: EngineEdges): AskedEngine {
  const { calls, health } = createEngine(edges);
  return { ...calls, health: async () => health() };
}

/** What tabs of this world call themselves. */
export const IDS = { "x-session-reference": "run-1", "x-device-id": "device-1" };

export interface EngineWorld {
  readonly clock: FakeClock;
  readonly relay: FakeRelay;
  readonly locks: FakeLocks;
  readonly store: FakeStore;
  readonly engine: AskedEngine;
  readonly requests: FakeRequest[];
  readonly logs: string[];
  /** Answers by path; anything else is 404. */
  readonly routes: Map<string, (init: RequestInitLike) => ResponseLike | Promise<ResponseLike>>;
  /** Says hello as a fresh tab. @returns its id and how it dies */
  tab(options?: { readonly visible?: boolean }): Promise<{ readonly id: number; readonly die: () => void }>;
  open(
    tabId: number,
    spec?: Partial<ChainViewSpec>,
  ): Promise<{ readonly id: number; readonly port: FakePort }>;
}

export const BASIC_FIELDS: readonly ChainField[] = [
  "call.ltp",
  "call.oi",
  "iv",
  "put.ltp",
  "put.bid",
  "put.ask",
];

export function viewSpec(changes: Partial<ChainViewSpec> = {}): ChainViewSpec {
  return {
    underlying: NIFTY,
    expiry: EXPIRY,
    strikesAbove: 10,
    strikesBelow: 10,
    hundredsOnly: false,
    fields: BASIC_FIELDS,
    maxRate: 10,
    ...changes,
  };
}

export function jsonResponse(
  body: unknown,
  etag: string | null = null,
  status = 200,
  more: Readonly<Record<string, string>> = {},
): ResponseLike {
  const headers: Readonly<Record<string, string>> = etag === null ? more : { ...more, etag };
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name) => headers[name.toLowerCase()] ?? null },
    json: async () => structuredClone(body),
  };
}

export function createEngineWorld(
  options: {
    readonly clock?: FakeClock;
    readonly store?: FakeStore;
    readonly loadWasm?: () => Promise<WebAssembly.Module | null>;
    readonly random?: () => number;
  } = {},
): EngineWorld {
  const clock = options.clock ?? createFakeClock();
  const relay = createFakeRelay(clock.monotonic);
  const locks = createFakeLocks();
  const store = options.store ?? createFakeStore();
  const requests: FakeRequest[] = [];
  const logs: string[] = [];
  const routes: EngineWorld["routes"] = new Map();
  const engine = startEngine({
    connect: (url, protocols) => relay.connect(url, protocols),
    fetch: async (url, init) => {
      requests.push({ url, init });
      return routes.get(new URL(url).pathname)?.(init) ?? jsonResponse({ error: {} }, null, 404);
    },
    store,
    locks,
    clock,
    random: options.random ?? (() => 0),
    loadWasm: options.loadWasm ?? (async () => null),
    heapBytes: () => null,
    origin: "https://strikewise.test",
    build: "b1",
    protocol: 1,
    instance: "i1",
    shared: true,
    log: (message) => logs.push(message),
  });
  let tabs = 0;
  return {
    clock,
    relay,
    locks,
    store,
    engine,
    requests,
    logs,
    routes,
    async tab({ visible = true } = {}) {
      const lock = `tab:${++tabs}`;
      const die = locks.hold(lock);
      const hello = await engine.hello({ build: "b1", protocol: 1, lock, online: true, visible, ids: IDS });
      if (!hello.ok) throw new Error(hello.code);
      return { id: hello.tabId, die };
    },
    async open(tabId, spec = {}) {
      const port = createFakePort();
      const outcome = await engine.openChain(tabId, viewSpec(spec), port);
      if (!outcome.ok) throw new Error(outcome.message);
      await clock.run(0);
      return { id: outcome.value, port };
    },
  };
}
