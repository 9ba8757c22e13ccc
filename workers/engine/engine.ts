import type { EngineHealth } from "./api.ts";
import { createEngineStore } from "./chains/engine-store.ts";
import { createSymbols } from "./chains/symbols.ts";
import { createMessageReader, type MessageReader } from "./connection/decode.ts";
import { createIntake } from "./connection/intake.ts";
import { createRelayLink, isRefused, type RelayLink } from "./connection/relay-link.ts";
import { serverUrls } from "./connection/server-urls.ts";
import type { EngineEdges } from "./edges.ts";
import type { EngineCalls } from "./engine-calls.ts";
import { createLateCalls } from "./late-calls.ts";
import { createMarketDesk, type DecodedMarket, type MarketDesk } from "./market-desk.ts";
import { healthReport } from "./measure/health-report.ts";
import { createHealthSource, type HealthSource } from "./measure/health-source.ts";
import { createPerformanceWatch } from "./measure/performance-watch.ts";
import { createNamedCalls } from "./named-calls.ts";
import { createLateStreams, type LateStreams } from "./streams/late-streams.ts";
import { createEvents, type Events } from "./streams/market-events.ts";
import { createDeliveries } from "./streams/stream-deliveries.ts";
import { createHousekeeping } from "./tabs/housekeeping.ts";
import { createTabCalls } from "./tabs/tab-calls.ts";
import { createTabs } from "./tabs/tabs.ts";
import { createViewCalls } from "./tabs/view-calls.ts";

export interface Engine {
  readonly calls: EngineCalls;
  /** How the engine is, for what runs in its own thread; tabs have a stream of it. */
  health(): EngineHealth;
}

/**
 * The engine, put together. Data flows one way: link → intake → reader → market, streams and events → tabs. Interest flows
 * back: tabs → views and streams → subscriptions → link. Measuring looks at all of them and changes none.
 */
export function createEngine(given: EngineEdges): Engine {
  const named = createNamedCalls(given);
  const edges: EngineEdges = { ...given, fetch: named.fetch };
  const { clock, log } = edges;
  const store = createEngineStore(edges.store, clock);
  const urls = serverUrls(edges.origin);

  const tabs = createTabs(edges.locks, ({ id }) => {
    deliveries.removeTab(id);
    performance.removeTab(id);
    desk.views?.closeTab(id);
    if (tabs.size === 0) rest();
  });
  const performance = createPerformanceWatch({
    clock,
    isKnown: tabs.isKnown,
    serverTime: (at) => (link.serverClock.isSettled ? link.serverClock.serverTime(at) : Number.NaN),
    health,
    tabs: tabs.all,
    views: () => desk.views?.all.values() ?? [],
    wasmBytes: () => desk.wasmBytes,
    heapBytes: edges.heapBytes,
  });
  const intake = createIntake(performance.measures);
  const http = createLateCalls(edges);
  const { mayHaveMarket } = http;
  const link = createRelayLink({ ...edges, mayHaveMarket }, urls, {
    onMessage: intake.take,
    onLost() {
      intake.lost();
      desk.market?.derivatives.lost();
      streams.current?.lost();
    },
    onChange() {
      desk.views?.changed();
      healthSource.tell("now");
    },
  });
  const { connection, subscriptions } = link;
  const deliveries = createDeliveries({ clock, subscriptions, isVisible: tabs.isVisible });
  const healthSource = createHealthSource({ health, deliveries });
  const desk = createMarketDesk({
    ...edges,
    http,
    store,
    urls,
    link,
    isFocused: tabs.isFocused,
    measures: performance.measures,
    onDecoded: (made) => intake.open(readerOf(made, { desk, link, streams, events, healthSource, log })),
    onEpoch: () => events.onEpoch(),
    onInstruments() {
      streams.current?.listed();
      healthSource.tell();
    },
    streams: () => streams.current,
    onSharedRefused: (stream, refusal) => streams.current?.refused(stream, refusal),
    onPrices: (underlying, prices) => streams.current?.takePrices(underlying, prices),
    onPricesFailed: (underlying) => streams.current?.pricesFailed(underlying),
  });
  const streams = createLateStreams({
    deliveries,
    health: healthSource,
    isKnown: tabs.isKnown,
    async bring() {
      const { createTabStreams } = await import("./streams/tab-streams.ts");
      const { decoder, views } = await desk.ready;
      const isFresh = (): boolean => connection.state === "live" && !views.states().includes("stale");
      const { livePrices } = desk;
      const { metacache } = desk;
      const of = { ...edges, isFresh, isRefused: () => isRefused(connection) };
      return () => createTabStreams({ ...of, decoder, deliveries, link, livePrices, metacache });
    },
  });
  const events = createEvents({
    clock,
    random: edges.random,
    instrumentsDate: () => desk.metacache.date,
    onInstruments: () => desk.metacache.refresh(),
    onBanner: () => healthSource.tell(),
    log,
  });
  const housekeeping = createHousekeeping({
    clock,
    onSecond() {
      desk.refusals.retry();
      desk.views?.changed();
      healthSource.tell();
      deliveries.changed();
    },
    onSave: () => desk.market?.persist(),
  });

  /** The first tab is here. */
  function rise(): void {
    desk.metacache.start();
    connection.want();
    if (!housekeeping.start()) return;
    subscriptions.want("events", [{ kind: "events" }]);
    void store.prune();
  }

  /** The last tab is gone: nothing is open, nothing ticks. */
  function rest(): void {
    housekeeping.stop();
    subscriptions.release("events");
    events.stop();
    desk.rest();
    connection.release();
  }

  function health(): EngineHealth {
    return healthReport({ clock, link, intake, desk, store, tabs, events, performance, named });
  }

  const symbols = createSymbols(desk.metacache, edges);
  const calls: EngineCalls = {
    ...createTabCalls({
      ...edges,
      name: named.name,
      prove(token) {
        named.prove(token);
        link.prove(token);
      },
      tabs,
      connection,
      onHello: rise,
      async onVisible(tab) {
        const { views } = await desk.ready;
        views.setVisible(tab.id, tab.visible);
        deliveries.visibilityChanged(tab.id);
      },
    }),
    ...createViewCalls(
      tabs,
      async () => (await desk.ready).views,
      () => link.serverClock.serverTime(clock.monotonic()),
    ),
    underlyings: symbols.underlyings,
    underlying: symbols.underlying,
    findContracts: symbols.findContracts,
    contracts: symbols.contracts,
    ...streams.calls,
    watchPerformance: performance.add,
    tellHeap: performance.tellHeap,
  };
  return { calls, health };
}

/** The parts that messages of the relay go to. */
interface Receivers {
  readonly desk: MarketDesk;
  readonly link: RelayLink;
  readonly streams: LateStreams;
  readonly events: Events;
  readonly healthSource: HealthSource;
  log(message: string): void;
}

function readerOf({ decoder, market }: DecodedMarket, parts: Receivers): MessageReader {
  const { derivatives } = market;
  const { desk, link, streams, events, healthSource } = parts;
  return createMessageReader(decoder, {
    quotes(result) {
      derivatives.onQuotesMessage(result);
      streams.current?.takeQuotes(result);
    },
    chain(result) {
      derivatives.onChainMessage(result);
      streams.current?.takeChain(result);
    },
    bars: ({ epoch }) => streams.current?.takeBars(decoder.bars, epoch),
    stats: (message) => streams.current?.takeStats(message),
    screener: (message, epoch) => streams.current?.takeScreener(message, epoch),
    ping(result) {
      // The market's clock is known from here on.
      if (link.ping(result.serverTime, decoder.ping())) healthSource.tell("now");
    },
    event: (message) => events.take(message),
    text: (text) => desk.refusals.onText(text),
    refused: (reason) => parts.log(`Relay message skipped: ${reason}`),
  });
}
