import { Type } from "typebox";
import { AppError } from "#domain/errors.ts";
import { ErrorResponse } from "#protocol/http/errors.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import { LivePricesQuery, LivePricesResponse } from "#protocol/http/live-prices.ts";
import {
  type QuoteDetails,
  QuotesQuery,
  QuotesResponse,
  SymbolsRequest,
  SymbolsResponse,
} from "#protocol/http/quotes.ts";
import { type MarketDoors, marketOf, pricesOf } from "../../market/doors/market-doors.ts";
import { fetchQuotes } from "../../market/doors/quotes.ts";
import { noUnderlying } from "../../market/instruments/not-listed.ts";
import { sendCached } from "../../platform/http/cached-body.ts";
import type { App } from "../../platform/http/typed-app.ts";

const tags = ["prices"];

export interface PriceNeeds {
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
      const { metacache, livePrices } = pricesOf(doors, request, reply);
      const { directory } = await metacache.get().catch((error: unknown) => {
        const message = `Failed to fetch derivative prices for underlying with symbol ${text}`;
        throw new AppError("prices.failed", message, { underlying: text }, { cause: error });
      });
      const u = directory.underlyer(/^\d+$/.test(text) ? Number(text) : text);
      if (u < 0) throw noUnderlying(text);
      const { instrument_token: token, tradingsymbol } = directory.spot(u);
      const body = await livePrices.get(token);
      if (body === null) {
        const message = `Derivative not found with symbol ${tradingsymbol}`;
        throw new AppError("derivative.not_found", message, { underlying: token });
      }
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
      const symbols = [request.query.i].flat();
      const { directory } = await metacache.get().catch((error: unknown) => {
        throw new AppError("quotes.failed", "Quotes fetch failed.", {}, { cause: error });
      });
      const tokens = new Map<string, number>();
      for (const symbol of symbols) {
        const token = directory.bySymbol(symbol)?.instrument_token;
        if (token !== undefined) tokens.set(symbol, token);
      }
      const quotes = await fetchQuotes(bus, [...new Set(tokens.values())]);
      const data: Record<string, QuoteDetails> = {};
      for (const [symbol, token] of tokens) {
        const quote = quotes.get(token);
        if (quote !== undefined) data[symbol] = quote;
      }
      return { data };
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
      const { body } = request;
      const { directory } = await marketOf(doors, request, reply).metacache.get();
      const payload: Record<string, InstrumentDetails> = {};
      for (const symbol of body.trading_symbols) {
        const details = directory.bySymbol(symbol);
        if (details !== null) payload[symbol] = details;
      }
      return { payload };
    },
  );
}
