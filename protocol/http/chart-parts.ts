import { type Static, Type } from "typebox";
import { ORIGINS } from "#domain/chain/origin.ts";

/** What questions about the past and their answers are made of. Figures are columns; null is what is not known. */

export const ChartSymbol = Type.String({ minLength: 1, maxLength: 64 });
export const Figure = Type.Union([Type.Number(), Type.Null()]);
export const Figures = Type.Array(Figure);
export const Instant = Type.Number({ description: "epoch ms of market time" });
export const IsoDay = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description: "YYYY-MM-DD" });

/** Expiries of one chart. */
export const MOST_OI_EXPIRIES = 8;
/** Sessions a chart by the minute goes over, the present one included. */
export const MOST_MINUTE_SESSIONS = 11;
/** Daily closes a chart goes over. */
export const MOST_DAILY_SESSIONS = 100;

/** One session of a chart. */
export const Session = Type.Object({
  date: IsoDay,
  open: Type.Number({ description: "start of its first minute, epoch ms" }),
  close: Type.Number({ description: "its end, epoch ms: what is later belongs to another" }),
  origin: Type.Union([Type.Enum(ORIGINS), Type.Null()], {
    description: "the least trustworthy of what is shown of it; null where nothing is known",
  }),
  recorded_since: Type.Union([Type.Number(), Type.Null()], {
    description: "start of the first minute that was heard here, null where none was",
  }),
  gaps: Type.Array(Type.Object({ from: Instant, to: Instant }), {
    description: "minutes that begin in [from, to) of which nothing is known",
  }),
});
export type ChartSession = Static<typeof Session>;
export const Sessions = Type.Array(Session, { description: "oldest first" });

/** `1D`: closes of sessions. An M is a minute. */
export const OI_INTERVALS = ["1M", "3M", "5M", "15M", "30M", "60M", "1D"] as const;
export type OiInterval = (typeof OI_INTERVALS)[number];

export const Interval = Type.Optional(Type.Enum(OI_INTERVALS, { description: "1M by default" }));
export const SessionCount = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MOST_DAILY_SESSIONS,
    description: `sessions, the present one included: at most ${MOST_MINUTE_SESSIONS} but of closes (1D), which of single contracts go back as far; 1 by default`,
  }),
);

export const Times = Type.Array(Type.Number(), {
  description: "start of each bar, epoch ms, ascending; of 1D the session's open",
});
export const RunningAt = Type.Union([Type.Number(), Type.Null()], {
  description: "start of the bar that has not ended, null when nothing trades",
});
