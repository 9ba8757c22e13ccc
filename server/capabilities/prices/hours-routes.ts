import { istDate } from "#domain/calendar/ist.ts";
import { marketTimings } from "#domain/calendar/market-sessions.ts";
import { PRICE_ROWS } from "#protocol/http/prices.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import { knownMarketTime, type MarketWatch } from "../../market/bus/market-watch.ts";
import { type CachedBody, createCachedBody, sendCached } from "../../platform/http/cached-body.ts";
import { statusOfExchanges } from "./service.ts";

interface HoursNeeds {
  readonly watch: Pick<MarketWatch, "keepsSessions" | "marketTime">;
}

/** When exchanges are open: today's hours, and whether they are now. */
export function addHoursRoutes(rows: RowRegistrar, { watch }: HoursNeeds): void {
  let held: CachedBody | null = null;
  rows.row(PRICE_ROWS.marketTimings, async (request, reply) => {
    const date = istDate(knownMarketTime(watch));
    if (held?.etag !== `timings-${date}`)
      held = createCachedBody(`timings-${date}`, JSON.stringify(marketTimings(date)));
    return sendCached(request, reply, held);
  });

  rows.row(PRICE_ROWS.marketStatus, async () => statusOfExchanges(watch));
}
