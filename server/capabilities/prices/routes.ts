import { Type } from "typebox";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import { LivePricesQuery, LivePricesResponse } from "#protocol/http/live-prices.ts";
import { QuotesQuery, QuotesResponse, SymbolsRequest, SymbolsResponse } from "#protocol/http/quotes.ts";
import { type MarketDoors, marketOf, pricesOf } from "../../market/doors/market-doors.ts";
import { fetchQuotes } from "../../market/doors/quotes-door.ts";
import { sendCached } from "../../platform/http/cached-body.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { chainPrices, instrumentsBySymbol, quotesBySymbol } from "./service.ts";

const tags = ["prices"];

interface PriceNeeds {
  readonly doors: MarketDoors;
}

/** Quotes and option chains over HTTP: the safety net under the relay. */
export function addPriceRoutes(app: App, { doors }: PriceNeeds): void {
  app.get(
    "/v1/compute/cache/live_derivative_prices/:underlyingToken",
    {
      schema: {
        tags,
        summary: "Prices, open interest, IV and greeks of every option of one underlying",
        params: Type.Object({ underlyingToken: Type.String({ minLength: 1, maxLength: 64 }) }),
        querystring: LivePricesQuery,
        response: {
          200: LivePricesResponse,
          400: ErrorResponse,
          403: ErrorResponse,
          404: ErrorResponse,
          503: ErrorResponse,
        },
      },
    },
    async (request, reply) => {
      const { underlyingToken: text } = request.params;
      const body = await chainPrices(pricesOf(doors, request, reply), text);
      return sendCached(request, reply, body);
    },
  );

  app.get(
    "/v1/compute/cache/quotes_v2",
    {
      schema: {
        tags,
        summary: "Newest quotes by tradingsymbol",
        querystring: QuotesQuery,
        response: { 200: QuotesResponse, 400: ErrorResponse, 403: ErrorResponse, 503: ErrorResponse },
      },
    },
    async (request, reply) => {
      const { bus, metacache } = pricesOf(doors, request, reply);
      const quotes = (tokens: readonly number[]) => fetchQuotes(bus, tokens);
      return { data: await quotesBySymbol({ metacache, quotes }, [request.query.i].flat()) };
    },
  );

  app.post(
    "/v1/compute/cache/quotes_v2",
    {
      schema: {
        tags,
        summary: "Instruments by tradingsymbol",
        body: SymbolsRequest,
        response: { 200: SymbolsResponse, 400: ErrorResponse, 503: ErrorResponse },
      },
    },
    async (request, reply) => {
      const market = marketOf(doors, request, reply);
      return { payload: await instrumentsBySymbol(market, request.body.trading_symbols) };
    },
  );
}
