import { istDate } from "#domain/calendar/ist.ts";
import { marketTimings } from "#domain/calendar/market-sessions.ts";
import { MarketStatusResponse, MarketTimingsResponse } from "#protocol/http/prices.ts";
import type { MarketWatch } from "../../market/bus/market-watch.ts";
import { type CachedBody, createCachedBody, sendCached } from "../../platform/http/cached-body.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { statusOfExchanges } from "./service.ts";

interface HoursNeeds {
  readonly watch: Pick<MarketWatch, "keepsSessions" | "marketTime">;
}

/** When exchanges are open: today's hours, and whether they are now. */
export function addHoursRoutes(app: App, { watch }: HoursNeeds): void {
  let held: CachedBody | null = null;
  app.get(
    "/v1/compute/market_timings",
    {
      schema: {
        tags: ["market"],
        summary: "Opening and closing time of every exchange today, in India's time",
        response: { 200: MarketTimingsResponse },
      },
    },
    async (request, reply) => {
      const date = istDate(watch.marketTime());
      if (held?.etag !== `timings-${date}`)
        held = createCachedBody(`timings-${date}`, JSON.stringify(marketTimings(date)));
      return sendCached(request, reply, held);
    },
  );

  app.get(
    "/v1/compute/market_status",
    {
      schema: {
        tags: ["market"],
        summary: "Whether every exchange is open now, by the market's own clock",
        response: { 200: MarketStatusResponse },
      },
    },
    async (_request, reply) => {
      reply.header("cache-control", "no-cache");
      return statusOfExchanges(watch);
    },
  );
}
