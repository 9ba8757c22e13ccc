import { PRICE_ROWS } from "#protocol/http/prices.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import type { MarketWatch } from "../../market/bus/market-watch.ts";
import { type CachedBody, createCachedBody, sendCached } from "../../platform/http/cached-body.ts";
import { hoursOfExchanges, statusOfExchanges } from "./service.ts";

interface HoursNeeds {
  readonly watch: Pick<MarketWatch, "keepsSessions" | "marketTime">;
}

/** When exchanges are open: today's hours, and whether they are now. */
export function addHoursRoutes(rows: RowRegistrar, { watch }: HoursNeeds): void {
  let held: CachedBody | null = null;
  rows.row(PRICE_ROWS.marketTimings, async (request, reply) => {
    const { name, hours } = hoursOfExchanges(watch);
    if (held?.etag !== name) held = createCachedBody(name, JSON.stringify(hours));
    return sendCached(request, reply, held);
  });

  rows.row(PRICE_ROWS.marketStatus, async () => statusOfExchanges(watch));
}
