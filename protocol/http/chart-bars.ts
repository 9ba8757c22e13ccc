import { type Static, Type } from "typebox";
import { ChartSymbol, Figure, Figures, RunningAt, Sessions } from "./chart-parts.ts";
import { CHART_ERRORS, chartCall } from "./chart-rows.ts";
import { endpoint } from "./contract.ts";

/** Minutes, hours, days, weeks and months of one instrument. */

/** Bars of one answer. */
export const MOST_BARS = 10_000;
/** Calendar days that daily bars go back. */
export const MOST_BAR_DAYS = 550;

/** As in the charts of open interest: an M is a minute, and a month is MO. */
export const BAR_INTERVALS = ["1M", "3M", "5M", "15M", "30M", "60M", "1D", "1W", "1MO"] as const;
export type BarInterval = (typeof BAR_INTERVALS)[number];

const At = (description: string) => Type.Optional(Type.String({ pattern: "^\\d{1,15}$", description }));

export const BarsQuery = Type.Object(
  {
    tradingsymbol: Type.String({
      ...ChartSymbol,
      description: "of an index, a share, a future or an option that is listed, such as NIFTY",
    }),
    interval: Type.Enum(BAR_INTERVALS),
    from: At(
      "epoch ms: the bar that holds it is the first; by default as many sessions as a bar has minutes, at most 11, and of days, weeks and months all that is kept",
    ),
    to: At("epoch ms: bars that begin before it; by default now"),
  },
  { additionalProperties: false },
);
export type BarsQuery = Static<typeof BarsQuery>;

export const BarsResponse = Type.Object({
  payload: Type.Object({
    tradingsymbol: Type.String(),
    instrument_token: Type.Number(),
    instrument_type: Type.String({ description: "INDEX, EQ, FUT, CE or PE" }),
    interval: Type.Enum(BAR_INTERVALS),
    times: Type.Array(Type.Number(), {
      description:
        "start of each bar, epoch ms, ascending; of days and longer the open of their first session",
    }),
    running_at: RunningAt,
    open: Figures,
    high: Figures,
    low: Figures,
    close: Type.Array(Figure, {
      description: "rupees of the last trade; all four null before the session's first one",
    }),
    volume: Type.Union([Figures, Type.Null()], {
      description: "units traded in the bar; no column for an index, which is not traded",
    }),
    oi: Type.Union([Figures, Type.Null()], {
      description: "units at the end of the bar; no column for indices and shares, which have none",
    }),
    carried: Type.Array(Type.Boolean(), {
      description: "nothing was traded in the bar: its prices are the last one before",
    }),
    sessions: Sessions,
  }),
});
export type BarsResponse = Static<typeof BarsResponse>;

export const CHART_BAR_ROWS = {
  bars: endpoint({
    ...chartCall,
    method: "GET",
    feature: "chart",
    ms: 25,
    paths: ["/v1/charts/bars"],
    summary: "Bars of one instrument: minutes, hours, days, weeks or months",
    query: BarsQuery,
    answers: { 200: BarsResponse },
    errors: CHART_ERRORS,
  }),
};
