import { EVENT_ROWS } from "#protocol/http/events.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import { sendCached } from "../../platform/http/cached-body.ts";
import type { EventService } from "./service.ts";

interface EventNeeds {
  readonly service: EventService;
}

/** Events, holidays and ban lists: encoded once, the same for all who ask. */
export function addEventRoutes(rows: RowRegistrar, { service }: EventNeeds): void {
  rows.row(EVENT_ROWS.marketGlobalEvents, async (request, reply) =>
    sendCached(request, reply, await service.globalEvents()),
  );
  rows.row(EVENT_ROWS.marketStockEvents, async (request, reply) =>
    sendCached(request, reply, await service.stockEvents()),
  );
  rows.row(EVENT_ROWS.holidayCalendar, async (request, reply) =>
    sendCached(request, reply, await service.holidays()),
  );
  rows.row(EVENT_ROWS.banList, async (request, reply) =>
    sendCached(request, reply, await service.banLists()),
  );
}
