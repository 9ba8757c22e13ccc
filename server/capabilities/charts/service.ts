import type { Exchange } from "#domain/calendar/exchange.ts";
import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import type { BarsQuery, BarsResponse } from "#protocol/http/chart-bars.ts";
import type { ChartMeasuresRequest, ChartMeasuresResponse } from "#protocol/http/chart-measures.ts";
import type {
  ChartPremiumRequest,
  PremiumExpiriesRequest,
  PremiumExpiriesResponse,
} from "#protocol/http/chart-premium.ts";
import type {
  BuilderOiRequest,
  BuilderOiResponse,
  ExpiriesResponse,
  StrategyChartRequest,
  StrategyChartResponse,
} from "#protocol/http/charts.ts";
import type { IvHistoryResponse, IvTermResponse } from "#protocol/http/iv-history.ts";
import type {
  FutOiVsTimeRequest,
  FutOiVsTimeResponse,
  MultistrikeOiRequest,
  MultistrikeOiResponse,
  OiByStrikeRequest,
  OiByStrikeResponse,
  OiMinutesRequest,
  OiMinutesResponse,
  OiVsTimeRequest,
  OiVsTimeResponse,
} from "#protocol/http/open-interest.ts";
import type { HistoryReader } from "../../market/history/reader.ts";
import { instrumentBars } from "./bars/instrument-bars.ts";
import { chartUnderlying } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";
import type { ChartPast } from "./chart-past.ts";
import { futOiVsTime } from "./fut-oi-vs-time.ts";
import { type IvHistoryQuestion, ivHistory } from "./iv/iv-history.ts";
import { type IvTermQuestion, ivTerm } from "./iv/iv-term.ts";
import { chartMeasures } from "./measures/chart-measures.ts";
import { multistrikeOi } from "./multistrike-oi.ts";
import { oiAtInstants } from "./oi-at-instants.ts";
import { oiOfExpiries } from "./oi-by-strike.ts";
import { oiMinutes } from "./oi-minutes.ts";
import { oiVsTime } from "./oi-vs-time.ts";
import { chartPremium } from "./premium/chart-premium.ts";
import { premiumExpiries } from "./premium/premium-expiries.ts";
import { createSharedAnswers } from "./share-answers.ts";
import { strategyChart } from "./strategy-chart.ts";
import type { WrittenPayload } from "./written-json.ts";

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
  oiAtInstants(market: ChartMarket, request: OiByStrikeRequest): Promise<OiByStrikeResponse["payload"]>;
  oiMinutes(market: ChartMarket, request: OiMinutesRequest): Promise<OiMinutesResponse["payload"]>;
  oiVsTime(market: ChartMarket, request: OiVsTimeRequest): Promise<OiVsTimeResponse["payload"]>;
  futOiVsTime(market: ChartMarket, request: FutOiVsTimeRequest): Promise<FutOiVsTimeResponse["payload"]>;
  bars(market: ChartMarket, request: BarsQuery): Promise<BarsResponse["payload"]>;
  measures(market: ChartMarket, request: ChartMeasuresRequest): Promise<ChartMeasuresResponse["payload"]>;
  premium(market: ChartMarket, request: ChartPremiumRequest): Promise<WrittenPayload>;
  premiumExpiries(
    market: ChartMarket,
    request: PremiumExpiriesRequest,
  ): Promise<PremiumExpiriesResponse["payload"]>;
  ivHistory(market: ChartMarket, request: IvHistoryQuestion): Promise<IvHistoryResponse["payload"]>;
  ivTerm(market: ChartMarket, request: IvTermQuestion): Promise<IvTermResponse["payload"]>;
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

export function createChartService(history: HistoryReader & ChartPast): ChartService {
  const share = createSharedAnswers();
  /** One question of a chart by the minute, shared by all who ask it of the same market at once. */
  const shared =
    <Q extends object, A>(
      name: string,
      text: string,
      symbolOf: (question: Q) => string,
      answer: (market: ChartMarket, past: ChartPast, question: Q) => Promise<A>,
    ) =>
    (market: ChartMarket, question: Q): Promise<A> =>
      share(market.key, `${name} ${JSON.stringify(question)}`, () =>
        charting(text, symbolOf(question), answer(market, history, question)),
      );
  const underlyingOf = (question: { readonly underlying_symbol: string }) => question.underlying_symbol;
  const OI_FAILED = "Failed to fetch open interest";
  return {
    strategy: (market, request) =>
      charting("Failed to fetch strategy chart", request.underlying, strategyChart(market, history, request)),
    multistrikeOi: shared(
      "multistrike",
      "Failed to fetch the multi-strike OI chart",
      ({ underlying }) => underlying,
      multistrikeOi,
    ),
    oiAtInstants: shared("by strike", OI_FAILED, underlyingOf, oiAtInstants),
    oiMinutes: shared("minutes", OI_FAILED, underlyingOf, oiMinutes),
    oiVsTime: shared("over time", OI_FAILED, underlyingOf, oiVsTime),
    futOiVsTime: shared("futures", OI_FAILED, underlyingOf, futOiVsTime),
    bars: shared("bars", "Failed to fetch the bars", ({ tradingsymbol }) => tradingsymbol, instrumentBars),
    measures: shared("measures", "Failed to fetch the measures", underlyingOf, chartMeasures),
    premium: shared("premium", "Failed to fetch the premiums", underlyingOf, chartPremium),
    premiumExpiries: shared(
      "premium expiries",
      "Failed to fetch the premiums of past expiries",
      underlyingOf,
      premiumExpiries,
    ),
    ivHistory: shared("iv history", "Failed to fetch the IV history", ({ symbol }) => symbol, ivHistory),
    ivTerm: shared("iv term", "Failed to fetch the IV of expiries", ({ symbol }) => symbol, ivTerm),
    oiByStrike: (market, request) =>
      charting(OI_FAILED, request.underlying_symbol, oiOfExpiries(market, request)),
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
