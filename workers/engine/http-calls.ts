import { createPriceCall, type PriceCall } from "./chains/polled-prices.ts";
import { askMarketAccess } from "./connection/ask-market-access.ts";
import type { EngineEdges } from "./edges.ts";

/** What the engine asks over HTTP besides its instruments. */
export interface HttpCalls {
  readonly livePrices: PriceCall;
  /** Whether this browser may be given the server's market at all; null without an answer. */
  mayHaveMarket(): Promise<boolean | null>;
}

export const createHttpCalls = (edges: Pick<EngineEdges, "clock" | "fetch" | "origin">): HttpCalls => ({
  livePrices: createPriceCall(edges),
  mayHaveMarket: () => askMarketAccess(edges),
});
