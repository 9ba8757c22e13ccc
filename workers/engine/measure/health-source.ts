import type { Deliveries, Source } from "../streams/stream-deliveries.ts";
import type { EngineHealth } from "./engine-health.ts";

/** How the engine is, as a stream. */
export interface HealthSource extends Source {
  /**
   * Looks anew. Called once a second, so that all tabs are told in one turn; `now` tells them whenever they were told last: a connection
   * that came or went is not news for the next second.
   */
  tell(now?: "now"): void;
}

/** While the market is closed counts alone are news this often: each telling wakes every tab. */
const CLOSED_MS = 10_000;

/** What a tab knows once it was told; ages grow by themselves and are no news. */
function newsOf(health: EngineHealth): string {
  const lasting = { ...health, ageMs: null, clockOffsetMs: Math.round(health.clockOffsetMs / 10) };
  if (health.feed !== "closed" || health.measuring) return JSON.stringify(lasting);
  const marketTime = health.marketTime === null ? null : Math.floor(health.marketTime / CLOSED_MS);
  return JSON.stringify({
    ...lasting,
    marketTime,
    latencyMs: null,
    clockOffsetMs: 0,
    messages: 0,
    bytes: 0,
    quotes: 0,
  });
}

export function createHealthSource(edges: {
  health(): EngineHealth;
  readonly deliveries: Deliveries;
}): HealthSource {
  /** One look for all tabs that are told in one turn. */
  let health: EngineHealth | null = null;
  let text = "";

  function look(): EngineHealth {
    if (health === null) {
      health = edges.health();
      text = newsOf(health);
    }
    return health;
  }

  const source: HealthSource = {
    interests: () => [],
    settle() {
      health = null;
    },
    news() {
      look();
      return text;
    },
    isAwaited: () => false,
    snapshot: look,
    tell(now) {
      health = null;
      edges.deliveries.changed(source, now);
    },
  };
  return source;
}
