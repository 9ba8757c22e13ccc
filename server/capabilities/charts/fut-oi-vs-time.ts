import { AppError } from "#domain/errors.ts";
import type { FutOiVsTimeRequest, FutOiVsTimeResponse } from "#protocol/http/open-interest.ts";
import { chartUnderlying } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";
import type { ChartPast } from "./chart-past.ts";
import { contractSeries } from "./contract-series.ts";

const EXPIRIES = 3;

/**
 * Open interest, price and volume of the first three futures over time.
 * @throws AppError underlying.not_found, derivative.not_found, request.invalid, server.unavailable, quotes.failed, metacache.failed
 */
export async function futOiVsTime(
  market: ChartMarket,
  past: ChartPast,
  { underlying_symbol: symbol, interval = "1M", sessions = 1 }: FutOiVsTimeRequest,
): Promise<FutOiVsTimeResponse["payload"]> {
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const futures = directory.futures(underlying.u).slice(0, EXPIRIES);
  if (futures.length === 0) {
    throw new AppError("derivative.not_found", `${symbol} has no futures; its options have open interest`, {
      symbol,
    });
  }
  const chart = await contractSeries(market, past, underlying, futures, interval, sessions);
  return {
    underlying_symbol: symbol,
    interval,
    underlying_token: underlying.spot.instrument_token,
    times: chart.times,
    running_at: chart.runningAt,
    underlying_prices: chart.underlyingPrices,
    futures: futures.map(({ tradingsymbol, instrument_token, expiry, lot_size }, i) => {
      const { previousOi, previousPrice, oi, price, volume } = chart.contracts[i]!;
      return {
        tradingsymbol,
        instrument_token,
        expiry: expiry!,
        lot_size,
        previous_oi: previousOi,
        previous_price: previousPrice,
        oi,
        price,
        volume,
      };
    }),
    sessions: chart.sessions,
  };
}
