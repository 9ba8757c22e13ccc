import { subscribe } from "valtio";
import { live } from "./live-state.ts";
import type { Handle } from "./streams.ts";

/** Subscribes to what a series is made of with its first consumer, and lets go of it with the last. */
export function handleOf<T>(read: () => T, open: (tell: () => void) => () => void): Handle<T> {
  const listeners = new Set<() => void>();
  let close = (): void => {};
  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        close = open(() => {
          for (const each of listeners) each();
        });
      }
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) close();
      };
    },
    read,
  };
}

/** Calls `run` when the market is another account's. @returns ends it */
export function onIdentity(run: () => void): () => void {
  let { identity } = live;
  return subscribe(live, () => {
    const before = identity;
    identity = live.identity;
    // Who it is becomes known a moment after the start; the market was theirs before.
    if (before !== null && before !== identity) run();
  });
}
