import type { ApiContext } from "../api/context.ts";
import { createLivePricesStore } from "../api/live-prices-store.ts";
import { createMetacacheStore } from "../api/metacache-store.ts";
import { findWebRoot } from "../api/static.ts";
import type { Bus } from "../bus/bus.ts";
import type { MarketWatch } from "../lib/market-watch.ts";

/** What the HTTP API works with, and the web app it serves. */
export function createApiRole(bus: Bus, watch: MarketWatch): { api: ApiContext; webRoot: string | null } {
  const metacache = createMetacacheStore(bus, watch);
  return { api: { bus, watch, metacache, livePrices: createLivePricesStore(bus) }, webRoot: findWebRoot() };
}
