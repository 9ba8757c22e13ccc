/** Who the engine says it is; the plan gates nothing of the market data. */
export const BROKER_ID = 1;
const PLAN = "free";

/** Where the engine asks, all of it on the page's own host. */
export interface ServerUrls {
  readonly relay: string;
  readonly marketAccess: string;
  readonly metacache: string;
  livePrices(underlying: number): string;
}

/** @param origin "https://host[:port]" of the page */
export function serverUrls(origin: string): ServerUrls {
  const cache = `${origin}/v1/compute/cache`;
  return {
    relay: `${origin.replace(/^http/, "ws")}/broker/${BROKER_ID}?consumerType=platform_${PLAN}`,
    marketAccess: `${origin}/v1/market_access`,
    metacache: `${cache}/instrument_metacache/${BROKER_ID}`,
    livePrices: (underlying) => `${cache}/live_derivative_prices/${underlying}`,
  };
}
