import { type Static, Type } from "typebox";
import {
  MOST_PREMIUM_LEGS,
  MOST_PREMIUM_STEPS,
  MOST_PREMIUM_STRATEGIES,
  PREMIUM_INTERVALS,
  PREMIUM_REFERENCES,
} from "./chart-limits.ts";
import {
  ChartSymbol,
  Figure,
  Figures,
  IsoDay,
  MOST_MINUTE_SESSIONS,
  RunningAt,
  Sessions,
  Times,
} from "./chart-parts.ts";
import { CHART_ERRORS, chartCall } from "./chart-rows.ts";
import { endpoint } from "./contract.ts";

/** Combined premiums by the minute: straddles, strangles and any other few contracts, fixed or rolling at the money. */

const Action = Type.Union([Type.Literal("BUY"), Type.Literal("SELL")]);

export const PremiumLeg = Type.Object(
  {
    tradingsymbol: Type.String({ ...ChartSymbol, description: "a listed option, future or share" }),
    trade_action: Action,
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: "units" }),
  },
  { additionalProperties: false },
);

const Rolling = Type.Object(
  {
    expiry: Type.Optional(
      Type.String({ ...IsoDay, description: "a listed one; the nearest that trades by default" }),
    ),
    steps: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_PREMIUM_STEPS,
        description:
          "listed strikes from the one at the money, calls up and puts down; 0, the default, is the straddle",
      }),
    ),
    reference: Type.Optional(
      Type.Enum(PREMIUM_REFERENCES, {
        description: "the strike is the one nearest to it each minute: the expiry's forward by default",
      }),
    ),
    trade_action: Type.Optional(Action),
  },
  { additionalProperties: false, description: "a straddle or strangle whose strikes go with the market" },
);

export const PremiumStrategy = Type.Object(
  {
    legs: Type.Optional(Type.Array(PremiumLeg, { minItems: 1, maxItems: MOST_PREMIUM_LEGS })),
    rolling: Type.Optional(Rolling),
  },
  { additionalProperties: false, description: "either legs or rolling" },
);
export type PremiumStrategy = Static<typeof PremiumStrategy>;

export const ChartPremiumRequest = Type.Object(
  {
    underlying_symbol: ChartSymbol,
    strategies: Type.Array(PremiumStrategy, { minItems: 1, maxItems: MOST_PREMIUM_STRATEGIES }),
    interval: Type.Optional(Type.Enum(PREMIUM_INTERVALS, { description: "1M by default" })),
    sessions: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_MINUTE_SESSIONS,
        description: "sessions, the present one included; 1 by default",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ChartPremiumRequest = Static<typeof ChartPremiumRequest>;

const LotSize = Type.Union([Type.Number(), Type.Null()], {
  description: "units a lot, null where its contracts do not share one",
});

export const ChartPremiumResponse = Type.Object({
  payload: Type.Object({
    underlying_symbol: Type.String(),
    underlying_token: Type.Number(),
    interval: Type.Enum(PREMIUM_INTERVALS),
    times: Times,
    running_at: RunningAt,
    underlying_prices: Figures,
    strategies: Type.Array(
      Type.Object({
        legs: Type.Array(
          Type.Object({
            tradingsymbol: Type.String(),
            instrument_token: Type.Number(),
            trade_action: Action,
            ratio: Type.Number({ description: "quantity over the greatest common divisor of all" }),
          }),
          { description: "none of a rolling line, whose contracts change" },
        ),
        rolling: Type.Union([
          Type.Object({
            expiry: Type.String(),
            steps: Type.Number(),
            reference: Type.Enum(PREMIUM_REFERENCES),
            trade_action: Action,
          }),
          Type.Null(),
        ]),
        lot_size: LotSize,
        previous_premium: Type.Union([Type.Number(), Type.Null()], {
          description:
            "rupees at the close before the newest session; null of a rolling line, which was another holding then",
        }),
        premium: Type.Array(Figure, {
          description:
            "Σ sign × ratio × price at the end of each bar, rupees, sold legs positive; null until every leg has traded that day",
        }),
        vwap: Type.Array(Figure, {
          description:
            "average premium since the session's open, by minutes, weighted by the units traded in the legs; null until something was",
        }),
        volume: Type.Array(Figure, { description: "units traded in the legs in each bar" }),
        high: Type.Union([Figures, Type.Null()], {
          description:
            "highest premium at the end of a minute of each bar, rupees; null of bars of a minute, of which the end alone is known",
        }),
        low: Type.Union([Figures, Type.Null()], { description: "the lowest, as high" }),
        carried: Type.Array(Type.Boolean(), {
          description: "a leg did not trade in the bar: its price is the last one before",
        }),
        strike: Type.Union([Figures, Type.Null()], {
          description: "of a rolling line, the strike at the money in each bar, rupees; null of any other",
        }),
      }),
      { description: "in the order asked for" },
    ),
    sessions: Sessions,
  }),
});
export type ChartPremiumResponse = Static<typeof ChartPremiumResponse>;

/** Past expiries that the present one is laid beside. */
export const MOST_COMPARED_EXPIRIES = 12;

export const PremiumExpiriesRequest = Type.Object(
  {
    underlying_symbol: ChartSymbol,
    expiry: Type.Optional(
      Type.String({ ...IsoDay, description: "a listed one; the nearest that trades by default" }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_COMPARED_EXPIRIES,
        description: `past expiries at most; ${MOST_COMPARED_EXPIRIES} by default`,
      }),
    ),
    each: Type.Optional(
      Type.Boolean({ description: "with the figures of each past expiry by itself; false by default" }),
    ),
  },
  { additionalProperties: false },
);
export type PremiumExpiriesRequest = Static<typeof PremiumExpiriesRequest>;

export const PremiumExpiriesResponse = Type.Object({
  payload: Type.Object({
    underlying_symbol: Type.String(),
    underlying_token: Type.Number(),
    expiry: Type.String(),
    sessions_before: Type.Number({
      description: "sessions that follow the newest one until the expiry, its own among them",
    }),
    times: Type.Array(Type.Number(), {
      description: "starts of the newest session's minutes, epoch ms, the whole session's",
    }),
    minutes_to_expiry: Type.Array(Type.Number(), { description: "from the end of each minute" }),
    trading_minutes: Type.Array(Type.Number(), {
      description:
        "minutes of trading left from the end of each minute to the expiry: nights and days without a session are not counted",
    }),
    running_at: RunningAt,
    premium: Type.Array(Figure, {
      description: "straddle at the money over the forward, a fraction, as far as the market has come",
    }),
    low: Type.Array(Figure, { description: "a quarter of the past expiries was below it at that minute" }),
    median: Figures,
    high: Type.Array(Figure, { description: "a quarter was above it" }),
    known: Type.Array(Type.Number(), {
      description: "past expiries known at that minute; of fewer than three nothing is said",
    }),
    compared: Type.Array(
      Type.Object({
        expiry: Type.String(),
        date: Type.String({ description: "its session, as many before" }),
        premium: Type.Optional(
          Type.Array(Figure, {
            description: "its own straddle over the forward by the minute, a fraction; with `each` alone",
          }),
        ),
      }),
      { description: "newest first" },
    ),
    sessions: Sessions,
  }),
});
export type PremiumExpiriesResponse = Static<typeof PremiumExpiriesResponse>;

export const CHART_PREMIUM_ROWS = {
  premium: endpoint({
    ...chartCall,
    feature: "multi_straddle",
    ms: 20,
    msPerKilobyte: 150,
    paths: ["/v1/compute/charts/premium"],
    summary: "Combined premium and its VWAP by the minute, of fixed contracts or rolling at the money",
    body: ChartPremiumRequest,
    answers: { 200: ChartPremiumResponse },
    errors: CHART_ERRORS,
  }),
  premiumExpiries: endpoint({
    ...chartCall,
    feature: "multi_straddle",
    ms: 20,
    paths: ["/v1/compute/charts/premium_expiries"],
    summary: "Today's straddle beside those of past expiries at the same minute to expiry",
    body: PremiumExpiriesRequest,
    answers: { 200: PremiumExpiriesResponse },
    errors: CHART_ERRORS,
  }),
};
