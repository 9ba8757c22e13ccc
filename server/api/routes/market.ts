import { istDate } from "#domain/calendar/ist.ts";
import { EXCHANGES, marketStatus, marketTimings } from "#domain/calendar/sessions.ts";
import { MarketStatusResponse } from "#protocol/http/account.ts";
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
      const now = watch.marketTime();
      // A simulated market that never sleeps is open, whatever the calendar says.
      const statusOf = (exchange: (typeof EXCHANGES)[number]) =>
        watch.keepsSessions() ? marketStatus(exchange, now).status : "open";
      return Object.fromEntries(EXCHANGES.map((exchange) => [exchange, statusOf(exchange)]));
    },
  );
}
