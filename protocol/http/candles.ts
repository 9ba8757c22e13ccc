import { type Static, Type } from "typebox";
import { CANDLE_PATTERN_IDS } from "#domain/candles/pattern-ids.ts";
import { ORIGINS } from "#domain/chain/origin.ts";
import { ChartSymbol } from "./chart-parts.ts";
import { chartCall } from "./chart-rows.ts";
import { endpoint } from "./contract.ts";
import { NEEDS_ACCOUNT } from "./error-response.ts";

/** Candlestick patterns found in the candles of an underlying. */

export const CANDLE_TIMEFRAMES = [
  "candles_daily",
  "candles_hourly",
  "candles_weekly",
  "candles_monthly",
] as const;
export type CandleTimeframe = (typeof CANDLE_TIMEFRAMES)[number];

/** Signals of one timeframe in an answer. */
export const MOST_SIGNALS = 50;

/** What was found in one candle. */
export const CandleSignal = Type.Object({
  date: Type.Number({
    description:
      "epoch ms: a day is stamped 03:30 UTC (09:00 in India), a week or month 03:30 UTC of its first session, an hour its start",
  }),
  candle_names: Type.Array(Type.Enum(CANDLE_PATTERN_IDS), {
    description: "at least one; the first is the one to show",
  }),
  timeFrame: Type.Enum(CANDLE_TIMEFRAMES),
  origin: Type.Enum(ORIGINS, {
    description: "of the candle, the least trustworthy where it is of several days",
  }),
});
export type CandleSignal = Static<typeof CandleSignal>;

const Signals = Type.String({
  description: `JSON of an array of {date, candle_names, timeFrame, origin}, the newest first, ${MOST_SIGNALS} at most`,
});

const OnRecord = Type.Object({
  since: Type.Union([Type.Number(), Type.Null()], {
    description: "date of the first candle that was looked at, epoch ms; null where none is on record",
  }),
  candles: Type.Number({ description: "how many were looked at; a pattern has at least 15 before it" }),
  origin: Type.Union([Type.Enum(ORIGINS), Type.Null()], {
    description: "the least trustworthy of them; null where none is on record",
  }),
});
export type CandlesOnRecord = Static<typeof OnRecord>;

const ofTimeframes = <const T extends typeof Signals | typeof OnRecord>(part: T) =>
  Type.Object({
    candles_daily: part,
    candles_hourly: part,
    candles_weekly: part,
    candles_monthly: part,
  });

export const CandlesResponse = Type.Object({
  data: ofTimeframes(Signals),
  on_record: ofTimeframes(OnRecord),
});
export type CandlesResponse = Static<typeof CandlesResponse>;

export const CANDLE_ROWS = {
  candles: endpoint({
    ...chartCall,
    method: "GET",
    feature: "candlesticks",
    ms: 40,
    paths: ["/v1/candles_cache/:symbol"],
    summary: "Candlestick patterns of an underlying in daily, hourly, weekly and monthly candles",
    description:
      "Candles that are over alone, adjusted for bonuses and splits. Nothing is looked for on MCX, which is a 400.",
    tags: ["history"],
    params: Type.Object({
      symbol: Type.String({ ...ChartSymbol, description: "of an underlying, such as NIFTY or RELIANCE" }),
    }),
    answers: { 200: CandlesResponse },
    errors: {
      ...NEEDS_ACCOUNT,
      400: ["request.invalid"],
      403: ["access.denied", "access.upgrade_needed"],
      404: ["underlying.not_found"],
      503: ["prices.failed", "server.unavailable"],
    },
  }),
};
