import type { Connection } from "../connection/connection.ts";
import { within } from "../connection/within.ts";
import type { EngineEdges } from "../edges.ts";
import type { EngineCalls } from "../engine-calls.ts";
import { holdEngineLock, type Tab, type Tabs } from "./tabs.ts";

const LOCK_WAIT_MS = 250;

/** What a tab says of itself. */
type TabCalls = Pick<
  EngineCalls,
  "hello" | "setVisible" | "setFocused" | "setOnline" | "identityChanged" | "tokenChanged"
>;

/** Holds the engine's own lock from the first moment, then answers tabs. */
export function createTabCalls(
  edges: Pick<EngineEdges, "clock" | "locks" | "build" | "protocol" | "instance" | "shared"> & {
    readonly tabs: Tabs;
    readonly connection: Connection;
    /** What calls are to carry from now on. */
    name(ids: Readonly<Record<string, string>>): void;
    /** Calls and sockets are an embedded widget's from now on. */
    prove(token: string): void;
    /** A tab is there that the engine has to serve. */
    onHello(): void;
    /** A tab was hidden, or shown again. */
    onVisible(tab: Tab): Promise<void>;
  },
): TabCalls {
  const { clock, tabs, connection } = edges;
  const lockName = `engine:${edges.build}:${edges.instance}`;
  const lockHeld = holdEngineLock(edges.locks, lockName);
  /** Account that the tabs spoke of last, null before they did. */
  let identity: string | null = null;
  let token: string | null = null;

  return {
    async hello(tab) {
      if (tab.build !== edges.build || tab.protocol !== edges.protocol) {
        return { ok: false, code: "engine.build_mismatch", build: edges.build };
      }
      edges.name(tab.ids);
      const { id } = tabs.add(tab.lock, tab.visible);
      connection.setOnline(tab.online);
      connection.retrySoon();
      edges.onHello();
      // A tab that asked for the lock before we hold it would think the engine dead: this takes a moment, no longer.
      await within(clock, lockHeld, LOCK_WAIT_MS);
      return { ok: true, build: edges.build, lock: lockName, tabId: id, shared: edges.shared };
    },
    async setVisible(tabId, visible) {
      const tab = tabs.get(tabId);
      if (tab === undefined || tab.visible === visible) return;
      tab.visible = visible;
      await edges.onVisible(tab);
    },
    async setFocused(tabId, focused) {
      tabs.setFocused(tabId, focused);
    },
    async setOnline(tabId, online) {
      if (tabs.get(tabId) !== undefined) connection.setOnline(online);
    },
    async tokenChanged(next) {
      if (next === token) return;
      token = next;
      edges.prove(next);
      connection.renew();
    },
    async identityChanged(next) {
      // The other tabs learn of it too and say the same; a socket that was refused is tried again all the same.
      if (next === identity && connection.problem === null) return;
      identity = next;
      connection.renew();
    },
  };
}
