/** A page without a browser: its clock, its server, its worker, its account and its storage, all in the hands of a test. */

import { type BrokerId, ZERODHA } from "#domain/access/brokers.ts";
import { type AnalyzerSettings, DEFAULT_SETTINGS, type Namespace } from "#domain/strategy/analyzer/model.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import { type Analyzer, createAnalyzer } from "#src/analyzer/analyzer.ts";
import type { AnalyzerEdges, Caller, Source } from "#src/analyzer/edges.ts";
import type { Client } from "#src/api/client.ts";
import { FAR, NEAR, NOW, SPOT } from "#tests/domain/strategy/strategy-fixture.ts";
import { createFakeClock, settle } from "#tests/support/fake-clock.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { createComputeFake, HEAD } from "./fake-compute.ts";
import { BANKNIFTY, CONTRACTS, contract, LOT, NIFTY, payloadOf } from "./world-market.ts";

export { CONTRACTS, contract, FAR, HEAD, NEAR, NOW, payloadOf, SPOT };

/** Something that tells when it is another. */
function changing<T>(first: T): Source<T> & { set(next: T): void } {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    read: () => value,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}

/** A call that the server was asked. */
export interface AskedCall {
  readonly path: string;
  readonly input: { readonly body?: unknown; readonly params?: unknown; readonly query?: unknown };
  readonly at: number;
  readonly signal: AbortSignal;
  isDone: boolean;
  answer(body: unknown): Promise<void>;
  fail(error: unknown): Promise<void>;
}

const EXPIRIES = {
  payload: {
    data: [
      { expiry: NEAR, expiry_text: "24 Nov", is_weekly: true, is_default_selected: true },
      { expiry: FAR, expiry_text: "29 Dec", is_weekly: false, is_default_selected: false },
    ],
  },
};

const MARGIN = {
  margin_required: 150_000,
  capital_required: 140_000,
  span: 120_000,
  exposure: 30_000,
  additional: 0,
  source: "estimate",
  is_estimate: true,
  estimate: { margin_required: 150_000, capital_required: 140_000, premium: -10_000 },
  not_valued: [],
  closed: [],
  two_products: [],
  expired: [],
};

/** What a server answers that a test says nothing else of; undefined: it leaves the call open. */
function usualAnswer(path: string, body: unknown): unknown {
  if (path.endsWith("/get_expiries")) return EXPIRIES;
  if (path.endsWith("calculate_margin_v5")) return { payload: MARGIN };
  if (path.endsWith("calculate_margin_v3")) return { total_margin: 151_000 };
  if (path.endsWith("builder_v3")) return { payload: payloadOf(body as BuilderRequest) };
  return { payload: { path } };
}

function createServer(now: () => number) {
  const calls: AskedCall[] = [];
  const server = {
    calls,
    /** Whether what is asked is answered at once as usual; else a test does it. */
    isPrompt: true,
    /** In place of the usual answer; thrown when it is an error. */
    instead: null as ((path: string, body: unknown) => unknown) | null,
    of: (name: string) => calls.filter(({ path }) => path.includes(name)),
    newest(name: string): AskedCall {
      const found = server.of(name).at(-1);
      if (found === undefined) throw new Error(`${name} was not asked`);
      return found;
    },
    summaries: () => server.of("builder_v3"),
    call: ((row: { path: string }, input: AskedCall["input"] = {}, options: { signal?: AbortSignal } = {}) =>
      new Promise((resolve, reject) => {
        const signal = options.signal ?? new AbortController().signal;
        const asked: AskedCall = {
          path: row.path,
          input,
          at: now(),
          signal,
          isDone: false,
          answer(body) {
            asked.isDone = true;
            resolve(body as never);
            return settle();
          },
          fail(error) {
            asked.isDone = true;
            reject(error);
            return settle();
          },
        };
        calls.push(asked);
        signal.addEventListener("abort", () => reject(signal.reason));
        const other = server.instead?.(row.path, input.body);
        if (other instanceof Error) void asked.fail(other);
        else if (other !== undefined) void asked.answer(other);
        else if (server.isPrompt) void asked.answer(usualAnswer(row.path, input.body));
      })) as Client["call"],
  };
  return server;
}

export const account = (change: Partial<Caller> = {}): Caller => {
  const broker: BrokerId | null = change.broker === undefined ? ZERODHA : change.broker;
  return {
    phase: "signed_in",
    id: "acc-7",
    broker,
    subject: { broker: broker ?? ZERODHA, plan: "pro", isMobileApp: false },
    ...change,
  };
};

export const VISITOR: Caller = account({
  phase: "anonymous",
  id: "",
  broker: null,
  subject: { broker: 0, plan: "no_plan", isMobileApp: false },
});

function underlying(symbol: string): UnderlyingSummary {
  return {
    token: symbol === "NIFTY" ? NIFTY : BANKNIFTY,
    symbol,
    name: symbol,
    kind: "index",
    exchange: "NSE",
    derivativeExchange: "NFO",
    spotTickSize: 0.05,
    lotSize: LOT,
    expiries: [],
  } as unknown as UnderlyingSummary;
}

interface WorldOptions {
  readonly caller?: Caller;
  readonly storage?: Map<string, string>;
  readonly namespace?: Namespace;
  readonly hasWorker?: boolean;
  /** At once unless told. */
  readonly whenIdle?: () => Promise<void>;
  /** Only set up; `open` is called by the test. */
  readonly isClosed?: boolean;
  /** A clock that several pages share. */
  readonly clock?: ReturnType<typeof createFakeClock>;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** A page of NIFTY whose instruments are known. */
export async function createWorld(options: WorldOptions = {}) {
  const { storage = new Map<string, string>(), namespace = "builder", hasWorker = true } = options;
  const clock = options.clock ?? createFakeClock(NOW);
  const server = createServer(clock.monotonic);
  const { worker, compute } = createComputeFake();
  const caller = changing(options.caller ?? account());
  const visibility = changing(true);
  const etags = changing<string>("etag-1");
  const logs: { readonly message: string; readonly details: unknown }[] = [];
  const settings = {
    kept: DEFAULT_SETTINGS as AnalyzerSettings,
    excluded: { margin_and_charts: false, chart_underlyings: [] as string[] },
    saved: [] as Partial<AnalyzerSettings>[],
    fetched: 0,
    failure: null as Error | null,
  };
  const engine = {
    contracts: CONTRACTS as readonly LegContract[],
    failure: null as string | null,
    /** What is asked waits for it. */
    gate: Promise.resolve() as Promise<void>,
    contractsGate: Promise.resolve() as Promise<void>,
  };
  let workers = 0;
  const edges: AnalyzerEdges = {
    call: server.call,
    clock: {
      ...clock,
      now: clock.now,
      requestAnimationFrame: (run) => clock.setTimeout(run, 16),
      cancelAnimationFrame: clock.clearTimeout,
    },
    caller,
    visibility,
    marketTime: () => NOW,
    instruments: {
      async underlying(symbol) {
        await engine.gate;
        if (engine.failure !== null) {
          return { ok: false, code: "metacache.failed", message: engine.failure };
        }
        return { ok: true, value: underlying(symbol) };
      },
      async contracts(token) {
        await engine.contractsGate;
        return { ok: true, value: token === NIFTY ? engine.contracts : [] };
      },
      onChange: etags.onChange,
      etag: etags.read,
    },
    settings: {
      async fetch() {
        settings.fetched++;
        if (settings.failure !== null) throw settings.failure;
        return { settings: settings.kept, excluded: settings.excluded };
      },
      async save(next) {
        if (settings.failure !== null) throw settings.failure;
        settings.saved.push(next);
      },
    },
    startCompute() {
      workers++;
      return hasWorker ? compute : null;
    },
    storage: {
      getItem: (name) => storage.get(name) ?? null,
      setItem: (name, value) => void storage.set(name, value),
      removeItem: (name) => void storage.delete(name),
    },
    whenIdle: options.whenIdle ?? (() => Promise.resolve()),
    log: (message, details) => void logs.push({ message, details }),
  };
  const analyzer: Analyzer = createAnalyzer({ namespace, edges });
  if (options.isClosed !== true) {
    analyzer.open("NIFTY");
    await settle();
  }
  return {
    analyzer,
    state: analyzer.state,
    clock,
    server,
    worker,
    caller,
    visibility,
    etags,
    logs,
    settings,
    engine,
    storage,
    startedWorkers: () => workers,
    /** Lets what waits for promises go on. */
    settle,
    /** One frame of the screen. */
    frame: () => clock.run(16),
    logged: (message: string) => logs.filter((each) => each.message === message).length,
    buy: (strike: number, type: "CE" | "PE" = "CE", quantity = LOT) =>
      analyzer.dispatch({
        type: "add-leg",
        contract: contract(type, strike),
        deal: { action: "BUY", quantity, entryPrice: null },
      }),
    sell: (strike: number, type: "CE" | "PE" = "CE", quantity = LOT) =>
      analyzer.dispatch({
        type: "add-leg",
        contract: contract(type, strike),
        deal: { action: "SELL", quantity, entryPrice: null },
      }),
  };
}
