import type { Exchange } from "#domain/calendar/exchange.ts";
import type { Origin } from "#domain/chain/origin.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Gap } from "../minute-days.ts";
import type { WantedDates } from "../session-times.ts";

/** Figures of one expiry that are kept by the minute: rupees, fractions and units as in packet 5 (docs/wire-protocol.md). */
export const EXPIRY_FIGURES = [
  "forward",
  /** one of the `FORWARD_…` codes of `domain/chain/flags.ts` */
  "forwardSource",
  "synthetic",
  "atmStrike",
  "atmIv",
  "pcr",
  "maxPain",
  "callOi",
  "putOi",
  "callVolume",
  "putVolume",
  "straddle",
] as const;
export type ExpiryFigure = (typeof EXPIRY_FIGURES)[number];

/** Figures of an underlying: rupees, an annual fraction, 0 to 100. */
export const UNDERLYING_FIGURES = ["spot", "iv30", "ivp"] as const;
export type UnderlyingFigure = (typeof UNDERLYING_FIGURES)[number];

/** One expiry through a session, a place a minute; NaN unknown. */
export type ExpiryMeasures = {
  /** YYYYMMDD */
  readonly expiry: number;
} & Readonly<Record<ExpiryFigure, Float64Array>>;

/** An underlying and some of its expiries through one session, by the minute; NaN unknown. */
export type MeasureDay = {
  readonly date: IsoDate;
  /** start of the session's first minute, epoch ms; minute `i` begins `i` × 60 s later */
  readonly open: number;
  /** minutes of every column: to the close, or as far as the viewer's market has come */
  readonly length: number;
  /** in the order asked for; of an expiry that was not listed then, all is unknown */
  readonly expiries: readonly ExpiryMeasures[];
  /** minutes of which nothing is known, ascending, apart from one another */
  readonly gaps: readonly Gap[];
  /** the least trustworthy of what the day is made of; null of a day of which nothing is known */
  readonly origin: Origin | null;
  /** start of the first minute that was recorded here, null where none was */
  readonly recordedSince: number | null;
} & Readonly<Record<UnderlyingFigure, Float64Array>>;

export interface MeasureQuery {
  /** instrument token */
  readonly underlying: number;
  /** whose sessions its derivatives keep */
  readonly exchange: Exchange;
  /** YYYYMMDD; of more than 12 the source is not asked, and minutes that nobody recorded are gaps */
  readonly expiries: readonly number[];
  readonly span: WantedDates;
  /** instant of the viewer's market: minutes that end later are not told */
  readonly until: number;
}

export interface MeasureReader {
  /**
   * Oldest day first; null while it is not known which market day it is. A figure is that of the minute's end: a minute
   * that is still on is not told.
   */
  measures(query: MeasureQuery): Promise<readonly MeasureDay[] | null>;
}
