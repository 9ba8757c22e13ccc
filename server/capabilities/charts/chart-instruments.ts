import type { Exchange } from "#domain/calendar/exchange.ts";
import { compactDate } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import type { Wanted } from "../../market/history/reader.ts";
import type { InstrumentDirectory } from "../../market/instruments/directory.ts";
import { noInstrument, noUnderlying } from "../../market/instruments/not-listed.ts";

const NOT_LISTED = ": it may have expired; take one from the instruments listed now";

/** An underlying as charts ask for its past. */
export interface ChartUnderlying {
  readonly u: number;
  readonly spot: InstrumentDetails;
  /** exchange of its contracts: their sessions are the chart's */
  readonly exchange: Exchange;
}

/** @throws AppError underlying.not_found, derivative.not_found for one that nothing is derived from */
export function chartUnderlying(directory: InstrumentDirectory, symbol: string): ChartUnderlying {
  const u = directory.underlyer(symbol);
  if (u < 0) throw noUnderlying(symbol);
  const spot = directory.spot(u);
  const contract = directory.futures(u)[0] ?? directory.options(u)[0];
  if (contract === undefined) {
    throw new AppError("derivative.not_found", `Derivative not found with symbol ${symbol}`, { symbol });
  }
  return { u, spot, exchange: contract.exchange as Exchange };
}

/**
 * The contract or share that a leg names.
 * @throws AppError derivative.not_found, instrument.not_found; request.invalid for what is not of the
 *   underlying, or an index, which is not traded
 */
export function chartLeg(
  directory: InstrumentDirectory,
  { spot }: ChartUnderlying,
  symbol: string,
): InstrumentDetails {
  const found = directory.bySymbol(symbol);
  if (found === null) {
    throw noInstrument(symbol, NOT_LISTED);
  }
  if (found.underlying_instrument !== spot.underlying_instrument) {
    const text = `${symbol} is not of ${spot.underlying_instrument}; ask for the chart of one underlying at a time`;
    throw new AppError("request.invalid", text, { symbol });
  }
  if (found.instrument_type === "INDEX") {
    throw new AppError("request.invalid", `${symbol} is an index and cannot be traded; name its contracts`, {
      symbol,
    });
  }
  return found;
}

/**
 * Any instrument that is listed, with its underlying.
 * @throws AppError derivative.not_found, instrument.not_found
 */
export function chartInstrument(
  directory: InstrumentDirectory,
  symbol: string,
): { readonly instrument: InstrumentDetails; readonly underlying: ChartUnderlying } {
  const instrument = directory.bySymbol(symbol);
  if (instrument === null) throw noInstrument(symbol, NOT_LISTED);
  const u = directory.underlyer(instrument.underlying_instrument);
  if (u < 0) throw noUnderlying(instrument.underlying_instrument);
  const exchange = directory.derivativeExchanges[u] as Exchange;
  return { instrument, underlying: { u, spot: directory.spot(u), exchange } };
}

export const isOption = ({ instrument_type: type }: InstrumentDetails): boolean =>
  type === "CE" || type === "PE";

export function wantedOf(instrument: InstrumentDetails, { spot, exchange }: ChartUnderlying): Wanted {
  const { instrument_token: token, expiry } = instrument;
  return {
    token,
    underlying: spot.instrument_token,
    exchange,
    expiry: isOption(instrument) && expiry !== null ? compactDate(expiry) : 0,
  };
}

/** Wire integers a rupee of an instrument's prices. */
export const divisorOf = ({ instrument_token: token }: InstrumentDetails): number => priceDivisor(token);

/** A close in rupees; null where there is none, and where nothing has traded. @param close wire integer */
export function rupeesOf(instrument: InstrumentDetails, close: number | undefined): number | null {
  return close !== undefined && close > 0 ? close / divisorOf(instrument) : null;
}

/** Rupees of the day's last trade in the viewer's own market; NaN where there is no quote, or nothing has traded yet. */
export function priceOf(
  { instrument_type: type }: InstrumentDetails,
  quote: QuoteDetails | undefined,
): number {
  if (quote === undefined) return Number.NaN;
  const isTraded = type === "INDEX" ? quote.ohlc.open > 0 : quote.volume > 0;
  return isTraded ? quote.last_price : Number.NaN;
}
