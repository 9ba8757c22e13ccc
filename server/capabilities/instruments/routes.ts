import { INSTRUMENT_ROWS } from "#protocol/http/instruments.ts";
import { brokerOfPath } from "../../identity/http/broker-path.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import { type MarketDoors, marketOf } from "../../market/doors/market-doors.ts";
import { sendCached } from "../../platform/http/cached-body.ts";
import type { InstrumentService } from "./service.ts";

interface InstrumentNeeds {
  readonly doors: MarketDoors;
  readonly service: InstrumentService;
}

/** The instrument master and lookups in it. */
export function addInstrumentRoutes(rows: RowRegistrar, { doors, service }: InstrumentNeeds): void {
  rows.row(INSTRUMENT_ROWS.metacache, async (request, reply) => {
    brokerOfPath(request, request.params.broker);
    const { metacache } = marketOf(doors, request, reply);
    return sendCached(request, reply, (await metacache.get()).body);
  });

  rows.row(INSTRUMENT_ROWS.addon, async (request, reply) =>
    service.subset(marketOf(doors, request, reply).metacache, request.body.underlyer_list),
  );

  rows.row(INSTRUMENT_ROWS.addonOfBroker, async (request, reply) => {
    brokerOfPath(request, request.params.broker);
    const { metacache } = marketOf(doors, request, reply);
    return service.subset(metacache, request.body.underlyer_list);
  });

  rows.row(INSTRUMENT_ROWS.bySymbol, async (request, reply) => {
    const { params, query } = request;
    brokerOfPath(request, params.broker);
    const { metacache } = marketOf(doors, request, reply);
    return service.bySymbol(metacache, query.tradingsymbol);
  });

  rows.row(INSTRUMENT_ROWS.ofUnderlying, async (request, reply) => {
    const { id, symbol } = request.params;
    brokerOfPath(request, id);
    const { metacache } = marketOf(doors, request, reply);
    return sendCached(request, reply, await service.mini(metacache, symbol));
  });
}
