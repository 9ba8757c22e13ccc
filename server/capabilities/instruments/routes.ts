import type { FastifyReply, FastifyRequest } from "fastify";
import { INSTRUMENT_ROWS } from "#protocol/http/instruments.ts";
import { MARKET_TIME_HEADER } from "#protocol/http/metacache.ts";
import { brokerOfPath } from "../../identity/http/broker-path.ts";
import { whoAsks } from "../../identity/http/caller.ts";
import { bytesOfBody, keepBytes, type RowRegistrar } from "../../identity/http/register-row.ts";
import type { ComputeDoor } from "../../market/doors/compute-door.ts";
import { type MarketDoors, marketOf } from "../../market/doors/market-doors.ts";
import { sendCached, sendOwn } from "../../platform/http/cached-body.ts";
import type { InstrumentService } from "./service.ts";

interface InstrumentNeeds {
  readonly doors: MarketDoors;
  readonly service: InstrumentService;
  readonly compute: ComputeDoor;
}

/** The instrument master and lookups in it. */
export function addInstrumentRoutes(
  rows: RowRegistrar,
  { doors, service, compute }: InstrumentNeeds,
): Promise<void> {
  rows.row(INSTRUMENT_ROWS.metacache, async (request, reply) => {
    brokerOfPath(request, request.params.broker);
    const { metacache, watch } = marketOf(doors, request, reply);
    const { body } = await metacache.get();
    const time = watch.marketTime();
    if (time !== null) reply.header(MARKET_TIME_HEADER, time);
    return sendCached(request, reply, body);
  });

  rows.row(INSTRUMENT_ROWS.insights, async (request, reply) => {
    const broker = brokerOfPath(request, request.params.broker);
    const market = marketOf(doors, request, reply);
    return sendCached(request, reply, await service.insights(market, broker, whoAsks(request)));
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
    const market = marketOf(doors, request, reply);
    return sendCached(request, reply, await service.mini(market, symbol, whoAsks(request)));
  });

  async function addon(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { bus } = marketOf(doors, request, reply);
    const answer = await compute.ask(bus, "addon", bytesOfBody(request), whoAsks(request));
    return sendOwn(request, reply, answer);
  }
  return rows.scope(keepBytes, (scope) => {
    scope.bytes(INSTRUMENT_ROWS.addon, addon, { compress: false });
    scope.bytes(
      INSTRUMENT_ROWS.addonOfBroker,
      async (request, reply) => {
        brokerOfPath(request, request.params.broker);
        return addon(request, reply);
      },
      { compress: false },
    );
  });
}
