import type { EngineHealth } from "./api.ts";
import { createEngineStore } from "./chains/engine-store.ts";
import { createSymbols } from "./chains/symbols.ts";
import { createMessageReader, type MessageReader } from "./connection/decode.ts";
import { createIntake } from "./connection/intake.ts";
import { createRelayLink, type RelayLink } from "./connection/relay-link.ts";
import { serverUrls } from "./connection/server-urls.ts";
import type { EngineEdges } from "./edges.ts";
import type { EngineCalls } from "./engine-calls.ts";
import { createMarketDesk, type DecodedMarket, type MarketDesk } from "./market-desk.ts";
import { healthReport } from "./measure/health-report.ts";
import { createHealthWatchers, type HealthWatchers } from "./measure/health-watchers.ts";
import { createPerformanceWatch } from "./measure/performance-watch.ts";
import { createLateEvents } from "./streams/late-events.ts";
import { createLateStreams, type LateStreams } from "./streams/late-streams.ts";
import type { Events } from "./streams/market-events.ts";
import { createHousekeeping } from "./tabs/housekeeping.ts";
import { createTabCalls } from "./tabs/tab-calls.ts";
import { createTabs } from "./tabs/tabs.ts";
import { createViewCalls } from "./tabs/view-calls.ts";

export interface Engine {
  readonly calls: EngineCalls;
  /** How the engine is, for what runs in its own thread; tabs are told by `watchHealth`. */
  health(): EngineHealth;
}

/**
 * The engine, put together. Data flows one way: link → intake → reader → market, streams and events → tabs. Interest flows
 * back: tabs → views and streams → subscriptions → link. Measuring looks at all of them and changes none.
 */
export function createEngine(edges: EngineEdges): Engine {
  const { clock, log } = edges;
  const store = createEngineStore(edges.store, clock);
  const urls = serverUrls(edges.origin);

  const tabs = createTabs(edges.locks, ({ id }) => {
    watchers.removeTab(id);
    performance.removeTab(id);
    desk.views?.closeTab(id);
    streams.current?.remove(id);
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
  const link = createRelayLink(edges, urls, {
    onMessage: intake.take,
    onLost() {
      intake.lost();
      desk.market?.derivatives.lost();
      streams.current?.lost();
    },
    onChange() {
      desk.views?.changed();
      watchers.tell("now");
    },
  });
  const { connection, subscriptions } = link;
  const desk = createMarketDesk({
    ...edges,
    store,
    urls,
    link,
    isFocused: tabs.isFocused,
    measures: performance.measures,
    onDecoded: (made) => intake.open(readerOf(made, { desk, link, streams, events, watchers, log })),
    onEpoch: () => events.onEpoch(),
    onInstruments: () => watchers.tell(),
  });
  const streams = createLateStreams(tabs.isKnown, async () => {
    const { createTabStreams } = await import("./streams/tab-streams.ts");
    const { views } = await desk.ready;
    const isFresh = (): boolean => connection.state === "live" && !views.states().includes("stale");
    return () => createTabStreams({ clock, subscriptions, isVisible: tabs.isVisible, isFresh });
  });
  const events = createLateEvents({
    clock,
    random: edges.random,
    instrumentsDate: () => desk.metacache.date,
    onInstruments: () => desk.metacache.refresh(),
    onBanner: () => watchers.tell(),
    log,
  });
  const watchers = createHealthWatchers({ clock, health, tabs });
  const housekeeping = createHousekeeping({
    clock,
    onSecond() {
      desk.refusals.retry();
      desk.views?.changed();
      watchers.tell();
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
    return healthReport({ clock, link, intake, desk, store, tabs, events, performance });
  }

  const symbols = createSymbols(desk.metacache);
  const calls: EngineCalls = {
    ...createTabCalls({
      ...edges,
      tabs,
      connection,
      onHello: rise,
      async onVisible(tab) {
        const { views } = await desk.ready;
        views.setVisible(tab.id, tab.visible);
        streams.current?.visibilityChanged(tab.id);
        watchers.tell("now");
      },
    }),
    ...createViewCalls(tabs, async () => (await desk.ready).views),
    underlyings: symbols.underlyings,
    underlying: symbols.underlying,
    findContracts: symbols.findContracts,
    ...streams.calls,
    watchHealth: watchers.add,
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
  readonly watchers: HealthWatchers;
  log(message: string): void;
}

function readerOf({ decoder, market }: DecodedMarket, parts: Receivers): MessageReader {
  const { derivatives } = market;
  const { desk, link, streams, events, watchers } = parts;
  return createMessageReader(decoder, {
    quotes: (result) => derivatives.onQuotesMessage(result),
    chain: (result) => derivatives.onChainMessage(result),
    bars: () => streams.current?.takeBars(decoder.bars),
    stats: (message) => streams.current?.takeStats(message),
    screener: (message, epoch) => streams.current?.takeScreener(message, epoch),
    ping(result) {
      // The market's clock is known from here on.
      if (link.ping(result.serverTime, decoder.ping())) watchers.tell("now");
    },
    event: (message) => events.take(message),
    text: (text) => desk.refusals.onText(text),
    refused: (reason) => parts.log(`Relay message skipped: ${reason}`),
  });
}
