import { Type } from "typebox";
import { compactDate, istDate } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { ErrorResponse } from "#protocol/http/errors.ts";
import {
  BuilderOiRequest,
  BuilderOiResponse,
  ExpiriesQuery,
  ExpiriesResponse,
  MultistrikeOiRequest,
  MultistrikeOiResponse,
  StrategyChartRequest,
  StrategyChartResponse,
} from "#protocol/http/history.ts";
import type { Guards } from "../../identity/http/guards.ts";
import { chainSnapshotRequest } from "../../market/bus/subjects.ts";
import { type MarketDoor, type MarketDoors, marketOf, pricesOf } from "../../market/doors/market-doors.ts";
import { combinedPremium, commonDivisor } from "../../market/history/alignment.ts";
import type { HistoryReader } from "../../market/history/reader.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { chartLeg, chartUnderlying, divisorOf } from "./chart-instruments.ts";
import { chartSeries } from "./chart-series.ts";
import { oiByStrike, previousOi } from "./oi-by-strike.ts";

const tags = ["history"];
const ERRORS = Object.fromEntries([400, 401, 403, 404, 503].map((status) => [status, ErrorResponse]));
/** 09:15 in India as time of day in UTC: bars of every length begin there. */
const SESSION_START_MS = 225 * 60_000;
const INTERVAL_MS = { "15M": 900_000, "30M": 1_800_000, "60M": 3_600_000 } as const;

/** What could not be had is said in the words of the chart that asked for it; who asked wrongly is told what was wrong. */
async function charting<T>(text: string, symbol: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !/^(server|quotes|metacache)\./.test(error.code)) throw error;
    throw new AppError("prices.failed", text, { symbol }, { cause: error });
  }
}

/** Packet 3 of the expiries asked for. @throws AppError derivative.not_found for one that is not listed */
async function chainsOf(door: MarketDoor, token: number, symbol: string, expiries: readonly string[]) {
  return Promise.all(
    expiries.map(async (expiry) => {
      const request = Buffer.from(JSON.stringify({ underlying: token, expiry: compactDate(expiry) }));
      const message = await door.bus.request(chainSnapshotRequest(), request);
      if (message.byteLength === 0) throw noExpiry(symbol, expiry);
      return message;
    }),
  );
}

function noExpiry(symbol: string, expiry: string): AppError {
  const text = `Derivative not found with symbol ${symbol} and expiry ${expiry}; GET get_expiries names those listed`;
  return new AppError("derivative.not_found", text, { symbol, expiry });
}

export interface ChartNeeds {
  readonly guards: Pick<Guards, "feature">;
  readonly doors: MarketDoors;
  readonly history: HistoryReader;
}

/** Charts over time, and open interest by strike. */
export function addHistoryRoutes(app: App, { guards, doors, history }: ChartNeeds): void {
  const builder = guards.feature("builder");
  const multistrike = guards.feature("multistrike_oi");

  app.post(
    "/v1/compute/compute_strategy_chart",
    {
      schema: {
        tags,
        summary: "Combined premium of trades over time, a net credit positive",
        body: StrategyChartRequest,
        response: { 200: StrategyChartResponse, ...ERRORS },
      },
      preHandler: builder,
    },
    async (request, reply) => {
      const door = pricesOf(doors, request, reply);
      const { underlying: symbol, trades, offset = 0, sampling_size } = request.body;
      return charting("Failed to fetch strategy chart", symbol, async () => {
        const { directory } = await door.metacache.get();
        const underlying = chartUnderlying(directory, symbol);
        const legs = trades.map((trade) => chartLeg(directory, underlying, trade.tradingsymbol));
        const chart = await chartSeries(door, history, underlying, [underlying.spot, ...legs], offset);
        const unit = commonDivisor(trades.map(({ quantity }) => quantity));
        const [spots, ...points] = chart.points;
        const values = combinedPremium(
          trades.map(({ trade_action, quantity }, i) => ({
            sign: trade_action === "SELL" ? 1 : -1,
            ratio: quantity / unit,
            divisor: divisorOf(legs[i]!),
          })),
          points,
          chart.times.length,
        );
        const divisor = divisorOf(underlying.spot);
        return {
          payload: {
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
              value: values[t]!,
              underlying_price: priceOf(spots![t]?.close, divisor),
              is_running: time === chart.runningAt,
            })),
          },
        };
      });
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
      preHandler: multistrike,
    },
    async (request, reply) => {
      const door = pricesOf(doors, request, reply);
      const { underlying: symbol, legs: symbols, interval = "15M" } = request.body;
      return charting("Failed to fetch the multi-strike OI chart", symbol, async () => {
        const { directory } = await door.metacache.get();
        const underlying = chartUnderlying(directory, symbol);
        const legs = symbols.map((each) => chartLeg(directory, underlying, each));
        const shares = legs.find((leg) => leg.expiry === null);
        if (shares !== undefined) {
          const text = `${shares.tradingsymbol} is a share and has no open interest; name options and futures`;
          throw new AppError("request.invalid", text, { symbol: shares.tradingsymbol });
        }
        const chart = await chartSeries(door, history, underlying, [underlying.spot, ...legs], 0);
        const kept = lastOfEach(chart.times, INTERVAL_MS[interval]);
        const [spots, ...points] = chart.points;
        const divisor = divisorOf(underlying.spot);
        const options = legs.filter((leg) => leg.instrument_type !== "FUT");
        const expiries = [...new Set(options.map(({ expiry }) => expiry!))];
        const before = previousOi(await chainsOf(door, underlying.spot.instrument_token, symbol, expiries));
        return {
          payload: {
            underlying: symbol,
            interval,
            times: kept.map(({ time }) => time),
            underlying_prices: kept.map(({ at }) => priceOf(spots![at]?.close, divisor)),
            series: legs.map((leg, i) => ({
              tradingsymbol: leg.tradingsymbol,
              instrument_type: leg.instrument_type,
              strike: leg.strike,
              expiry: leg.expiry,
              previous_oi: before.get(leg.instrument_token) ?? null,
              oi: kept.map(({ at }) => points[i]![at]?.oi ?? null),
            })),
          },
        };
      });
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
      preHandler: builder,
    },
    async (request, reply) => {
      const door = pricesOf(doors, request, reply);
      const { underlying_symbol: symbol, expiries } = request.body;
      return charting("Failed to fetch open interest", symbol, async () => {
        const { directory } = await door.metacache.get();
        const { u, spot } = chartUnderlying(directory, symbol);
        const listed = new Set(directory.expiries(u));
        const unknown = expiries.find((expiry) => !listed.has(expiry));
        if (unknown !== undefined) throw noExpiry(symbol, unknown);
        const wanted = [...new Set(expiries)];
        const chains = await chainsOf(door, spot.instrument_token, symbol, wanted);
        return { payload: oiByStrike({ ...request.body, expiries: wanted }, chains) };
      });
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
      const { underlying_symbol: symbol } = request.query;
      const market = marketOf(doors, request, reply);
      const { directory } = await market.metacache.get();
      const { u } = chartUnderlying(directory, symbol);
      const today = istDate(market.watch.marketTime());
      const types = new Map(directory.options(u).map(({ expiry, expiry_type }) => [expiry, expiry_type]));
      const data = directory.expiries(u).map((expiry, i) => ({
        expiry,
        expiry_text: formatExpiry(expiry, today),
        is_weekly: types.get(expiry) === "weekly",
        is_default_selected: i === 0,
      }));
      return { payload: { data } };
    },
  );
}

function priceOf(close: number | undefined, divisor: number): number | null {
  return close !== undefined && close > 0 ? close / divisor : null;
}

/** Positions of the last quarter of each interval, under the interval's start. */
function lastOfEach(times: readonly number[], ms: number): { readonly time: number; readonly at: number }[] {
  const last = new Map<number, number>();
  times.forEach((time, at) => {
    last.set(Math.floor((time - SESSION_START_MS) / ms) * ms + SESSION_START_MS, at);
  });
  return [...last].map(([time, at]) => ({ time, at }));
}
