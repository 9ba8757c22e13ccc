import { within } from "./connection/within.ts";
import type { EngineEdges } from "./edges.ts";
import type { HttpCalls } from "./http-calls.ts";
import { createLatePart } from "./late-part.ts";

const MARKET_ACCESS_MS = 5_000;

/** Calls over HTTP whose code no chain waits for: the relay brings the first one. */
export interface LateCalls extends HttpCalls {
  /** Brings the code ahead of its need: when a call is needed the server may be away. */
  prepare(): void;
}

export function createLateCalls(edges: Pick<EngineEdges, "clock" | "fetch" | "origin">): LateCalls {
  const calls = createLatePart<HttpCalls>(async () => {
    const { createHttpCalls } = await import("./http-calls.ts");
    return () => createHttpCalls(edges);
  });

  async function askMarketAccess(): Promise<boolean | null> {
    const { mayHaveMarket } = await calls.load();
    return mayHaveMarket();
  }

  return {
    prepare: () => void calls.load().catch(() => {}),
    livePrices: async (underlying, etag) => (await calls.load()).livePrices(underlying, etag),
    mayHaveMarket: () => within(edges.clock, askMarketAccess(), MARKET_ACCESS_MS).catch(() => null),
  };
}
