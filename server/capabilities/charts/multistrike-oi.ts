import { AppError } from "#domain/errors.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { MultistrikeOiRequest, MultistrikeOiResponse } from "#protocol/http/open-interest.ts";
import { chainFigures } from "./chain-figures.ts";
import { chartLeg, chartUnderlying } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";
import type { ChartPast } from "./chart-past.ts";
import { contractSeries } from "./contract-series.ts";
import { chainsOf } from "./oi-by-strike.ts";

/** @throws AppError request.invalid */
function mustHaveOi(legs: readonly InstrumentDetails[]): void {
  const shares = legs.find((leg) => leg.expiry === null);
  if (shares === undefined) return;
  const text = `${shares.tradingsymbol} is a share and has no open interest; name options and futures`;
  throw new AppError("request.invalid", text, { symbol: shares.tradingsymbol });
}

/** Open interest of options at the close before the present session by token: as their chains have it. */
async function previousOi(
  market: ChartMarket,
  token: number,
  symbol: string,
  legs: readonly InstrumentDetails[],
): Promise<ReadonlyMap<number, number>> {
  const options = legs.filter(({ instrument_type }) => instrument_type !== "FUT");
  const expiries = [...new Set(options.map(({ expiry }) => expiry!))];
  const chains = (await chainsOf(market, token, symbol, expiries)).map(chainFigures);
  return new Map(
    chains.flatMap((chain) => [...chain.options].map(([option, own]) => [option, own.previousOi] as const)),
  );
}

/**
 * Open interest, price and volume of contracts of one underlying over time.
 * @throws AppError underlying.not_found, derivative.not_found, instrument.not_found, request.invalid, server.unavailable,
 * quotes.failed, metacache.failed
 */
export async function multistrikeOi(
  market: ChartMarket,
  past: ChartPast,
  { underlying: symbol, legs: symbols, interval = "15M", sessions = 1 }: MultistrikeOiRequest,
): Promise<MultistrikeOiResponse["payload"]> {
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const legs = symbols.map((each) => chartLeg(directory, underlying, each));
  mustHaveOi(legs);
  // The same contract may be named twice.
  const contracts = [...new Map(legs.map((leg) => [leg.instrument_token, leg])).values()];
  const chart = await contractSeries(market, past, underlying, contracts, interval, sessions);
  const { instrument_token: token } = underlying.spot;
  const before = chart.isOfPresent ? await previousOi(market, token, symbol, legs) : null;
  return {
    underlying: symbol,
    interval,
    underlying_token: token,
    times: chart.times,
    running_at: chart.runningAt,
    // Nothing is known of a session without an origin: its bars are null.
    origins: chart.sessionOfBar.map(({ origin }) => origin ?? "simulated"),
    underlying_prices: chart.underlyingPrices,
    series: legs.map((leg) => {
      const at = contracts.findIndex(({ instrument_token }) => instrument_token === leg.instrument_token);
      const { previousOi: closed, previousPrice, oi, price, volume } = chart.contracts[at]!;
      return {
        tradingsymbol: leg.tradingsymbol,
        instrument_token: leg.instrument_token,
        instrument_type: leg.instrument_type,
        strike: leg.strike,
        expiry: leg.expiry,
        lot_size: leg.lot_size,
        previous_oi: before?.get(leg.instrument_token) ?? closed,
        previous_price: previousPrice,
        oi,
        price,
        volume,
      };
    }),
    sessions: chart.sessions,
  };
}
