import type { Origin } from "#domain/chain/origin.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/** A stretch of a session of which nothing is known: minutes that begin in [from, to), epoch ms. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** How a minute of an instrument is known. */
export const MINUTE = {
  /** a gap, or the instrument was not listed yet: its figures say nothing */
  UNKNOWN: 0,
  /** something of it was heard, or the source has a bar of it */
  HEARD: 1,
  /** nothing of it changed: the figures are those of an earlier minute of that day */
  CARRIED: 2,
} as const;

/** One instrument through a session, a place a minute. */
export interface MinuteColumns {
  readonly token: number;
  /** wire integers of the last trade of the day by the end of the minute; 0 not traded yet */
  readonly close: Int32Array;
  /** units at the end of the minute */
  readonly oi: Uint32Array;
  /** units traded in the minute */
  readonly volume: Uint32Array;
  /** of `MINUTE` */
  readonly known: Uint8Array;
}

/** Some instruments through one session, by the minute. */
export interface MinuteDay {
  readonly date: IsoDate;
  /** start of the session's first minute, epoch ms; minute `i` begins `i` × 60 s later */
  readonly open: number;
  /** minutes of every column: to the close, or as far as the viewer's market has come; the one that is on is the last */
  readonly length: number;
  /** in the order asked for */
  readonly columns: readonly MinuteColumns[];
  /** ascending, apart from one another */
  readonly gaps: readonly Gap[];
  /** the least trustworthy of what the day is made of; null of a day of which nothing is known */
  readonly origin: Origin | null;
  /** start of the first minute that was recorded here, null where none was */
  readonly recordedSince: number | null;
}
