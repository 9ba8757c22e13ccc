import { Type } from "typebox";
import { AppError } from "#domain/errors.ts";
import { ErrorResponse } from "#protocol/http/errors.ts";
import { AddonRequest, InstrumentResponse, MiniInstrumentsResponse } from "#protocol/http/instruments.ts";
import { brokerOfPath } from "../../identity/http/broker-path.ts";
import { type MarketDoors, marketOf } from "../../market/doors/market-doors.ts";
import type { MetacacheStore } from "../../market/doors/metacache-store.ts";
import type { InstrumentDirectory } from "../../market/instruments/directory.ts";
import { noInstrument, noUnderlying } from "../../market/instruments/not-listed.ts";
import { type CachedBody, createCachedBody, sendCached } from "../../platform/http/cached-body.ts";
import type { App } from "../../platform/http/typed-app.ts";

const tags = ["instruments"];
const Broker = Type.String({ description: "broker id, 0 to 5", maxLength: 8 });
const Metacache = Type.Any({ description: "columns of the instrument master (protocol/http/metacache.ts)" });

/** Encoded answers of mini_option_instruments kept at most; the oldest goes first. */
const MOST_MINI = 32;

function createMiniCache(): (directory: InstrumentDirectory, underlyer: number) => CachedBody {
  const kept = new Map<string, CachedBody>();
  return (directory, u) => {
    const { etag } = directory;
    const key = `${etag}-${u}`;
    let body = kept.get(key);
    if (body === undefined) {
      const payload = {
        underlying: directory.spot(u),
        expiries: directory.expiries(u),
        options: directory.options(u),
        futures: directory.futures(u),
      };
      body = createCachedBody(key, JSON.stringify({ payload, etag }), 4);
      kept.set(key, body);
      const oldest = kept.keys().next().value;
      if (kept.size > MOST_MINI && oldest !== undefined) kept.delete(oldest);
    }
    return body;
  };
}

export interface InstrumentNeeds {
  readonly doors: MarketDoors;
}

/** The instrument master and lookups in it. */
export function addInstrumentRoutes(app: App, { doors }: InstrumentNeeds): void {
  const miniOf = createMiniCache();
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
  async function subset(body: AddonRequest, metacache: MetacacheStore) {
    const { directory } = await metacache.get();
    const wanted = new Set<number>();
    for (const key of body.underlyer_list) {
      const u = directory.underlyer(key);
      if (u < 0) throw noUnderlying(key);
      wanted.add(u);
    }
    return directory.subset(wanted);
  }
  app.post("/v1/compute/cache/instrument_metacache_addon", addon, async (request, reply) =>
    subset(request.body, marketOf(doors, request, reply).metacache),
  );
  app.post(
    "/v1/compute/cache/instrument_metacache_addon/:broker",
    { schema: { ...addon.schema, params: Type.Object({ broker: Broker }) } },
    async (request, reply) => {
      brokerOfPath(request, request.params.broker);
      return subset(request.body, marketOf(doors, request, reply).metacache);
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
      const { directory } = await marketOf(doors, request, reply).metacache.get();
      const data = directory.bySymbol(query.tradingsymbol);
      if (data === null) throw noInstrument(query.tradingsymbol);
      return { data, etag: directory.etag };
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
      const { directory } = await metacache.get().catch((error: unknown) => {
        const text = `Failed to get metacache for underlying with symbol ${symbol}`;
        throw new AppError("metacache.failed", text, { symbol }, { cause: error });
      });
      const u = directory.underlyer(symbol);
      if (u < 0) throw noUnderlying(symbol);
      return sendCached(request, reply, miniOf(directory, u));
    },
  );
}
