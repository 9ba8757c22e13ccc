import type { Origin } from "#domain/chain/origin.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/** A bar of one instrument; prices are the wire's integers, quantities units. */
export interface Bar {
  /** epoch ms */
  readonly start: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly oi: number;
}

/** Bars of one instrument, ascending. A bar without a trade is left out. */
export interface BarSeries {
  readonly token: number;
  readonly bars: readonly Bar[];
  /** null where it is not said: what was heard is that of the market in which it was */
  readonly origin: Origin | null;
}

/** Length of the bars a past is told in. */
export const BAR_SECONDS = [60, 900] as const;
export type BarSeconds = (typeof BAR_SECONDS)[number];

export interface BarQuery {
  readonly tokens: readonly number[];
  /** bars that begin in [from, to), epoch ms of market time */
  readonly from: number;
  readonly to: number;
  readonly seconds: BarSeconds;
}

/** Options of one expiry at the close of a past market day, units. */
export interface PastExpiry {
  readonly expiry: IsoDate;
  readonly callOi: number;
  readonly putOi: number;
  readonly callVolume: number;
  readonly putVolume: number;
}

/** At-the-money volatility of an expiry at the close of a past market day, annual fraction. */
export interface PastIv {
  readonly expiry: IsoDate;
  readonly atmIv: number;
}

/** An underlying through a past market day: rupees and units, NaN unknown. */
export interface PastDay {
  readonly date: IsoDate;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** a share's own; of anything else that of its three nearest futures */
  readonly volume: number;
  /** of the three nearest futures at the close */
  readonly futuresOi: number;
  /** left out where they are not known */
  readonly expiries?: readonly PastExpiry[] | undefined;
  /** of the expiries that were listed then, near to far; left out where they are not known */
  readonly ivs?: readonly PastIv[] | undefined;
  readonly origin: Origin;
}

/** An underlying at the close of a past market day: rupees, annual fraction; NaN unknown. */
export interface DailyClose {
  readonly date: IsoDate;
  readonly spot: number;
  readonly iv30: number;
  /** as in `PastDay` */
  readonly ivs?: readonly PastIv[] | undefined;
  readonly origin: Origin;
}
