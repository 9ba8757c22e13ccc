import { istDate } from "#domain/calendar/ist.ts";
import { marketTimings } from "#domain/calendar/sessions.ts";
import { MarketTimingsResponse } from "#protocol/http/market-timings.ts";
import { type CachedBody, createCachedBody, sendCached } from "../cached-body.ts";
import type { ApiContext, App } from "../context.ts";

/** What is known of the market itself. */
export function addMarketRoutes(app: App, { watch }: ApiContext): void {
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
}
