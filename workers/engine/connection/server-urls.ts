import { metacache } from "#protocol/generated/http/instruments.ts";
import { pathTo } from "#protocol/http/path.ts";

/** Who the engine says it is; the plan gates nothing of the market data. */
export const BROKER_ID = 1;
const PLAN = "free";

/** Where the engine asks at once, all of it on the page's own host. */
export interface ServerUrls {
  readonly relay: string;
  readonly metacache: string;
}

/** @param origin "https://host[:port]" of the page */
export function serverUrls(origin: string): ServerUrls {
  return {
    relay: `${origin.replace(/^http/, "ws")}/broker/${BROKER_ID}?consumerType=platform_${PLAN}`,
    metacache: origin + pathTo(metacache, { broker: String(BROKER_ID) }),
  };
}
