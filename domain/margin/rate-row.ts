/** One row of the margin rates: what holds for a kind of underlying from a day on. Shares of the price unless said otherwise. */

import type { IsoDate } from "../units/iso-date.ts";

/** A charge for legs of opposite delta in two expiries, a unit of matched delta. */
export type CalendarCharge =
  /** of the far contract's value */
  | { readonly of: "far value"; readonly rate: number }
  /**
   * of the price scan range: what the two legs' initial margins, one range each, keep of each other; only while the far one is
   * among so many of the nearest expiries
   */
  | { readonly of: "scan range"; readonly rate: number; readonly expiries: number }
  /** rupees a unit, by months apart: 1, 2, 3, 4 and more */
  | { readonly of: "months"; readonly rupees: readonly [number, number, number, number] };

/** Of stock contracts that are delivered. */
export interface DeliveryRates {
  /** VaR margin of the share: so many daily σ, at least the floor. */
  readonly varSigmas: number;
  readonly varFloor: number;
  /** Extreme loss margin of the share. */
  readonly extremeLoss: number;
  /** Part of VaR + ELM on bought options in the money: trading days before expiry 4, 3, 2, 1 and 0. */
  readonly ladder: readonly [number, number, number, number, number];
  /** On expiry day futures and sold options: so much of their contract value … */
  readonly expiryDayValue: number;
  /** … or so many times their normal margin, whichever is less. */
  readonly expiryDayTimes: number;
}

export interface MarginRates {
  /** First day these rates apply to. */
  readonly from: IsoDate;
  readonly source: string;
  /** EWMA decay of the volatility they are built on. */
  readonly lambda: number;
  /** Price scan range: so many daily σ, at least the floor; options of more than nine months have a floor of their own. */
  readonly scan: { readonly sigmas: number; readonly floor: number; readonly longDatedFloor: number };
  /** Volatility scan range: part of the annual σ, at least the floor; absolute. */
  readonly volatilityScan: { readonly share: number; readonly floor: number };
  readonly calendar: CalendarCharge;
  /**
   * So many trading days before its expiry a contract is no calendar's near leg any more and is scanned apart from the rest: 0 on its
   * expiry day; null never.
   */
  readonly apartFrom: number | null;
  /** Of a calendar of futures exposure margin is taken on this part of the far one's value; null on both legs, whole. */
  readonly calendarExposure: number | null;
  readonly exposure: { readonly future: number; readonly shortOption: number };
  /** Sold options further out of the money than `distance` from the previous close. */
  readonly deepOtm: { readonly distance: number; readonly addition: number } | null;
  /** Sold options on their expiry day. */
  readonly expiryDayAddition: number;
  /** Of a sold option: the least scan and calendar charge together. */
  readonly shortOptionMinimum: number;
  readonly delivery: DeliveryRates | null;
}
