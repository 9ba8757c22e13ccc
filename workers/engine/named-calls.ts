import type { FetchLike } from "./edges.ts";

/** Calls that say whose they are, as the page's own do (rule SES-11). */
export interface NamedCalls {
  readonly fetch: FetchLike;
  /** Of the tab that came last: one of them asks for all. */
  name(ids: Readonly<Record<string, string>>): void;
}

export function createNamedCalls(fetch: FetchLike): NamedCalls {
  let ids: Readonly<Record<string, string>> = {};
  return {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...ids, ...init.headers } }),
    name(next) {
      ids = next;
    },
  };
}
