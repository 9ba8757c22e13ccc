import { AppError } from "#domain/errors.ts";
import type { MultistrikeOiRequest, MultistrikeOiResponse } from "#protocol/http/charts.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { HistoryReader } from "../../market/history/reader.ts";
import { chartLeg, chartUnderlying, rupeesOf } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";
import { chartSeries } from "./chart-series.ts";
import { chainsOf, previousOi } from "./oi-by-strike.ts";

/** 09:15 in India as time of day in UTC: bars of every length begin there. */
const SESSION_START_MS = 225 * 60_000;
const INTERVAL_MS = { "15M": 900_000, "30M": 1_800_000, "60M": 3_600_000 } as const;

/** @throws AppError request.invalid */
function mustHaveOi(legs: readonly InstrumentDetails[]): void {
  const shares = legs.find((leg) => leg.expiry === null);
  if (shares === undefined) return;
  const text = `${shares.tradingsymbol} is a share and has no open interest; name options and futures`;
  throw new AppError("request.invalid", text, { symbol: shares.tradingsymbol });
}

/** Positions of the last quarter of each interval, under the interval's start. */
function lastOfEach(times: readonly number[], ms: number): { readonly time: number; readonly at: number }[] {
  const last = new Map<number, number>();
  times.forEach((time, at) => {
    last.set(Math.floor((time - SESSION_START_MS) / ms) * ms + SESSION_START_MS, at);
  });
  return [...last].map(([time, at]) => ({ time, at }));
}

/**
 * Open interest of contracts of one underlying over the present market day.
 * @throws AppError underlying.not_found, derivative.not_found, instrument.not_found, request.invalid, server.unavailable,
 * quotes.failed, metacache.failed
 */
export async function multistrikeOi(
  market: ChartMarket,
  history: HistoryReader,
  { underlying: symbol, legs: symbols, interval = "15M" }: MultistrikeOiRequest,
): Promise<MultistrikeOiResponse["payload"]> {
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const { spot } = underlying;
  const legs = symbols.map((each) => chartLeg(directory, underlying, each));
  mustHaveOi(legs);
  const chart = await chartSeries(market, history, underlying, [spot, ...legs], 0);
  const kept = lastOfEach(chart.times, INTERVAL_MS[interval]);
  const [spots, ...points] = chart.points;
  const options = legs.filter((leg) => leg.instrument_type !== "FUT");
  const expiries = [...new Set(options.map(({ expiry }) => expiry!))];
  const before = previousOi(await chainsOf(market, spot.instrument_token, symbol, expiries));
  return {
    underlying: symbol,
    interval,
    times: kept.map(({ time }) => time),
    origins: kept.map(({ at }) => chart.origins[at]!),
    underlying_prices: kept.map(({ at }) => rupeesOf(spot, spots![at]?.close)),
    series: legs.map((leg, i) => ({
      tradingsymbol: leg.tradingsymbol,
      instrument_type: leg.instrument_type,
      strike: leg.strike,
      expiry: leg.expiry,
      previous_oi: before.get(leg.instrument_token) ?? null,
      oi: kept.map(({ at }) => points[i]![at]?.oi ?? null),
    })),
  };
}
