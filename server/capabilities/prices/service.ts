import { EXCHANGES, type Exchange } from "#domain/calendar/exchange.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { marketStatus, marketTimings } from "#domain/calendar/market-sessions.ts";
import { AppError } from "#domain/errors.ts";
import { knownMarketTime, type MarketWatch } from "../../market/bus/market-watch.ts";
import type { LivePricesStore } from "../../market/doors/live-prices-store.ts";
import type { Metacache, MetacacheStore } from "../../market/doors/metacache-store.ts";
import { noUnderlying } from "../../market/instruments/not-listed.ts";
import type { CachedBody } from "../../platform/http/cached-body.ts";

type MarketStatus = ReturnType<typeof marketStatus>["status"];

/** The market that the caller is given, as far as prices are read from it. */
interface PricedMarket {
  readonly metacache: MetacacheStore;
  readonly livePrices: LivePricesStore;
}

function directoryOf(
  metacache: MetacacheStore,
  fault: (cause: unknown) => AppError,
): Promise<Metacache["directory"]> {
  return metacache.get().then(
    ({ directory }) => directory,
    (error: unknown) => {
      throw fault(error);
    },
  );
}

/**
 * Prices, IV and greeks of every option of an underlying, encoded.
 * @param text symbol or token of the underlying
 * @throws AppError underlying.not_found, derivative.not_found without options, prices.failed
 */
export async function chainPrices(
  { metacache, livePrices }: PricedMarket,
  text: string,
): Promise<CachedBody> {
  const directory = await directoryOf(metacache, (cause) => {
    const message = `Failed to fetch derivative prices for underlying with symbol ${text}`;
    return new AppError("prices.failed", message, { underlying: text }, { cause });
  });
  const u = directory.underlyer(/^\d+$/.test(text) ? Number(text) : text);
  if (u < 0) throw noUnderlying(text);
  const { instrument_token: token, tradingsymbol } = directory.spot(u);
  const body = await livePrices.get(token);
  if (body !== null) return body;
  const message = `Derivative not found with symbol ${tradingsymbol}`;
  throw new AppError("derivative.not_found", message, { underlying: token });
}

/** What is not the caller's doing is said in the words of this call. */
export function quotesFailed(error: unknown): never {
  if (!(error instanceof AppError) || !/^(?:server|metacache)\./.test(error.code)) throw error;
  throw new AppError("quotes.failed", "Quotes fetch failed.", error.details, { cause: error });
}

const AROUND_THE_CLOCK = Object.fromEntries(EXCHANGES.map((exchange) => [exchange, ["00:00", "24:00"]]));

/** Hours of every exchange on the market's day, under a name that changes with them; of one that never sleeps the whole day. */
export function hoursOfExchanges(watch: Pick<MarketWatch, "keepsSessions" | "marketTime">): {
  readonly name: string;
  readonly hours: object;
} {
  const date = istDate(knownMarketTime(watch));
  return watch.keepsSessions()
    ? { name: `timings-${date}`, hours: marketTimings(date) }
    : { name: "timings-always", hours: AROUND_THE_CLOCK };
}

/** Whether every exchange is open now; a simulated market that never sleeps is, whatever the calendar says. @throws AppError server.unavailable */
export function statusOfExchanges(
  watch: Pick<MarketWatch, "keepsSessions" | "marketTime">,
): Record<string, MarketStatus> {
  const now = knownMarketTime(watch);
  const statusOf = (exchange: Exchange): MarketStatus =>
    watch.keepsSessions() ? marketStatus(exchange, now).status : "open";
  return Object.fromEntries(EXCHANGES.map((exchange) => [exchange, statusOf(exchange)]));
}
