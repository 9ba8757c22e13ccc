import type { Exchange } from "#domain/calendar/exchange.ts";
import type { Origin } from "#domain/chain/origin.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bar } from "../bus/market-past.ts";
import type { Gap, MinuteDay } from "./minute-days.ts";
import type { SessionTimes, WantedDates } from "./session-times.ts";
import type { Wanted } from "./wanted.ts";

/** Some instruments at the end of one minute, in the order asked for. */
export interface MinuteFigures {
  /** start of the minute they are of, epoch ms */
  readonly start: number;
  /** wire integers of the last trade of the day; 0 not traded yet */
  readonly close: Int32Array;
  /** units */
  readonly oi: Uint32Array;
  /** of `MINUTE` */
  readonly known: Uint8Array;
  /** the least trustworthy of what they are made of; null where nothing is known */
  readonly origin: Origin | null;
}

/** Bars of one instrument in one session, ascending; a minute without a trade has none. */
export interface BarDay {
  readonly date: IsoDate;
  readonly bars: readonly Bar[];
  readonly gaps: readonly Gap[];
  readonly origin: Origin | null;
  /** start of the first minute that was recorded here, null where none was */
  readonly recordedSince: number | null;
}

/** An instrument at the close of a session. */
export interface PreviousClose {
  /** wire integer of the session's last trade, null unknown or not traded that day */
  readonly close: number | null;
  /** units, null unknown */
  readonly oi: number | null;
  readonly origin: Origin;
}

/**
 * The market's past by the minute. All of `wanted` keep the sessions of one exchange. Nothing is told of a minute that
 * ends after `until` (epoch ms of the viewer's market), but the one that is on as far as it was heard by then; to a late
 * viewer the one that is on is not told at all. Each resolves to null while it is not known which day it is.
 */
export interface MinuteReader {
  /** The present market day and sessions before it, oldest first; null while it is not known which day it is. A day without a session is left out. */
  sessions(exchange: Exchange, before: number): readonly SessionTimes[] | null;
  /** Sessions oldest first; `volume` of a minute after a gap holds what was traded in the gap, as far as that is known. */
  minutes(wanted: readonly Wanted[], dates: WantedDates, until: number): Promise<readonly MinuteDay[] | null>;
  /**
   * The figures that `minutes` has, of a few minutes alone: what it costs does not grow with the day.
   * @param instants each is in the minute wanted, in any session that is reached; one after a session's close is its last minute
   * @returns by instant; a minute that is not told is unknown throughout
   */
  at(
    wanted: readonly Wanted[],
    instants: readonly number[],
    until: number,
  ): Promise<readonly MinuteFigures[] | null>;
  /**
   * Bars of a minute, by token, sessions oldest first. Of options only the last price of a minute is recorded: open, high and low
   * are that.
   */
  bars(
    wanted: readonly Wanted[],
    dates: WantedDates,
    until: number,
  ): Promise<ReadonlyMap<number, readonly BarDay[]> | null>;
  /** Each as it closed the session before a date; those of which nothing is known are left out. */
  previousCloses(
    wanted: readonly Wanted[],
    date: IsoDate,
  ): Promise<ReadonlyMap<number, PreviousClose> | null>;
}
