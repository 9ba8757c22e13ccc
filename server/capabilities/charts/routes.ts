import { Type } from "typebox";
import {
  BuilderOiRequest,
  BuilderOiResponse,
  ExpiriesQuery,
  ExpiriesResponse,
  MultistrikeOiRequest,
  MultistrikeOiResponse,
  StrategyChartRequest,
  StrategyChartResponse,
} from "#protocol/http/charts.ts";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import type { Guards } from "../../identity/http/guards.ts";
import { type MarketDoors, marketOf, pricesOf } from "../../market/doors/market-doors.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { chartMarket } from "./chart-market.ts";
import type { ChartService } from "./service.ts";

const tags = ["history"];
const ERRORS = Object.fromEntries([400, 401, 403, 404, 503].map((status) => [status, ErrorResponse]));

interface ChartNeeds {
  readonly guards: Pick<Guards, "feature">;
  readonly doors: MarketDoors;
  readonly service: ChartService;
}

/** Charts over time, and open interest by strike. */
export function addChartRoutes(app: App, { guards, doors, service }: ChartNeeds): void {
  app.post(
    "/v1/compute/compute_strategy_chart",
    {
      schema: {
        tags,
        summary: "Combined premium of trades over time, a net credit positive",
        body: StrategyChartRequest,
        response: { 200: StrategyChartResponse, ...ERRORS },
      },
      preHandler: guards.feature("builder"),
    },
    async (request, reply) => {
      const market = chartMarket(pricesOf(doors, request, reply));
      return { payload: await service.strategy(market, request.body) };
    },
  );

  app.post(
    "/v1/compute/oi_graphs/multistrike_oi",
    {
      schema: {
        tags,
        summary: "Open interest of contracts over the present market day",
        body: MultistrikeOiRequest,
        response: { 200: MultistrikeOiResponse, ...ERRORS },
      },
      preHandler: guards.feature("multistrike_oi"),
    },
    async (request, reply) => {
      const market = chartMarket(pricesOf(doors, request, reply));
      return { payload: await service.multistrikeOi(market, request.body) };
    },
  );

  app.post(
    "/v1/compute/oi_graphs/builder_intraday_oi_v2",
    {
      schema: {
        tags,
        summary: "Open interest and its change by strike, over some expiries together",
        body: BuilderOiRequest,
        response: { 200: BuilderOiResponse, ...ERRORS },
      },
      preHandler: guards.feature("builder"),
    },
    async (request, reply) => {
      const market = chartMarket(pricesOf(doors, request, reply));
      return { payload: await service.oiByStrike(market, request.body) };
    },
  );

  app.get(
    "/v1/compute/:id/get_expiries",
    {
      schema: {
        tags,
        summary: "Option expiries of an underlying, for the pickers of open interest charts",
        params: Type.Object({ id: Type.String({ pattern: "^[0-5]$", description: "broker id" }) }),
        querystring: ExpiriesQuery,
        response: { 200: ExpiriesResponse, ...ERRORS },
      },
    },
    async (request, reply) => {
      const market = chartMarket(marketOf(doors, request, reply));
      return { payload: await service.expiries(market, request.query.underlying_symbol) };
    },
  );
}
