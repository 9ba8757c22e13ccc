import { type Static, Type } from "typebox";
import { ORIGINS } from "#domain/chain/origin.ts";
import { ChartSymbol, Figure, Figures, IsoDay, MOST_MINUTE_SESSIONS, RunningAt } from "./chart-parts.ts";
import { CHART_ERRORS, chartCall } from "./chart-rows.ts";
import { endpoint } from "./contract.ts";
import { Nullable } from "./nullable.ts";

/** Implied volatility by day, with the present as its last point, and the volatility of expiries at a close beside that of now. */

/** Calendar days that closes go back. */
export const MOST_IV_DAYS = 550;

const ListedExpiry = Type.String({
  ...IsoDay,
  description: "YYYY-MM-DD: a listed one, or one that was over within 100 days",
});

export const IvHistoryParams = Type.Object({ symbol: ChartSymbol });
export const IvHistoryQuery = Type.Object(
  {
    expiry: Type.Optional(ListedExpiry),
    days: Type.Optional(
      Type.String({
        pattern: "^[1-9]\\d{0,2}$",
        description: `calendar days to go back, at most ${MOST_IV_DAYS}, which is the default`,
      }),
    ),
  },
  { additionalProperties: false },
);
export type IvHistoryQuery = Static<typeof IvHistoryQuery>;

const RangeEnd = Nullable(
  Type.Object({ date: IsoDay, iv: Type.Number({ description: "an annual fraction" }) }),
);
const Hv = (sessions: number) =>
  Type.Array(Figure, {
    description: `historical volatility of the ${sessions} returns up to each close, an annual fraction`,
  });

export const IvHistoryResponse = Type.Object({
  payload: Type.Object({
    underlying_symbol: Type.String(),
    underlying_token: Type.Number(),
    expiry: Nullable(IsoDay),
    dates: Type.Array(IsoDay, {
      description: "sessions, oldest first; the last is the present one once it has begun",
    }),
    times: Type.Array(Type.Number(), { description: "their opens, epoch ms" }),
    is_present: Type.Boolean({
      description:
        "the last session is that of the present market day: its figures are of now, or of its last minute",
    }),
    running_at: RunningAt,
    close: Type.Array(Figure, {
      description: "rupees, in shares of now; of the present session the price now",
    }),
    iv30: Type.Array(Figure, { description: "30-day IV, an annual fraction" }),
    atm_iv: Type.Union([Figures, Type.Null()], {
      description: "ATM IV of the expiry that was asked for; null where none was",
    }),
    hv10: Hv(10),
    hv20: Hv(20),
    hv30: Hv(30),
    origins: Type.Array(Nullable(Type.Enum(ORIGINS)), {
      description: "the least trustworthy of what each session has; null where nothing is known",
    }),
    now: Type.Object({
      iv30: Figure,
      atm_iv: Figure,
      ivp: Type.Union([Type.Number(), Type.Null()], {
        description: "of iv30 among the closes of a year, 0 to 100; null with fewer than closes_needed",
      }),
      iv_rank: Type.Union([Type.Number(), Type.Null()], {
        description: "its place between the least and the greatest of them, 0 to 100",
      }),
      closes: Type.Number({ description: "known closes that both rest on, at most 250" }),
      closes_needed: Type.Number(),
      closes_whole: Type.Boolean({
        description:
          "false while the server is still reading them: there are more than it says; ask again in some seconds",
      }),
      close_origins: Type.Array(Type.Enum(ORIGINS), { description: "where those closes come from" }),
    }),
    range: Type.Object(
      {
        high: RangeEnd,
        low: RangeEnd,
        mean: Figure,
        closes: Type.Number({ description: "known ones" }),
      },
      {
        description:
          "of the closes of atm_iv where an expiry was asked for, else of iv30; the present session is none of them",
      },
    ),
  }),
});
export type IvHistoryResponse = Static<typeof IvHistoryResponse>;

export const IvTermQuery = Type.Object(
  {
    date: Type.Optional(Type.String({ ...IsoDay, description: "a kept close; by default the last one" })),
    expiry: Type.Optional(Type.String({ ...IsoDay, description: "a listed one, whose smile is told too" })),
  },
  { additionalProperties: false },
);
export type IvTermQuery = Static<typeof IvTermQuery>;

export const IvTermResponse = Type.Object({
  payload: Type.Object({
    underlying_symbol: Type.String(),
    underlying_token: Type.Number(),
    dates: Type.Array(IsoDay, { description: "closes of which expiries are kept, oldest first" }),
    date: Nullable(IsoDay),
    origin: Nullable(Type.Enum(ORIGINS)),
    expiries: Type.Array(
      Type.Object({
        expiry: IsoDay,
        now: Type.Union([Type.Number(), Type.Null()], { description: "ATM IV, an annual fraction" }),
        days: Type.Union([Type.Number(), Type.Null()], {
          description: "calendar days from now, null of one that is over",
        }),
        close: Type.Union([Type.Number(), Type.Null()], {
          description: "ATM IV at that close; null not kept",
        }),
        close_days: Type.Number({ description: "calendar days from that close" }),
      }),
      { description: "near to far: those listed now, and those kept of that close" },
    ),
    smile: Type.Optional(
      Type.Object(
        {
          expiry: IsoDay,
          strikes: Type.Array(Type.Number(), { description: "rupees, ascending" }),
          now: Type.Array(Figure, { description: "IV of each strike in its chain, an annual fraction" }),
          close: Nullable(Figures),
          forward: Figure,
          close_forward: Figure,
          close_origin: Nullable(Type.Enum(ORIGINS)),
        },
        {
          description: `of \`expiry\`, where it was asked for. \`close\` is at that close, of last trades of its last 15 minutes; null where the minutes of its options are not kept, which go back ${MOST_MINUTE_SESSIONS} sessions`,
        },
      ),
    ),
  }),
});
export type IvTermResponse = Static<typeof IvTermResponse>;

const row = {
  ...chartCall,
  method: "GET",
  feature: "iv_chart",
  ms: 15,
  params: IvHistoryParams,
  errors: CHART_ERRORS,
} as const;

export const IV_HISTORY_ROWS = {
  ivHistory: endpoint({
    ...row,
    paths: ["/v1/compute/charts/iv_history/:symbol"],
    summary:
      "30-day IV, or ATM IV of an expiry, by day with the present, historical volatility and price beside it",
    query: IvHistoryQuery,
    answers: { 200: IvHistoryResponse },
  }),
  ivTerm: endpoint({
    ...row,
    paths: ["/v1/compute/charts/iv_term/:symbol"],
    summary: "ATM IV of each expiry now, and at a kept close",
    query: IvTermQuery,
    answers: { 200: IvTermResponse },
  }),
};
