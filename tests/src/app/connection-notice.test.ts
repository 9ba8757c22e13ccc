import { expect, test } from "vitest";
import { connectionNotice, isMarketRefused } from "#src/app/banners/connection-notice.ts";

const READY = { phase: "ready", shared: true } as const;
const health = (
  state: "live" | "stale" | "backoff" | "offline" | "connecting",
  messages = 5,
  error = false,
) => ({
  state,
  messages,
  error,
});

test("[SHELL-13] a relay in error says so; a server that answers nothing at all says that instead", () => {
  for (const state of ["stale", "backoff", "offline"] as const) {
    expect(connectionNotice(READY, health(state), false)?.text).toBe(
      "Prices might be off (Websocket is Disconnected)",
    );
    expect(connectionNotice(READY, health(state), true)?.text).toBe(
      "Unable to connect to the provider's servers. Prices and all other data may be out of date.",
    );
  }
});

test("a live feed, a first connection and an engine that has said nothing yet are no news", () => {
  expect(connectionNotice(READY, health("live"), true)).toBeNull();
  expect(connectionNotice(READY, health("backoff", 0), false)).toBeNull();
  expect(connectionNotice(READY, health("connecting", 9), false)).toBeNull();
  expect(connectionNotice({ phase: "starting" }, null, false)).toBeNull();
});

test("a first connection that fails is news, although nothing was received yet", () => {
  expect(connectionNotice(READY, health("backoff", 0, true), false)).not.toBeNull();
});

test("another build and an engine that cannot start offer a reload, before anything else", () => {
  expect(connectionNotice({ phase: "outdated" }, health("offline"), true)).toMatchObject({ reload: true });
  expect(connectionNotice({ phase: "failed", message: "no workers" }, null, false)).toEqual({
    tone: "error",
    text: "Live prices could not start: no workers",
    reload: true,
  });
});

test("a market that is refused has a notice of its own, and no disconnection is told beside it", () => {
  const refused = { ...health("backoff", 5, true), problem: "access.denied" } as const;
  expect(isMarketRefused(refused)).toBe(true);
  expect(isMarketRefused(health("backoff", 5, true))).toBe(false);
  expect(connectionNotice(READY, refused, false)).toBeNull();
});
