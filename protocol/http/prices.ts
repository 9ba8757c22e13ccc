import { type Static, Type } from "typebox";
import { endpoint } from "./contract.ts";
import { LivePricesQuery, LivePricesResponse } from "./live-prices.ts";
import { Nullable } from "./nullable.ts";
import { QuotesQuery, QuotesResponse, SymbolsRequest, SymbolsResponse } from "./quotes.ts";

/**
 * `GET /v1/market_access`: whether the caller is served this server's market at all. The page asks where a
 * handshake with the relay fails: a browser is not told the status of a refused one.
 */
export const MarketAccessResponse = Type.Object({
  data: Type.Object({
    allowed: Type.Boolean(),
    /** why not, in words for people; null where it is allowed */
    message: Nullable(Type.String()),
    /** slug of the broker whose account opens it, where one can log in with that here; null where none does */
    login: Nullable(Type.String()),
  }),
});

export type MarketAccess = Static<typeof MarketAccessResponse>["data"];

/** State of an exchange now (rule CALL-6): `GET /v1/compute/market_status`. */
export const MarketStatusResponse = Type.Record(
  Type.String(),
  Type.Union([
    Type.Literal("open"),
    Type.Literal("closed"),
    Type.Literal("before_open"),
    Type.Literal("after_close"),
  ]),
);

const Time = Type.String({ description: "HH:MM in India" });

/** First open and last close of every exchange on the market's date. */
export const MarketTimingsResponse = Type.Record(
  Type.String({ description: "exchange" }),
  Type.Tuple([Time, Time]),
);
export type MarketTimingsResponse = Static<typeof MarketTimingsResponse>;

const ofMarket = {
  method: "GET",
  access: "app_initialized",
  class: "read",
  cost: 0,
  ms: 0.5,
  tags: ["market"],
} as const;
const ofPrices = { access: "app_initialized", ms: 1, tags: ["prices"] } as const;
/** Answered by the compute role: a long question is too much for the thread that the relay runs on. */
const asked = { ...ofPrices, class: "compute", cost: 1, msPerKilobyte: 0.1 } as const;

/** Before the feed's clock is heard. */
const NEEDS_MARKET_TIME = { 503: ["server.unavailable"] } as const;

/** The market itself, and the safety net under the relay: quotes and option chains over HTTP. */
export const PRICE_ROWS = {
  marketAccess: endpoint({
    ...ofMarket,
    paths: ["/v1/market_access"],
    cache: "no-store",
    vary: "cookie, x-auth-token",
    summary: "Whether whoever asks may be given this server's market, and if not, why and what opens it",
    answers: { 200: MarketAccessResponse },
    errors: { 503: ["storage.unavailable", "storage.full"] },
  }),
  marketTimings: endpoint({
    ...ofMarket,
    paths: ["/v1/compute/market_timings"],
    summary:
      "Opening and closing time of every exchange today, in India's time; 00:00 and 24:00 in a market that never sleeps",
    answers: { 200: MarketTimingsResponse },
    errors: NEEDS_MARKET_TIME,
  }),
  marketStatus: endpoint({
    ...ofMarket,
    paths: ["/v1/compute/market_status"],
    cache: "no-cache",
    summary: "Whether every exchange is open now, by the market's own clock",
    answers: { 200: MarketStatusResponse },
    errors: NEEDS_MARKET_TIME,
  }),
  livePrices: endpoint({
    ...ofPrices,
    class: "read",
    cost: 0,
    method: "GET",
    paths: ["/v1/compute/cache/live_derivative_prices/:underlyingToken"],
    summary: "Prices, open interest, IV and greeks of every option of one underlying",
    params: Type.Object({ underlyingToken: Type.String({ minLength: 1, maxLength: 64 }) }),
    query: LivePricesQuery,
    answers: { 200: LivePricesResponse },
    errors: {
      400: ["request.invalid"],
      403: ["access.denied"],
      404: ["underlying.not_found", "derivative.not_found"],
      503: ["prices.failed"],
    },
  }),
  quotes: endpoint({
    ...asked,
    method: "GET",
    paths: ["/v1/compute/cache/quotes_v2"],
    summary: "Newest quotes by tradingsymbol, 200 at a time",
    query: QuotesQuery,
    answers: { 200: QuotesResponse },
    errors: { 400: ["request.invalid"], 403: ["access.denied"], 503: ["quotes.failed"] },
  }),
  // A question, and a POST because it is long.
  instruments: endpoint({
    ...asked,
    method: "POST",
    paths: ["/v1/compute/cache/quotes_v2"],
    summary: "Instruments by tradingsymbol, 1,000 at a time",
    body: SymbolsRequest,
    answers: { 200: SymbolsResponse },
    errors: { 400: ["request.invalid"], 503: ["metacache.failed"] },
  }),
};
