import type { Exchange } from "#domain/calendar/exchange.ts";
import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import type {
  BuilderOiRequest,
  BuilderOiResponse,
  ExpiriesResponse,
  MultistrikeOiRequest,
  MultistrikeOiResponse,
  StrategyChartRequest,
  StrategyChartResponse,
} from "#protocol/http/charts.ts";
import type { HistoryReader } from "../../market/history/reader.ts";
import { chartUnderlying } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";
import { multistrikeOi } from "./multistrike-oi.ts";
import { oiOfExpiries } from "./oi-by-strike.ts";
import { strategyChart } from "./strategy-chart.ts";

/**
 * Charts over time, and open interest by strike, in the market that the caller is given. What was asked wrongly is refused
 * with the reason; what could not be had is `prices.failed`.
 */
export interface ChartService {
  strategy(market: ChartMarket, request: StrategyChartRequest): Promise<StrategyChartResponse["payload"]>;
  multistrikeOi(
    market: ChartMarket,
    request: MultistrikeOiRequest,
  ): Promise<MultistrikeOiResponse["payload"]>;
  oiByStrike(market: ChartMarket, request: BuilderOiRequest): Promise<BuilderOiResponse["payload"]>;
  /** Option expiries of an underlying, near to far; pickers begin with the first that trades on. */
  expiries(
    market: Pick<ChartMarket, "directory" | "now">,
    symbol: string,
  ): Promise<ExpiriesResponse["payload"]>;
}

/** What could not be had is said in the words of the chart that asked for it; who asked wrongly is told what was wrong. */
async function charting<T>(text: string, symbol: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || !/^(server|quotes|metacache)\./.test(error.code)) throw error;
    throw new AppError("prices.failed", text, { symbol }, { cause: error });
  }
}

export function createChartService(history: HistoryReader): ChartService {
  return {
    strategy: (market, request) =>
      charting("Failed to fetch strategy chart", request.underlying, strategyChart(market, history, request)),
    multistrikeOi: (market, request) =>
      charting(
        "Failed to fetch the multi-strike OI chart",
        request.underlying,
        multistrikeOi(market, history, request),
      ),
    oiByStrike: (market, request) =>
      charting("Failed to fetch open interest", request.underlying_symbol, oiOfExpiries(market, request)),
    async expiries(market, symbol) {
      const directory = await market.directory();
      const { u } = chartUnderlying(directory, symbol);
      const now = market.now();
      const exchange = directory.derivativeExchanges[u] as Exchange;
      const types = directory.expiryTypes(u);
      const listed = directory
        .expiries(u)
        .map((expiry) => ({ expiry, lastTrade: lastTradeInstant(exchange, expiry) }));
      const first = defaultExpiry(listed, now);
      const data = listed.map(({ expiry }, i) => ({
        expiry,
        expiry_text: formatExpiry(expiry, istDate(now)),
        is_weekly: types[i] === "weekly",
        is_default_selected: expiry === first?.expiry,
      }));
      return { data };
    },
  };
}
