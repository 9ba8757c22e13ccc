import type { EngineEdges, FetchLike } from "./edges.ts";
import type { SlowCalls } from "./measure/engine-health.ts";

/** Calls slower than this are reported (rule LIVE-26). */
const SLOW_MS = 1_000;

/** Calls that say whose they are, as the page's own do (rule SES-11). */
export interface NamedCalls {
  readonly fetch: FetchLike;
  /** Of the tab that came last: one of them asks for all. */
  name(ids: Readonly<Record<string, string>>): void;
  /** Of an embedded widget: what proves it. */
  prove(token: string): void;
  /** null while none has been slow. */
  readonly slow: SlowCalls | null;
}

export function createNamedCalls({ fetch, clock }: Pick<EngineEdges, "clock" | "fetch">): NamedCalls {
  let ids: Readonly<Record<string, string>> = {};
  let proof: Readonly<Record<string, string>> = {};
  let slow: SlowCalls | null = null;
  return {
    async fetch(url, init) {
      const start = clock.monotonic();
      try {
        return await fetch(url, { ...init, headers: { ...ids, ...proof, ...init.headers } });
      } finally {
        const ms = clock.monotonic() - start;
        if (ms > SLOW_MS) slow = { count: (slow?.count ?? 0) + 1, url, ms };
      }
    },
    get slow() {
      return slow;
    },
    name(next) {
      ids = next;
    },
    prove(token) {
      proof = { "x-auth-token": token };
    },
  };
}
