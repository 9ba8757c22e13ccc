import { askProfile } from "../api/ask-profile.ts";
import { accessTokenForFrame } from "../api/frame-token.ts";
import { clientIds } from "../browser/client-ids.ts";
import { isWebView } from "../browser/web-view.ts";
import { createSession, type SessionKeeper } from "./create-session.ts";
import { lastBroker, rememberBroker } from "./last-broker.ts";
import { session } from "./session-state.ts";

/** Tabs of one browser share one cookie: what one of them does to it, all of them learn. */
const tabs = new BroadcastChannel("strikewise-session");

/** Inside the mobile app the first question waits until the app has proved itself: what is open depends on it. */
async function appProved(): Promise<void> {
  if (!isWebView()) return;
  const { proveApp } = await import("./prove-app.ts");
  await proveApp(() => {
    // It was taken for a browser until now.
    if (session.profile?.is_mobile_app !== true) void keeper.refresh();
  });
}

/** A frame has no cookie of ours: the first question waits for the token by which it may ask. */
async function frameProved(): Promise<void> {
  if (window.parent === window || !/^\/widgets?\//.test(location.pathname)) return;
  const { proveFrame } = await import("./prove-frame.ts");
  await proveFrame((isFirst) => {
    const token = accessTokenForFrame();
    if (token !== null) for (const run of tokenListeners) run(token);
    if (isFirst) void keeper.refresh();
  });
}

const tokenListeners = new Set<(token: string) => void>();

/** Calls `run` with the token of an embedded widget, and with each that takes its place. */
export function onFrameToken(run: (token: string) => void): void {
  tokenListeners.add(run);
}

const listeners = new Set<(account: string) => void>();

/**
 * Calls `run` whenever another account is signed in than before: the engine's socket belongs to the account
 * that opened it.
 * @param run told the account's id, "" for a visitor
 */
export function onIdentityChange(run: (account: string) => void): () => void {
  listeners.add(run);
  return () => void listeners.delete(run);
}

/** The session of this tab. */
export const keeper: SessionKeeper = createSession(session, {
  async ask() {
    await Promise.all([appProved(), frameProved()]).catch(() => {});
    return askProfile({
      fetch: (url, init) => fetch(url, init),
      headers: clientIds(),
      source: new URLSearchParams(location.search).get("source"),
      authToken: accessTokenForFrame(),
    });
  },
  tellTabs: () => tabs.postMessage("changed"),
  onTabs: (hear) => {
    tabs.onmessage = hear;
  },
  identityChanged(account) {
    for (const run of listeners) run(account);
  },
  lastBroker: () => lastBroker(),
  rememberBroker: (broker) => rememberBroker(broker),
  later: (run, ms) => setTimeout(run, ms),
});
