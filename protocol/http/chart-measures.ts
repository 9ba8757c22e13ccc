import { type Static, Type } from "typebox";
import { MOST_IV_STRIKES, MOST_STRIKES, MOST_STRIKES_AROUND } from "./chart-limits.ts";
import {
  ChartSymbol,
  Figure,
  Interval,
  IsoDay,
  MOST_OI_EXPIRIES,
  OI_INTERVALS,
  RunningAt,
  SessionCount,
  Sessions,
  Times,
} from "./chart-parts.ts";
import { CHART_ERRORS, chartCall } from "./chart-rows.ts";
import { endpoint } from "./contract.ts";

/** What a chain said of itself through the day: forward, IV, PCR and the like of expiries, IV30 of the underlying. */

/** Calendar days that measures by the minute go back, and expiries that are over with them. */
export const MOST_MEASURE_DAYS = 100;

/** Figures of one answer, bars times columns: two expiries with all their measures through eleven sessions by the minute. */
export const MOST_MEASURE_FIGURES = 150_000;

export const UNDERLYING_MEASURES = ["spot", "iv30", "ivp"] as const;
export type UnderlyingMeasure = (typeof UNDERLYING_MEASURES)[number];
export const EXPIRY_MEASURES = [
  "forward",
  "synthetic",
  "atm_strike",
  "atm_iv",
  "pcr",
  "max_pain",
  "call_oi",
  "put_oi",
  "call_volume",
  "put_volume",
  "straddle",
] as const;
export type ExpiryMeasure = (typeof EXPIRY_MEASURES)[number];

/** Those of an expiry that may be of some of its strikes alone. */
export const STRIKE_MEASURES = [
  "pcr",
  "call_oi",
  "put_oi",
  "call_volume",
  "put_volume",
] as const satisfies readonly ExpiryMeasure[];

const MEASURES = [...UNDERLYING_MEASURES, ...EXPIRY_MEASURES, "strike_iv"] as const;

export const ChartMeasuresRequest = Type.Object(
  {
    underlying_symbol: ChartSymbol,
    expiries: Type.Optional(
      Type.Array(IsoDay, {
        minItems: 1,
        maxItems: MOST_OI_EXPIRIES,
        description: `listed ones, and those that were over within ${MOST_MEASURE_DAYS} days; the nearest that trades by default`,
      }),
    ),
    nearest: Type.Optional(
      Type.Boolean({
        description:
          "true: one expiry, of each session the nearest that traded in it, so that history is not that of one contract; not beside `expiries`",
      }),
    ),
    measures: Type.Optional(
      Type.Array(Type.Enum(MEASURES), {
        minItems: 1,
        maxItems: MEASURES.length,
        description: "all by default, but `strike_iv`: IV of each of the named strikes",
      }),
    ),
    around: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_STRIKES_AROUND,
        description:
          "PCR, OI and volume of so many strikes to each side of the one at the money, and of that: in each session where the money was at its end, or is now; not beside `strikes`",
      }),
    ),
    strikes: Type.Optional(
      Type.Array(Type.Number({ exclusiveMinimum: 0 }), {
        minItems: 1,
        maxItems: MOST_STRIKES,
        description: `PCR, OI and volume of these strikes alone, rupees; at most ${MOST_IV_STRIKES} for \`strike_iv\``,
      }),
    ),
    interval: Interval,
    sessions: SessionCount,
    date: Type.Optional(
      Type.String({
        ...IsoDay,
        description:
          "YYYY-MM-DD: the last session; by default the newest, or the last day of the expiries where all of them are over",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ChartMeasuresRequest = Static<typeof ChartMeasuresRequest>;

const Column = (description: string) => Type.Optional(Type.Array(Figure, { description }));
const Before = (description: string) =>
  Type.Optional(
    Type.Array(Figure, {
      description: `${description} at the close before each session, units; a place a session`,
    }),
  );

export const ChartMeasuresResponse = Type.Object({
  payload: Type.Object({
    underlying_symbol: Type.String(),
    interval: Type.Enum(OI_INTERVALS),
    underlying_token: Type.Number({ description: "instrument token, which the underlying's stream has" }),
    times: Times,
    running_at: RunningAt,
    underlying: Type.Object(
      {
        spot: Column("rupees"),
        iv30: Column("30-day IV, a fraction"),
        ivp: Column("its percentile among the closes of a year, 0 to 100"),
      },
      { description: "what is asked for, at the end of each bar" },
    ),
    expiries: Type.Array(
      Type.Object({
        expiry: IsoDay,
        lot_size: Type.Union([Type.Number(), Type.Null()], {
          description: "units a lot; null of an expiry that is over",
        }),
        forward: Column("rupees"),
        synthetic: Column("synthetic future, rupees"),
        atm_strike: Column("rupees"),
        atm_iv: Column("a fraction"),
        pcr: Column("put OI over call OI"),
        max_pain: Column("rupees"),
        call_oi: Column("units"),
        put_oi: Column("units"),
        call_oi_before: Before("where `call_oi` is asked for: it"),
        put_oi_before: Before("where `put_oi` is asked for: it"),
        call_volume: Column("units traded that day by the end of the bar"),
        put_volume: Column("the same of puts"),
        straddle: Column("call plus put at the money, rupees"),
        strikes: Type.Optional(
          Type.Array(Type.Array(Type.Number()), {
            description:
              "of each session the strikes that PCR, OI and volume are of, where they are of some alone; empty where that is not known",
          }),
        ),
        strike_iv: Type.Optional(
          Type.Array(
            Type.Object({
              strike: Type.Number({ description: "rupees" }),
              iv: Type.Array(Figure, {
                description:
                  "of the last trades of at most 15 minutes before the end of each bar, a fraction",
              }),
            }),
          ),
        ),
      }),
      { description: "near to far, with what is asked for at the end of each bar" },
    ),
    nearest: Type.Optional(
      Type.Array(IsoDay, {
        description: "of each session the expiry that its figures are of, where the nearest was asked for",
      }),
    ),
    sessions: Sessions,
  }),
});
export type ChartMeasuresResponse = Static<typeof ChartMeasuresResponse>;

export const CHART_MEASURE_ROWS = {
  measures: endpoint({
    ...chartCall,
    feature: "intraday_charts",
    ms: 20,
    // Every expiry has its columns.
    msPerKilobyte: 950,
    paths: ["/v1/compute/charts/measures"],
    summary:
      "Forward, IV, PCR, max pain, OI, volume and straddle of expiries over time, IV30 and IVP of the underlying",
    body: ChartMeasuresRequest,
    answers: { 200: ChartMeasuresResponse },
    errors: CHART_ERRORS,
  }),
};
