import { CHART_BAR_ROWS } from "#protocol/http/chart-bars.ts";
import { CHART_MEASURE_ROWS } from "#protocol/http/chart-measures.ts";
import { CHART_PREMIUM_ROWS } from "#protocol/http/chart-premium.ts";
import { CHART_ROWS } from "#protocol/http/charts.ts";
import { IV_HISTORY_ROWS } from "#protocol/http/iv-history.ts";
import { OPEN_INTEREST_ROWS } from "#protocol/http/open-interest.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import { type MarketDoors, marketOf, pricesOf } from "../../market/doors/market-doors.ts";
import { chartMarket } from "./chart-market.ts";
import { sendChart } from "./send-chart.ts";
import type { ChartService } from "./service.ts";

interface ChartNeeds {
  readonly doors: MarketDoors;
  readonly service: ChartService;
}

/** Charts over time, and open interest by strike. */
export function addChartRoutes(rows: RowRegistrar, { doors, service }: ChartNeeds): void {
  rows.row(CHART_ROWS.strategyChart, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    return { payload: await service.strategy(market, request.body) };
  });

  rows.row(CHART_ROWS.builderOi, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    return { payload: await service.oiByStrike(market, request.body) };
  });

  rows.row(CHART_ROWS.expiries, async (request, reply) => {
    const market = chartMarket(marketOf(doors, request, reply));
    return { payload: await service.expiries(market, request.query.underlying_symbol) };
  });
}

/** Open interest by strike, by the minute and over time. */
export function addOpenInterestRoutes(rows: RowRegistrar, { doors, service }: ChartNeeds): void {
  rows.row(OPEN_INTEREST_ROWS.oiByStrike, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    return sendChart(request, reply, await service.oiAtInstants(market, request.body));
  });

  rows.row(OPEN_INTEREST_ROWS.oiMinutes, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    return sendChart(request, reply, await service.oiMinutes(market, request.body));
  });

  rows.row(OPEN_INTEREST_ROWS.oiVsTime, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    return sendChart(request, reply, await service.oiVsTime(market, request.body));
  });

  rows.row(OPEN_INTEREST_ROWS.futOiVsTime, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    return sendChart(request, reply, await service.futOiVsTime(market, request.body));
  });

  rows.row(OPEN_INTEREST_ROWS.multistrikeOi, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    return sendChart(request, reply, await service.multistrikeOi(market, request.body));
  });
}

/** Bars of instruments, what chains said through the day, and combined premiums. */
export function addChartPastRoutes(rows: RowRegistrar, { doors, service }: ChartNeeds): void {
  rows.row(CHART_BAR_ROWS.bars, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    return sendChart(request, reply, await service.bars(market, request.query));
  });

  rows.row(CHART_MEASURE_ROWS.measures, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    return sendChart(request, reply, await service.measures(market, request.body));
  });

  rows.row(CHART_PREMIUM_ROWS.premium, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    return sendChart(request, reply, await service.premium(market, request.body));
  });

  rows.row(CHART_PREMIUM_ROWS.premiumExpiries, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    return sendChart(request, reply, await service.premiumExpiries(market, request.body));
  });

  rows.row(IV_HISTORY_ROWS.ivHistory, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    const question = { ...request.query, symbol: request.params.symbol };
    return sendChart(request, reply, await service.ivHistory(market, question));
  });

  rows.row(IV_HISTORY_ROWS.ivTerm, async (request, reply) => {
    const market = chartMarket(pricesOf(doors, request, reply));
    const question = { ...request.query, symbol: request.params.symbol };
    return sendChart(request, reply, await service.ivTerm(market, question));
  });
}
