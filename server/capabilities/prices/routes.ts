import { PRICE_ROWS } from "#protocol/http/prices.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import { type MarketDoors, marketOf, pricesOf } from "../../market/doors/market-doors.ts";
import { fetchQuotes } from "../../market/doors/quotes-door.ts";
import { sendCached } from "../../platform/http/cached-body.ts";
import { chainPrices, instrumentsBySymbol, quotesBySymbol } from "./service.ts";

interface PriceNeeds {
  readonly doors: MarketDoors;
}

/** Quotes and option chains over HTTP: the safety net under the relay. */
export function addPriceRoutes(rows: RowRegistrar, { doors }: PriceNeeds): void {
  rows.row(PRICE_ROWS.livePrices, async (request, reply) => {
    const { underlyingToken: text } = request.params;
    const body = await chainPrices(pricesOf(doors, request, reply), text);
    return sendCached(request, reply, body);
  });

  rows.row(PRICE_ROWS.quotes, async (request, reply) => {
    const { bus, metacache } = pricesOf(doors, request, reply);
    const quotes = (tokens: readonly number[]) => fetchQuotes(bus, tokens);
    return { data: await quotesBySymbol({ metacache, quotes }, [request.query.i].flat()) };
  });

  rows.row(PRICE_ROWS.instruments, async (request, reply) => {
    const market = marketOf(doors, request, reply);
    return { payload: await instrumentsBySymbol(market, request.body.trading_symbols) };
  });
}
