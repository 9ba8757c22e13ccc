import { Type } from "typebox";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import { AddonRequest, InstrumentResponse, MiniInstrumentsResponse } from "#protocol/http/instruments.ts";
import { brokerOfPath } from "../../identity/http/broker-path.ts";
import { type MarketDoors, marketOf } from "../../market/doors/market-doors.ts";
import { sendCached } from "../../platform/http/cached-body.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import type { InstrumentService } from "./service.ts";

const tags = ["instruments"];
const Broker = Type.String({ description: "broker id, 0 to 5", maxLength: 8 });
const Metacache = Type.Any({ description: "columns of the instrument master (protocol/http/metacache.ts)" });

interface InstrumentNeeds {
  readonly doors: MarketDoors;
  readonly service: InstrumentService;
}

/** The instrument master and lookups in it. */
export function addInstrumentRoutes(app: App, { doors, service }: InstrumentNeeds): void {
  app.get(
    "/v1/compute/cache/instrument_metacache/:broker",
    {
      schema: {
        tags,
        summary: "Every instrument, as columns; unchanged while the etag is",
        params: Type.Object({ broker: Broker }),
        response: { 200: Metacache, 400: ErrorResponse, 404: ErrorResponse, 503: ErrorResponse },
      },
    },
    async (request, reply) => {
      brokerOfPath(request, request.params.broker);
      const { metacache } = marketOf(doors, request, reply);
      return sendCached(request, reply, (await metacache.get()).body);
    },
  );

  const addon = {
    schema: {
      tags,
      summary: "The columns of some underlyings only, to be merged into the cache",
      body: AddonRequest,
      response: { 200: Metacache, 400: ErrorResponse, 404: ErrorResponse, 503: ErrorResponse },
    },
  };
  app.post("/v1/compute/cache/instrument_metacache_addon", addon, async (request, reply) =>
    service.subset(marketOf(doors, request, reply).metacache, request.body.underlyer_list),
  );
  app.post(
    "/v1/compute/cache/instrument_metacache_addon/:broker",
    { schema: { ...addon.schema, params: Type.Object({ broker: Broker }) } },
    async (request, reply) => {
      brokerOfPath(request, request.params.broker);
      const { metacache } = marketOf(doors, request, reply);
      return service.subset(metacache, request.body.underlyer_list);
    },
  );

  app.get(
    "/v1/compute/cache/tradingsymbol_metacache/:broker",
    {
      schema: {
        tags,
        summary: "One instrument by its tradingsymbol",
        params: Type.Object({ broker: Broker }),
        querystring: Type.Object({ tradingsymbol: Type.String({ minLength: 1, maxLength: 64 }) }),
        response: { 200: InstrumentResponse, 400: ErrorResponse, 404: ErrorResponse, 503: ErrorResponse },
      },
    },
    async (request, reply) => {
      const { params, query } = request;
      brokerOfPath(request, params.broker);
      const { metacache } = marketOf(doors, request, reply);
      return service.bySymbol(metacache, query.tradingsymbol);
    },
  );

  app.get(
    "/v1/compute/:id/mini_option_instruments/:symbol",
    {
      schema: {
        tags,
        summary: "Options and futures of one underlying",
        params: Type.Object({ id: Broker, symbol: Type.String({ minLength: 1, maxLength: 64 }) }),
        response: {
          200: MiniInstrumentsResponse,
          400: ErrorResponse,
          404: ErrorResponse,
          503: ErrorResponse,
        },
      },
    },
    async (request, reply) => {
      const { id, symbol } = request.params;
      brokerOfPath(request, id);
      const { metacache } = marketOf(doors, request, reply);
      return sendCached(request, reply, await service.mini(metacache, symbol));
    },
  );
}
