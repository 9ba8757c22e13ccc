import { type Static, Type } from "typebox";
import { ORIGINS } from "#domain/chain/origin.ts";
import { MOST_CHART_LEGS } from "./chart-limits.ts";
import {
  ChartSymbol,
  Figure,
  Figures,
  Interval,
  IsoDay,
  MOST_OI_EXPIRIES,
  OI_INTERVALS,
  RunningAt,
  Session,
  SessionCount,
  Sessions,
  Times,
} from "./chart-parts.ts";
import { CHART_ERRORS, chartCall } from "./chart-rows.ts";
import { endpoint } from "./contract.ts";

/*
 * Open interest by strike and through the day. Figures are columns; null is what is not known. Each answer says of every session
 * it is made of where it comes from, since when it was recorded, and which minutes nothing is known of.
 */

export type { ChartSession, OiInterval } from "./chart-parts.ts";

const Expiries = Type.Array(IsoDay, { minItems: 1, maxItems: MOST_OI_EXPIRIES, description: "added up" });

/** `from` and `to` lie in sessions that charts reach, `from` before `to`. */
export const OiByStrikeRequest = Type.Object(
  {
    underlying_symbol: ChartSymbol,
    expiries: Expiries,
    from: Type.Union([Type.Number(), Type.Null()], {
      description: "epoch ms: the end of that minute; null is the close of the session before that of `to`",
    }),
    to: Type.Union([Type.Number(), Type.Null()], { description: "epoch ms; null is now" }),
  },
  { additionalProperties: false },
);
export type OiByStrikeRequest = Static<typeof OiByStrikeRequest>;

const OiInstant = Type.Object({
  at: Type.Union([Type.Number(), Type.Null()], {
    description: "epoch ms of what is shown; null of a previous close",
  }),
  spot: Figure,
  forward: Type.Union([Type.Number(), Type.Null()], { description: "of the nearest expiry asked for" }),
  atm_strike: Figure,
  pcr: Figure,
  max_pain: Figure,
  call_oi: Type.Union([Type.Number(), Type.Null()], { description: "units of all strikes" }),
  put_oi: Figure,
});
export type OiInstant = Static<typeof OiInstant>;

export const OiByStrikeResponse = Type.Object({
  payload: Type.Object({
    underlying_symbol: Type.String(),
    expiries: Type.Array(IsoDay),
    lot_size: Type.Union([Type.Number(), Type.Null()], {
      description: "units a lot; null where the expiries do not share one",
    }),
    from: OiInstant,
    to: OiInstant,
    strikes: Type.Array(Type.Number(), { description: "rupees, ascending" }),
    call_oi_from: Figures,
    put_oi_from: Figures,
    call_oi_to: Figures,
    put_oi_to: Figures,
    sessions: Sessions,
  }),
});
export type OiByStrikeResponse = Static<typeof OiByStrikeResponse>;

export const OiMinutesRequest = Type.Object(
  {
    underlying_symbol: ChartSymbol,
    expiries: Expiries,
    date: Type.Optional(IsoDay),
  },
  { additionalProperties: false },
);
export type OiMinutesRequest = Static<typeof OiMinutesRequest>;

const Changes = Type.Array(Type.Array(Type.Number()), {
  description:
    "by strike: minute, units, minute, units …, each standing until the next; −1 units is not known. Minutes count from the session's open",
});

/** A whole session by strike: what a page plays through without asking again. */
export const OiMinutesResponse = Type.Object({
  payload: Type.Object({
    underlying_symbol: Type.String(),
    expiries: Type.Array(IsoDay),
    lot_size: Figure,
    session: Session,
    minutes: Type.Integer({ description: "minutes told, from the session's open" }),
    spot: Type.Array(Figure, { description: "rupees at the end of each minute" }),
    forward: Type.Array(Figure, { description: "of the nearest expiry asked for, rupees" }),
    strikes: Type.Array(Type.Number()),
    previous_call_oi: Type.Array(Figure, { description: "by strike, at the close of the session before" }),
    previous_put_oi: Figures,
    previous_spot: Type.Union([Type.Number(), Type.Null()], {
      description: "rupees at the close of the session before",
    }),
    previous_forward: Figure,
    call_oi: Changes,
    put_oi: Changes,
  }),
});
export type OiMinutesResponse = Static<typeof OiMinutesResponse>;

export const OiVsTimeRequest = Type.Object(
  { underlying_symbol: ChartSymbol, expiries: Expiries, interval: Interval, sessions: SessionCount },
  { additionalProperties: false },
);
export type OiVsTimeRequest = Static<typeof OiVsTimeRequest>;

export const OiVsTimeResponse = Type.Object({
  payload: Type.Object({
    underlying_symbol: Type.String(),
    expiries: Type.Array(IsoDay),
    interval: Type.Enum(OI_INTERVALS),
    lot_size: Figure,
    underlying_token: Type.Number({ description: "instrument token, which the underlying's stream has" }),
    times: Times,
    running_at: RunningAt,
    underlying_prices: Figures,
    call_oi: Type.Array(Figure, { description: "units at the end of each bar" }),
    put_oi: Figures,
    previous_call_oi: Type.Union([Type.Number(), Type.Null()], {
      description: "units at the close before the first session",
    }),
    previous_put_oi: Figure,
    sessions: Sessions,
  }),
});
export type OiVsTimeResponse = Static<typeof OiVsTimeResponse>;

export const FutOiVsTimeRequest = Type.Object(
  { underlying_symbol: ChartSymbol, interval: Interval, sessions: SessionCount },
  { additionalProperties: false },
);
export type FutOiVsTimeRequest = Static<typeof FutOiVsTimeRequest>;

export const FutOiVsTimeResponse = Type.Object({
  payload: Type.Object({
    underlying_symbol: Type.String(),
    interval: Type.Enum(OI_INTERVALS),
    underlying_token: Type.Number({ description: "instrument token, which the underlying's stream has" }),
    times: Times,
    running_at: RunningAt,
    underlying_prices: Figures,
    futures: Type.Array(
      Type.Object({
        tradingsymbol: Type.String(),
        instrument_token: Type.Number(),
        expiry: IsoDay,
        lot_size: Type.Number(),
        previous_oi: Figure,
        previous_price: Type.Union([Type.Number(), Type.Null()], {
          description: "rupees at the close before the first session",
        }),
        oi: Type.Array(Figure, { description: "units at the end of each bar" }),
        price: Type.Array(Figure, { description: "rupees of the last trade" }),
        volume: Type.Array(Figure, { description: "units traded in the bar" }),
      }),
      { description: "the first three expiries, near to far" },
    ),
    sessions: Sessions,
  }),
});
export type FutOiVsTimeResponse = Static<typeof FutOiVsTimeResponse>;

export const MultistrikeOiRequest = Type.Object(
  {
    underlying: Type.String({ minLength: 1, maxLength: 64, description: "symbol, such as NIFTY" }),
    legs: Type.Array(ChartSymbol, {
      minItems: 1,
      maxItems: MOST_CHART_LEGS,
      description: "tradingsymbols of options and futures",
    }),
    interval: Type.Optional(Type.Enum(OI_INTERVALS, { description: "15M by default" })),
    sessions: SessionCount,
  },
  { additionalProperties: false },
);
export type MultistrikeOiRequest = Static<typeof MultistrikeOiRequest>;

export const MultistrikeOiResponse = Type.Object({
  payload: Type.Object({
    underlying: Type.String(),
    interval: Type.Enum(OI_INTERVALS),
    underlying_token: Type.Number({ description: "instrument token, which the underlying's stream has" }),
    times: Times,
    running_at: RunningAt,
    origins: Type.Array(Type.Enum(ORIGINS), {
      description: "of each bar of `times`: the least trustworthy of what its session is made of",
    }),
    underlying_prices: Figures,
    series: Type.Array(
      Type.Object({
        tradingsymbol: Type.String(),
        instrument_token: Type.Number(),
        instrument_type: Type.String({ description: "CE, PE or FUT" }),
        strike: Type.Number(),
        expiry: Type.Union([Type.String(), Type.Null()]),
        lot_size: Type.Number(),
        previous_oi: Type.Union([Type.Number(), Type.Null()], {
          description: "units at the close before the first session, null unknown",
        }),
        previous_price: Type.Union([Type.Number(), Type.Null()], {
          description: "rupees at the close before the first session",
        }),
        oi: Type.Array(Figure, { description: "units at the end of each bar of `times`, null unknown" }),
        price: Type.Array(Figure, {
          description: "rupees of the day's last trade by the end of each bar, null before the first one",
        }),
        volume: Type.Array(Figure, { description: "units traded in the bar" }),
      }),
    ),
    sessions: Sessions,
  }),
});
export type MultistrikeOiResponse = Static<typeof MultistrikeOiResponse>;

/** Open interest by strike, by the minute and over time. */
export const OPEN_INTEREST_ROWS = {
  oiByStrike: endpoint({
    ...chartCall,
    feature: "oi_graphs",
    ms: 25,
    paths: ["/v1/compute/oi_graphs/oi_by_strike"],
    summary: "Open interest by strike at two instants, over some expiries together",
    body: OiByStrikeRequest,
    answers: { 200: OiByStrikeResponse },
    errors: CHART_ERRORS,
  }),
  oiMinutes: endpoint({
    ...chartCall,
    feature: "oi_graphs",
    ms: 25,
    paths: ["/v1/compute/oi_graphs/oi_minutes"],
    summary: "Open interest by strike through one session, every minute of it",
    body: OiMinutesRequest,
    answers: { 200: OiMinutesResponse },
    errors: CHART_ERRORS,
  }),
  oiVsTime: endpoint({
    ...chartCall,
    feature: "oi_graphs",
    ms: 100,
    paths: ["/v1/compute/oi_graphs/oi_vs_time"],
    summary: "Open interest of calls and puts over time, some expiries together",
    body: OiVsTimeRequest,
    answers: { 200: OiVsTimeResponse },
    errors: CHART_ERRORS,
  }),
  futOiVsTime: endpoint({
    ...chartCall,
    feature: "oi_graphs",
    ms: 30,
    paths: ["/v1/compute/oi_graphs/fut_oi_vs_time"],
    summary: "Open interest, price and volume of the first three futures over time",
    body: FutOiVsTimeRequest,
    answers: { 200: FutOiVsTimeResponse },
    errors: CHART_ERRORS,
  }),
  multistrikeOi: endpoint({
    ...chartCall,
    feature: "multistrike_oi",
    ms: 20,
    // Every leg has its columns.
    msPerKilobyte: 150,
    paths: ["/v1/compute/oi_graphs/multistrike_oi"],
    summary: "Open interest, price and volume of contracts of one underlying over time",
    body: MultistrikeOiRequest,
    answers: { 200: MultistrikeOiResponse },
    errors: CHART_ERRORS,
  }),
};
