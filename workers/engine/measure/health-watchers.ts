import type { EngineHealth } from "../api.ts";
import type { Clock, PortLike } from "../edges.ts";
import type { Tabs } from "../tabs/tabs.ts";

/** Ports that want to be told how the engine is. */
export interface HealthWatchers {
  /** Closes the port of a tab that is not known. */
  add(tabId: number, port: PortLike, everyMs: number): Promise<void>;
  removeTab(tabId: number): void;
  /**
   * Tells the tabs that are due and do not know yet. Called once a second, so that all tabs are told in one
   * turn; `now` tells the others as well: a connection that came or went is not news for the next second.
   */
  tell(now?: "now"): void;
}

interface Watcher {
  readonly tabId: number;
  readonly port: PortLike;
  readonly everyMs: number;
  toldAt: number;
  told: string;
}

/** What a tab knows once it was told; ages grow by themselves and are no news. */
function news(health: EngineHealth): string {
  return JSON.stringify({ ...health, ageMs: null, clockOffsetMs: Math.round(health.clockOffsetMs / 10) });
}

/** For a tab that does not say how often it wants to be told. */
const EVERY_MS = 1_000;

export function createHealthWatchers(edges: {
  readonly clock: Clock;
  health(): EngineHealth;
  readonly tabs: Pick<Tabs, "isKnown" | "isVisible">;
}): HealthWatchers {
  const watchers = new Set<Watcher>();

  function tell(urgency?: "now"): void {
    if (watchers.size === 0) return;
    const now = edges.clock.monotonic();
    let health: EngineHealth | null = null;
    let text = "";
    for (const watcher of watchers) {
      const isDue = urgency === "now" || now - watcher.toldAt >= watcher.everyMs;
      if (!isDue || !edges.tabs.isVisible(watcher.tabId)) continue;
      if (health === null) {
        health = edges.health();
        text = news(health);
      }
      if (text === watcher.told) continue;
      watcher.told = text;
      watcher.toldAt = now;
      watcher.port.postMessage(health, []);
    }
  }

  return {
    async add(tabId, port, everyMs) {
      if (!edges.tabs.isKnown(tabId)) return port.close();
      watchers.add({
        tabId,
        port,
        everyMs: everyMs > 0 ? everyMs : EVERY_MS,
        toldAt: Number.NEGATIVE_INFINITY,
        told: "",
      });
      tell();
    },
    removeTab(tabId) {
      for (const watcher of watchers) {
        if (watcher.tabId !== tabId) continue;
        watchers.delete(watcher);
        watcher.port.close();
      }
    },
    tell,
  };
}
