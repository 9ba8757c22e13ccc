import type { MarketAccess } from "#protocol/http/prices.ts";
import { api } from "./site-api.ts";

function readMarketAccess(answer: unknown): MarketAccess | null {
  const data = (answer as { data?: Partial<MarketAccess> } | null)?.data;
  const isText = (value: unknown): boolean => value === null || typeof value === "string";
  if (typeof data?.allowed !== "boolean" || !isText(data.message) || !isText(data.login)) return null;
  return data as MarketAccess;
}

/** Whether this server's market may be given to this visitor; if not, why, and whose login opens it. */
export function fetchMarketAccess(signal: AbortSignal): Promise<MarketAccess> {
  return api.call("GET", "/v1/market_access", readMarketAccess, { signal });
}
