import { type Static, Type } from "typebox";
import { ORIGINS } from "#domain/chain/origin.ts";
import { MOST_CHART_LEGS } from "./chart-limits.ts";
import { CHART_ERRORS, chartCall } from "./chart-rows.ts";
import { endpoint } from "./contract.ts";

const Symbol_ = Type.String({ minLength: 1, maxLength: 64 });
const Figure = Type.Union([Type.Number(), Type.Null()]);

/** Sessions before today's that a chart may begin with. */
export const MOST_CHART_SESSIONS = 10;

export const StrategyChartRequest = Type.Object(
  {
    underlying: Type.String({ minLength: 1, maxLength: 64, description: "symbol, such as NIFTY" }),
    sampling_size: Type.Literal("15M"),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_CHART_SESSIONS,
        description:
          "sessions before the present one that the chart begins with; 0, the default, is today alone",
      }),
    ),
    trades: Type.Array(
      Type.Object(
        {
          tradingsymbol: Symbol_,
          trade_action: Type.Union([Type.Literal("BUY"), Type.Literal("SELL")]),
          quantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: "units" }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MOST_CHART_LEGS },
    ),
  },
  { additionalProperties: false },
);
export type StrategyChartRequest = Static<typeof StrategyChartRequest>;

const BarOrigin = Type.Enum(ORIGINS, {
  description:
    "where the bar comes from, the least trustworthy of what it is made of: heard here, told by the market's broker, of an exchange's own files, or made up",
});
const BarTime = Type.Number({ description: "start of the bar, epoch ms" });

export const StrategyChartResponse = Type.Object({
  payload: Type.Object({
    underlying: Type.String(),
    sampling_size: Type.String(),
    unit_quantity: Type.Number({ description: "units of each trade are its ratio times this" }),
    ratios: Type.Array(
      Type.Object({ tradingsymbol: Type.String(), trade_action: Type.String(), ratio: Type.Number() }),
    ),
    series: Type.Array(
      Type.Object({
        time: BarTime,
        value: Type.Union([Type.Number(), Type.Null()], {
          description:
            "combined premium at the bar's close, rupees, a net credit positive; null while a leg has not traded that day",
        }),
        underlying_price: Figure,
        is_running: Type.Boolean({ description: "the bar has not ended" }),
        origin: BarOrigin,
      }),
      { description: "oldest first" },
    ),
  }),
});
export type StrategyChartResponse = Static<typeof StrategyChartResponse>;

export const BuilderOiRequest = Type.Object(
  {
    oi_vs_strike: Type.Boolean({ description: "open interest by strike is wanted" }),
    oi_change_vs_strike: Type.Boolean({ description: "its change since the previous close is wanted" }),
    underlying_symbol: Symbol_,
    expiries: Type.Array(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }), { minItems: 1, maxItems: 32 }),
  },
  { additionalProperties: false },
);
export type BuilderOiRequest = Static<typeof BuilderOiRequest>;

const ByStrike = Type.Array(
  Type.Object({
    strike: Type.Number({ description: "rupees" }),
    call: Type.Number({ description: "units" }),
    put: Type.Number({ description: "units" }),
  }),
  { description: "all expiries asked for together, strikes ascending" },
);

export const BuilderOiResponse = Type.Object({
  payload: Type.Object({
    underlying_symbol: Type.String(),
    expiries: Type.Array(Type.String()),
    last_updated_at: Type.Union([Type.Number(), Type.Null()], { description: "market time, epoch ms" }),
    underlying_price: Figure,
    total_call_oi: Type.Number(),
    total_put_oi: Type.Number(),
    pcr: Figure,
    oi_vs_strike: Type.Union([ByStrike, Type.Null()], { description: "null where it was not asked for" }),
    oi_change_vs_strike: Type.Union([ByStrike, Type.Null()]),
  }),
});
export type BuilderOiResponse = Static<typeof BuilderOiResponse>;

export const ExpiriesQuery = Type.Object({
  underlying_symbol: Symbol_,
  feature: Type.Literal("builder_oi"),
});

export const ExpiriesResponse = Type.Object({
  payload: Type.Object({
    data: Type.Array(
      Type.Object({
        expiry: Type.String({ description: "YYYY-MM-DD" }),
        expiry_text: Type.String({ description: "24 Nov; with its year from eleven months on: 24 Jun 2031" }),
        is_weekly: Type.Boolean(),
        is_default_selected: Type.Boolean({ description: "true of the nearest" }),
      }),
      { description: "near to far" },
    ),
  }),
});
export type ExpiriesResponse = Static<typeof ExpiriesResponse>;

/** Charts over time, and open interest by strike. */
export const CHART_ROWS = {
  strategyChart: endpoint({
    ...chartCall,
    // The feed may have to make days of the past for every leg.
    ms: 10,
    msPerKilobyte: 10,
    feature: "builder",
    paths: ["/v1/compute/compute_strategy_chart"],
    summary: "Combined premium of trades over time, a net credit positive",
    body: StrategyChartRequest,
    answers: { 200: StrategyChartResponse },
    errors: CHART_ERRORS,
  }),
  builderOi: endpoint({
    ...chartCall,
    feature: "builder",
    paths: ["/v1/compute/oi_graphs/builder_intraday_oi_v2"],
    summary: "Open interest and its change by strike, over some expiries together",
    body: BuilderOiRequest,
    answers: { 200: BuilderOiResponse },
    errors: CHART_ERRORS,
  }),
  expiries: endpoint({
    method: "GET",
    paths: ["/v1/compute/:id/get_expiries"],
    access: "app_initialized",
    class: "read",
    cost: 0,
    ms: 0.5,
    tags: ["history"],
    summary: "Option expiries of an underlying, for the pickers of open interest charts",
    params: Type.Object({ id: Type.String({ pattern: "^[0-5]$", description: "broker id" }) }),
    query: ExpiriesQuery,
    answers: { 200: ExpiriesResponse },
    errors: CHART_ERRORS,
  }),
};
