import type { ErrorCode } from "#domain/errors.ts";
import type { PricingKernel } from "#domain/pricing/kernel.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { SUBPROTOCOL_PREFIX } from "#protocol/version.ts";
import type { Decoder } from "#wasm/decoder.ts";
import type { ChainViewSpec, EngineApi, EngineHealth, Outcome } from "./api.ts";
import { type ConnectionFacts, isRefused, overallState } from "./chains/feed-state.ts";
import { createLivePrices } from "./chains/live-prices.ts";
import { createMarket, type Market } from "./chains/market.ts";
import { createMetacache } from "./chains/metacache.ts";
import { createRefusals } from "./chains/refusals.ts";
import { createEngineStore } from "./chains/store.ts";
import { createSymbols } from "./chains/symbols.ts";
import { createConnection } from "./connection/connection.ts";
import { createMessageReader, type MessageReader } from "./connection/decode.ts";
import { createMarketAccess } from "./connection/market-access.ts";
import { createReconnectPolicy } from "./connection/reconnect.ts";
import { createServerClock } from "./connection/server-clock.ts";
import { startDecoder, within } from "./connection/start-decoder.ts";
import { createSubscriptions } from "./connection/subscriptions.ts";
import type { EngineEdges, PortLike, Timer } from "./edges.ts";
import { createHealthWatchers } from "./measure/health.ts";
import type { Performance } from "./measure/performance.ts";
import type { Events } from "./streams/events.ts";
import type { TabStreams } from "./streams/tab-streams.ts";
import { createTabs, holdEngineLock } from "./tabs/tabs.ts";
import { faultOf } from "./tabs/view.ts";

/** What tabs call, over structural ports, so that tests can bring their own; `EngineApi` is what a tab sees of it. */
export type EngineCalls = Omit<EngineApi, "openChain" | "watchHealth" | "watchPerformance"> & {
  openChain(tabId: number, spec: ChainViewSpec, port: PortLike): Promise<Outcome<number>>;
  watchHealth(tabId: number, port: PortLike, everyMs: number): Promise<void>;
  watchPerformance(tabId: number, port: PortLike): Promise<void>;
};

export interface Engine {
  readonly calls: EngineCalls;
  /** How the engine is, for what runs in its own thread; tabs are told by `watchHealth`. */
  health(): EngineHealth;
}

/** Who the engine says it is; the plan gates nothing of the market data. */
const BROKER_ID = 1;
const PLAN = "free";

const LOCK_WAIT_MS = 250;
const KEEP_HOUSE_MS = 1_000;
const PERSIST_EVERY = 15;
const PERSIST_FIRST = 2;
/** Thirty tabs of some views each; far beyond it something leaks, and that must be heard of. */
export const MAX_VIEWS = 512;
/** Messages held while WebAssembly compiles. */
const MAX_EARLY = 256;
/** The relay's limit a subscription of bars or stats. */
const MAX_STREAM_TOKENS = 500;

/** Everything that needs the decoder, which needs WebAssembly, which takes a moment. */
interface Core {
  readonly decoder: Decoder;
  readonly kind: EngineHealth["decoder"];
  readonly market: Market;
  readonly reader: MessageReader;
}

const refuse = (code: ErrorCode, message: string): { ok: false; code: ErrorCode; message: string } => ({
  ok: false,
  code,
  message,
});

export function createEngine(edges: EngineEdges): Engine {
  const { clock } = edges;
  const lockName = `engine:${edges.build}:${edges.instance}`;
  const lockHeld = holdEngineLock(edges.locks, lockName);
  const store = createEngineStore(edges.store, clock);
  const serverClock = createServerClock();
  const early: unknown[] = [];
  let core: Core | null = null;
  /** null while nobody watches: then nothing is measured. */
  let performance: Performance | null = null;
  let houseTimer: Timer | null = null;
  let houseTurns = 0;
  let pingedAt = Number.NaN;
  /** account that the tabs spoke of last, null before they did */
  let identity: string | null = null;

  const subscriptions = createSubscriptions({
    clock,
    brokerId: BROKER_ID,
    send: (text) => connection.send(text),
  });
  const relayUrl = `${edges.origin.replace(/^http/, "ws")}/broker/${BROKER_ID}?consumerType=platform_${PLAN}`;
  const connection = createConnection(
    {
      clock,
      policy: createReconnectPolicy(edges.random),
      connect: () => edges.connect(relayUrl, [`${SUBPROTOCOL_PREFIX}${edges.protocol}`]),
      mayHaveMarket: createMarketAccess({
        clock,
        fetch: edges.fetch,
        url: `${edges.origin}/v1/market_access`,
      }),
    },
    {
      onOpen: () => subscriptions.opened(),
      onMessage(data) {
        if (core !== null) {
          return performance === null ? core.reader.read(data) : performance.measures.read(core.reader, data);
        }
        if (early.length < MAX_EARLY) early.push(data);
        return false;
      },
      onLost() {
        early.length = 0;
        subscriptions.lost();
        core?.market.derivatives.lost();
        streams?.lost();
        serverClock.forget();
      },
      onWake: () => serverClock.forget(),
      onChange() {
        core?.market.changed();
        watchers.tell("now");
      },
    },
  );
  const refusals = createRefusals({
    clock,
    subscriptions,
    chains: () => core?.market.derivatives.chains() ?? [],
    onChange: () => core?.market.changed(),
    log: edges.log,
  });
  const metacache = createMetacache({
    clock,
    fetch: edges.fetch,
    store,
    url: `${edges.origin}/v1/compute/cache/instrument_metacache/${BROKER_ID}`,
    log: edges.log,
    onChange: () => watchers.tell(),
  });
  const symbols = createSymbols(metacache);
  const livePrices = createLivePrices({
    clock,
    fetch: edges.fetch,
    url: (underlying) => `${edges.origin}/v1/compute/cache/live_derivative_prices/${underlying}`,
    isRefused: () => isRefused(connection),
    isNeeded(underlying) {
      for (const chain of core?.market.derivatives.chains() ?? []) {
        if (chain.underlying === underlying && chain.status !== "synced") return true;
      }
      return false;
    },
    onPrices: (underlying, prices) => core?.market.applyPolled(underlying, prices),
    log: edges.log,
  });
  let streams: TabStreams | null = null;
  /** Loaded when first asked for: no chain waits for it. @throws when its code is not to be had; the next call tries again */
  async function tabStreams(): Promise<TabStreams> {
    const { createTabStreams } = await import("./streams/tab-streams.ts");
    await ready;
    streams ??= createTabStreams({
      clock,
      subscriptions,
      isVisible: (tabId) => tabs.get(tabId)?.visible ?? false,
      isFresh: () => connection.state === "live" && !chainStates().includes("stale"),
    });
    return streams;
  }
  let events: Events | null = null;
  /** Loaded with the first event, which no chain waits for either. */
  async function withEvents(use: (events: Events) => void): Promise<void> {
    const { createEvents } = await import("./streams/events.ts");
    events ??= createEvents({
      clock,
      random: edges.random,
      instrumentsDate: () => metacache.date,
      onInstruments: () => metacache.refresh(),
      onBanner: () => watchers.tell(),
      log: edges.log,
    });
    use(events);
  }
  /** Without the code of it this event is lost; the next one tries again. */
  const onEvent = (use: (events: Events) => void): void =>
    events === null ? void withEvents(use).catch((reason) => edges.log(String(reason))) : use(events);
  const watchers = createHealthWatchers({
    clock,
    health,
    isVisible: (tabId) => tabs.get(tabId)?.visible ?? false,
  });
  const tabs = createTabs(edges.locks, (tab) => {
    watchers.removeTab(tab.id);
    performance?.removeTab(tab.id);
    core?.market.closeTab(tab.id);
    streams?.remove(tab.id);
    if (tabs.size === 0) rest();
  });

  const ready = load();

  async function load(): Promise<Core> {
    const { decoder, kernel, kind } = await startDecoder(edges);
    const made = assemble(decoder, kernel, kind);
    core = made;
    for (const data of early.splice(0)) made.reader.read(data);
    return made;
  }

  function assemble(decoder: Decoder, kernel: PricingKernel, kind: Core["kind"]): Core {
    const market = createMarket({
      clock,
      decoder,
      kernel,
      subscriptions,
      store,
      serverClock,
      connection: connectionFacts,
      isFocused: (tabId) => tabs.isFocused(tabId),
      measures: () => performance?.measures ?? null,
      multiplierOf: (underlying) => metacache.current?.multiplierOf(underlying) ?? Number.NaN,
      onEpoch: () => onEvent((all) => all.onEpoch()),
      onUnderlyings: (underlyings) => livePrices.watch(underlyings),
    });
    const reader = createMessageReader(decoder, {
      quotes: (result) => market.derivatives.onQuotesMessage(result),
      chain: (result) => market.derivatives.onChainMessage(result),
      bars: () => streams?.takeBars(decoder.bars),
      stats: (message) => streams?.takeStats(message),
      screener: (message, epoch) => streams?.takeScreener(message, epoch),
      ping(result) {
        pingedAt = clock.monotonic();
        const isFirst = Number.isNaN(serverClock.latency);
        serverClock.ping(result.serverTime, decoder.ping(), pingedAt);
        // The market's clock is known from here on.
        if (isFirst) watchers.tell("now");
      },
      event: (message) => onEvent((all) => all.take(message)),
      text: refusals.onText,
      refused: (reason) => edges.log(`Relay message skipped: ${reason}`),
    });
    return { decoder, kind, market, reader };
  }

  function connectionFacts(): ConnectionFacts {
    return {
      state: connection.state,
      error: connection.error,
      problem: connection.problem,
      feedAge: serverClock.feedAge + Math.max(clock.monotonic() - pingedAt - serverClock.interval, 0),
    };
  }

  function keepHouse(): void {
    houseTimer = clock.setTimeout(keepHouse, KEEP_HOUSE_MS);
    houseTurns++;
    refusals.retry();
    core?.market.changed();
    watchers.tell();
    if (houseTurns === PERSIST_FIRST || houseTurns % PERSIST_EVERY === 0) core?.market.persist();
  }

  /** The first tab is here. */
  function rise(): void {
    metacache.start();
    connection.want();
    if (houseTimer !== null) return;
    subscriptions.want("events", [{ kind: "events" }]);
    houseTurns = 0;
    houseTimer = clock.setTimeout(keepHouse, KEEP_HOUSE_MS);
    void store.prune();
  }

  /** The last tab is gone: nothing is open, nothing ticks. */
  function rest(): void {
    if (houseTimer !== null) clock.clearTimeout(houseTimer);
    houseTimer = null;
    refusals.forget();
    subscriptions.release("events");
    events?.stop();
    livePrices.watch(new Set());
    metacache.stop();
    connection.release();
  }

  /** How the chain of each view stands. */
  function chainStates(): FeedState[] {
    const { market } = core ?? {};
    return market === undefined ? [] : [...market.views.values()].map((view) => market.stateOf(view.chain));
  }

  function health(): EngineHealth {
    const now = clock.monotonic();
    const counters = core?.reader.counters;
    const age = now - connection.heardAt;
    const offset = serverClock.serverTime(now) - clock.now();
    const marketTime = serverClock.marketTime(now);
    const known = (value: number): number | null => (Number.isFinite(value) ? value : null);
    return {
      state: connection.state,
      feed: overallState(connectionFacts(), chainStates()),
      error: connection.error,
      problem: connection.problem ?? (core?.market.isFull ? "engine.capacity" : null),
      connections: connection.counters.connections,
      reconnects: connection.counters.reconnects,
      gaps: core?.market.derivatives.gaps ?? 0,
      refused: counters?.refused ?? 0,
      messages: counters?.messages ?? 0,
      bytes: counters?.bytes ?? 0,
      quotes: counters?.quotes ?? 0,
      tabs: tabs.size,
      views: core?.market.views.size ?? 0,
      subscriptions: subscriptions.count,
      ageMs: known(age),
      latencyMs: known(serverClock.latency),
      clockOffsetMs: known(offset) ?? 0,
      marketTime: known(marketTime),
      simulated: core?.market.isSimulated || (metacache.current?.simulated ?? false),
      measuring: performance !== null,
      decoder: core?.kind ?? "wasm",
      storage: store.isAvailable ? "ready" : "unavailable",
      metacache: { etag: metacache.etag, savedAt: metacache.savedAt, error: metacache.error },
      bannerEtag: events?.bannerEtag ?? null,
    };
  }

  function viewOf(core: Core, viewId: number): ReturnType<Market["open"]> | undefined {
    return core.market.views.get(viewId);
  }

  /** Whether streams of these tokens can be kept for the tab. */
  function isServed(tabId: number, tokens: readonly number[]): boolean {
    return tabs.get(tabId) !== undefined && tokens.length <= MAX_STREAM_TOKENS;
  }

  const calls: EngineCalls = {
    async hello(tab) {
      if (tab.build !== edges.build || tab.protocol !== edges.protocol) {
        return { ok: false, code: "engine.build_mismatch", build: edges.build };
      }
      const { id } = tabs.add(tab.lock, tab.visible);
      connection.setOnline(tab.online);
      connection.retrySoon();
      rise();
      // A tab that asked for the lock before we hold it would think the engine dead: this takes a moment, no longer.
      await within(clock, lockHeld, LOCK_WAIT_MS);
      return { ok: true, build: edges.build, lock: lockName, tabId: id, shared: edges.shared };
    },
    async openChain(tabId, spec, port) {
      const fault = faultOf(spec);
      if (fault !== null) return refuse("request.invalid", `The view cannot be opened: ${fault}`);
      const { market } = await ready;
      const tab = tabs.get(tabId);
      if (tab === undefined) {
        port.close();
        return refuse("engine.unavailable", "The engine does not know this tab; say hello again");
      }
      if (market.views.size >= MAX_VIEWS) {
        port.close();
        return refuse("engine.capacity", `The engine holds ${MAX_VIEWS} views already; close some tabs`);
      }
      return { ok: true, value: market.open(tabId, spec, port, tab.visible).id };
    },
    async configureChain(viewId, spec) {
      const fault = faultOf(spec);
      if (fault !== null) return refuse("request.invalid", `The view cannot be changed: ${fault}`);
      const made = await ready;
      const view = viewOf(made, viewId);
      if (view === undefined) return refuse("engine.unavailable", "There is no such view; open it again");
      made.market.configure(view, spec);
      return { ok: true, value: null };
    },
    async closeView(viewId) {
      const made = await ready;
      const view = viewOf(made, viewId);
      if (view !== undefined) made.market.close(view);
    },
    async setVisible(tabId, visible) {
      const tab = tabs.get(tabId);
      if (tab === undefined || tab.visible === visible) return;
      tab.visible = visible;
      (await ready).market.setVisible(tabId, tab.visible);
      streams?.visibilityChanged(tabId);
      watchers.tell("now");
    },
    async setFocused(tabId, focused) {
      tabs.setFocused(tabId, focused);
    },
    async setOnline(tabId, online) {
      if (tabs.get(tabId) !== undefined) connection.setOnline(online);
    },
    async identityChanged(next) {
      // The other tabs learn of it too and say the same; a socket that was refused is tried again all the same.
      if (next === identity && connection.problem === null) return;
      identity = next;
      connection.renew();
    },
    underlyings: symbols.underlyings,
    underlying: symbols.underlying,
    async bars(tabId, tokens) {
      const made = streams ?? (await tabStreams());
      return isServed(tabId, tokens) ? made.bars(tabId, tokens) : [];
    },
    async stats(tabId, underlyings) {
      const made = streams ?? (await tabStreams());
      return isServed(tabId, underlyings) ? made.stats(tabId, underlyings) : [];
    },
    async screener(tabId, wanted) {
      const made = streams ?? (await tabStreams());
      return made.screener(tabId, wanted && isServed(tabId, []));
    },
    async watchHealth(tabId, port, everyMs) {
      if (tabs.get(tabId) === undefined) return port.close();
      watchers.add(tabId, port, everyMs > 0 ? everyMs : KEEP_HOUSE_MS);
    },
    async watchPerformance(tabId, port) {
      const { createPerformance } = await import("./measure/performance.ts");
      if (tabs.get(tabId) === undefined) return port.close();
      performance ??= createPerformance({
        clock,
        serverTime: (at) => (serverClock.isSettled ? serverClock.serverTime(at) : Number.NaN),
        health,
        tabs: tabs.all,
        views: () => core?.market.views.values() ?? [],
        wasmBytes: () => (core?.kind === "wasm" ? core.decoder.words.buffer.byteLength : null),
        heapBytes: edges.heapBytes,
        onIdle() {
          performance = null;
        },
      });
      performance.add(tabId, port);
    },
    async tellHeap(tabId, bytes) {
      if (tabs.get(tabId) !== undefined) performance?.tellHeap(tabId, bytes);
    },
  };
  return { calls, health };
}
