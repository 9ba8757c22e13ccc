import type { EngineStore } from "../chains/engine-store.ts";
import { overallState } from "../chains/feed-state.ts";
import type { Intake } from "../connection/intake.ts";
import type { RelayLink } from "../connection/relay-link.ts";
import type { Clock } from "../edges.ts";
import type { MarketDesk } from "../market-desk.ts";
import type { NamedCalls } from "../named-calls.ts";
import type { Events } from "../streams/market-events.ts";
import type { Tabs } from "../tabs/tabs.ts";
import type { EngineHealth } from "./engine-health.ts";
import type { PerformanceWatch } from "./performance-watch.ts";

/** The parts whose state is the engine's health. */
interface HealthSources {
  readonly clock: Clock;
  readonly link: RelayLink;
  readonly intake: Intake;
  readonly desk: MarketDesk;
  readonly store: EngineStore;
  readonly tabs: Tabs;
  readonly events: Events;
  readonly performance: PerformanceWatch;
  readonly named: NamedCalls;
}

const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Tells how the engine is, from all of its parts. */
export function healthReport(sources: HealthSources): EngineHealth {
  const { clock, desk, intake, link } = sources;
  const { connection, serverClock } = link;
  const { market, metacache, views } = desk;
  const now = clock.monotonic();
  return {
    state: connection.state,
    feed: overallState(link.facts(), views?.states() ?? []),
    error: connection.error,
    problem: connection.problem ?? (market?.isFull ? "engine.capacity" : null),
    connections: connection.counters.connections,
    reconnects: connection.counters.reconnects,
    gaps: market?.derivatives.gaps ?? 0,
    refused: intake.counters?.refused ?? 0,
    messages: intake.counters?.messages ?? 0,
    bytes: intake.counters?.bytes ?? 0,
    quotes: intake.counters?.quotes ?? 0,
    tabs: sources.tabs.size,
    views: views?.all.size ?? 0,
    subscriptions: link.subscriptions.count,
    ageMs: known(now - connection.heardAt),
    latencyMs: known(serverClock.latency),
    clockOffsetMs: known(serverClock.serverTime(now) - clock.now()) ?? 0,
    marketTime: known(serverClock.marketTime(now)),
    simulated: market?.isSimulated || (metacache.current?.simulated ?? false),
    marketKind: metacache.current?.body.marketKind ?? null,
    measuring: sources.performance.measures() !== null,
    decoder: desk.decoded?.kind ?? "wasm",
    storage: sources.store.isAvailable ? "ready" : "unavailable",
    metacache: { etag: metacache.etag, savedAt: metacache.savedAt, error: metacache.error },
    slowCalls: sources.named.slow,
    bannerEtag: sources.events.bannerEtag,
  };
}
