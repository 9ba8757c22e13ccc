import { combinedPremium, commonDivisor } from "#domain/chain/premium.ts";
import type { StrategyChartRequest, StrategyChartResponse } from "#protocol/http/charts.ts";
import type { HistoryReader } from "../../market/history/reader.ts";
import { chartLeg, chartUnderlying, divisorOf, rupeesOf } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";
import { chartSeries } from "./chart-series.ts";
import { orNull } from "./minute-columns.ts";

/**
 * Combined premium of trades over time, for the smallest whole ratio of their quantities; a net credit is positive.
 * @throws AppError underlying.not_found, derivative.not_found, instrument.not_found, request.invalid, server.unavailable,
 * quotes.failed, metacache.failed
 */
export async function strategyChart(
  market: ChartMarket,
  history: HistoryReader,
  { underlying: symbol, trades, offset = 0, sampling_size }: StrategyChartRequest,
): Promise<StrategyChartResponse["payload"]> {
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const legs = trades.map((trade) => chartLeg(directory, underlying, trade.tradingsymbol));
  const chart = await chartSeries(market, history, underlying, [underlying.spot, ...legs], offset);
  const unit = commonDivisor(trades.map(({ quantity }) => quantity));
  const [spots, ...points] = chart.points;
  const ratios = trades.map(({ trade_action, quantity }) => ({
    sign: trade_action === "SELL" ? (1 as const) : (-1 as const),
    ratio: quantity / unit,
  }));
  return {
    underlying: symbol,
    sampling_size,
    unit_quantity: unit,
    ratios: trades.map(({ tradingsymbol, trade_action, quantity }) => ({
      tradingsymbol,
      trade_action,
      ratio: quantity / unit,
    })),
    series: chart.times.map((time, t) => ({
      time,
      value: orNull(combinedPremium(ratios, (i) => (points[i]![t]?.close ?? 0) / divisorOf(legs[i]!))),
      underlying_price: rupeesOf(underlying.spot, spots![t]?.close),
      is_running: time === chart.runningAt,
      origin: chart.origins[t]!,
    })),
  };
}
