import type { BarTableView } from "#wasm/decoder.ts";
import type { BarSnapshot, ScreenerSnapshot, StatsSnapshot } from "../api.ts";
import type { Subscriptions } from "../connection/relay-subscriptions.ts";
import type { Interest } from "../connection/wanted-streams.ts";
import { within } from "../connection/within.ts";
import type { Clock } from "../edges.ts";
import { createRunningBars } from "./running-bars.ts";
import { createScreenerTable } from "./screener-table.ts";
import { createStatsTable } from "./stats-table.ts";

/**
 * What tabs read beside their chains: running bars, stats of underlyings and the screener. Each is subscribed while a tab
 * that holds it is on screen, and kept while any tab holds it: who comes back finds the old figures, stale.
 */
export interface TabStreams {
  /** Replaces the bars the tab holds; reads them. */
  bars(tabId: number, tokens: readonly number[]): BarSnapshot[];
  /** Replaces the underlyings whose stats the tab holds; reads them, waiting a moment for the relay's answer. */
  stats(tabId: number, underlyings: readonly number[]): Promise<StatsSnapshot[]>;
  /** Holds the screener, or lets go of it; reads it, waiting a moment for the relay's answer. */
  screener(tabId: number, wanted: boolean): Promise<ScreenerSnapshot>;
  takeBars(table: BarTableView): void;
  takeStats(message: Uint8Array): void;
  takeScreener(message: Uint8Array, epoch: number): void;
  /** The connection is gone: what is known is stale until it is said again. */
  lost(): void;
  /** The tab was hidden, or shown again. */
  visibilityChanged(tabId: number): void;
  remove(tabId: number): void;
}

/**
 * How long a new subscription's answer is waited for: longer than a round trip takes, shorter than a user
 * notices.
 */
const ANSWER_MS = 300;

type Kind = "bars" | "stats" | "screener";

export function createTabStreams(edges: {
  readonly clock: Clock;
  readonly subscriptions: Subscriptions;
  isVisible(tabId: number): boolean;
  /** There is a live connection to a relay whose feed is not silent. */
  isFresh(): boolean;
}): TabStreams {
  const { clock, subscriptions } = edges;
  const bars = createRunningBars();
  const stats = createStatsTable();
  const screener = createScreenerTable();
  /** Tokens by tab; the screener has none of its own. */
  const held: Record<Kind, Map<number, readonly number[]>> = {
    bars: new Map(),
    stats: new Map(),
    screener: new Map(),
  };
  let waiters: (() => void)[] = [];

  function ask(kind: Kind, tabId: number): void {
    const tokens = edges.isVisible(tabId) ? held[kind].get(tabId) : undefined;
    const interest: Interest = kind === "screener" ? { kind } : { kind, tokens: tokens ?? [] };
    subscriptions.want(`${kind}:${tabId}`, tokens === undefined ? [] : [interest]);
  }

  function watched(kind: Kind): number[] {
    return [...held[kind]].flatMap(([tabId, tokens]) => (edges.isVisible(tabId) ? tokens : []));
  }

  /** What no tab watches is stale from now on, what no tab holds is forgotten. */
  function settle(): void {
    stats.keep(new Set([...held.stats.values()].flat()), new Set(watched("stats")));
    if (held.screener.size === 0) screener.clear();
    else if (![...held.screener.keys()].some(edges.isVisible)) screener.lost();
  }

  /** @param tokens null lets go */
  function hold(kind: Kind, tabId: number, tokens: readonly number[] | null): void {
    const before = held[kind].get(tabId);
    if (tokens === null ? before === undefined : before?.join() === tokens.join()) return;
    if (tokens === null) held[kind].delete(tabId);
    else held[kind].set(tabId, tokens);
    ask(kind, tabId);
    settle();
  }

  function tellWaiters(): void {
    const waiting = waiters;
    waiters = [];
    for (const tell of waiting) tell();
  }

  async function answered(isThere: () => boolean): Promise<void> {
    if (isThere() || !edges.isFresh()) return;
    await within(clock, new Promise<void>((tell) => waiters.push(tell)), ANSWER_MS);
  }

  return {
    bars(tabId, tokens) {
      hold("bars", tabId, tokens.length > 0 ? tokens : null);
      bars.set(tabId, tokens);
      return bars.read(tokens, clock.monotonic());
    },
    async stats(tabId, underlyings) {
      hold("stats", tabId, underlyings.length > 0 ? underlyings : null);
      const read = (): StatsSnapshot[] => stats.read(underlyings, edges.isFresh());
      await answered(() => read().filter((each) => !each.stale).length === underlyings.length);
      return read();
    },
    async screener(tabId, wanted) {
      hold("screener", tabId, wanted ? [] : null);
      if (wanted) await answered(() => screener.isCurrent);
      return screener.read(edges.isFresh());
    },
    takeBars: (table) => bars.take(table, clock.monotonic()),
    takeStats(message) {
      stats.take(message);
      tellWaiters();
    },
    takeScreener(message, epoch) {
      screener.take(message, epoch);
      tellWaiters();
    },
    lost() {
      stats.lost();
      screener.lost();
    },
    visibilityChanged(tabId) {
      for (const kind of ["bars", "stats", "screener"] as const) ask(kind, tabId);
      settle();
    },
    remove(tabId) {
      bars.remove(tabId);
      for (const kind of ["bars", "stats", "screener"] as const) hold(kind, tabId, null);
    },
  };
}
