import type { Origin } from "#domain/chain/origin.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/**
 * An underlying through one market day; rupees and units, null unknown. Files of an exchange's derivatives know an index's close
 * alone.
 */
export interface DailyBar {
  /** YYYYMMDD */
  readonly date: number;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number;
  /** a share's own; of anything else that of its three nearest futures */
  readonly volume: number | null;
  /** open interest of the three nearest futures at the close */
  readonly futuresOi: number | null;
  readonly origin: Origin;
}

/** Options of an expiry at the close of a market day that is over; rupees, fractions, units, null unknown. */
export interface ExpiryDay {
  /** YYYYMMDD, as is `expiry` */
  readonly date: number;
  readonly expiry: number;
  readonly forward: number | null;
  readonly atmIv: number | null;
  readonly pcr: number | null;
  readonly maxPain: number | null;
  readonly callOi: number;
  readonly putOi: number;
  readonly callVolume: number | null;
  readonly putVolume: number | null;
  readonly origin: Origin;
}

/** At-the-money volatility of an expiry at the close of a market day that is over, annual fraction. */
export interface ExpiryIv {
  /** YYYYMMDD, as is `expiry` */
  readonly date: number;
  readonly expiry: number;
  readonly atmIv: number;
  readonly origin: Origin;
}

export interface DailyReader {
  /**
   * Days of an underlying that are over, from one to another, both included, oldest first: kept, else the source's. The
   * present market day is not among them: it is made of its minutes.
   * @param underlying instrument token
   * @returns null while it is not known which market day it is
   */
  days(underlying: number, from: IsoDate, to: IsoDate): Promise<readonly DailyBar[] | null>;
  /** Its expiries on such days, by date and expiry; days of which nothing is known of an expiry are left out. */
  expiryDays(underlying: number, from: IsoDate, to: IsoDate): Promise<readonly ExpiryDay[] | null>;
  /** Known volatilities at such closes, by date and expiry: heard, else the source's; what may not be built on is left out. */
  expiryIvs(underlying: number, from: IsoDate, to: IsoDate): Promise<readonly ExpiryIv[] | null>;
}
