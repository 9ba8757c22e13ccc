/** What a clearing corporation charges, by kind of underlying and date. Shares of the price unless said otherwise. */

import type { UnderlyingKind } from "../instruments/types.ts";
import type { IsoDate } from "../units/nominal.ts";
import { publishedExposure, publishedScanFloor } from "./published-rates.ts";
import { COMMODITY_ROWS, CURRENCY_ROWS, INDEX_ROWS, STOCK_ROWS } from "./rate-table.ts";

/** A charge for legs of opposite delta in two expiries, a unit of matched delta. */
export type CalendarCharge =
  /** of the far contract's value */
  | { readonly of: "far value"; readonly rate: number }
  /** of the far contract's price scan range: what the two legs' initial margins keep of each other */
  | { readonly of: "scan range"; readonly rate: number }
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
  /** No calendar benefit for what expires today: scanned as a group of its own. */
  readonly splitsExpiryDay: boolean;
  readonly exposure: { readonly future: number; readonly shortOption: number };
  /** Sold options further out of the money than `distance` from the previous close. */
  readonly deepOtm: { readonly distance: number; readonly addition: number } | null;
  /** Sold options on their expiry day. */
  readonly expiryDayAddition: number;
  /** Of a sold option: the least scan and calendar charge together. */
  readonly shortOptionMinimum: number;
  readonly delivery: DeliveryRates | null;
}

const COMMODITY_DEFAULT = "SILVER";

function rowsOf(symbol: string, kind: UnderlyingKind): readonly MarginRates[] {
  if (kind === "index") return INDEX_ROWS;
  if (kind === "stock") return STOCK_ROWS;
  if (kind === "currency") return CURRENCY_ROWS;
  // A commodity without rows of its own is taken for one of high volatility: an estimate too low is the worse error.
  return COMMODITY_ROWS[symbol] ?? COMMODITY_ROWS[COMMODITY_DEFAULT]!;
}

/** Rates of an underlying on a day, what was published for it alone included; the first row also serves earlier days. */
export function marginRates(symbol: string, kind: UnderlyingKind, on: IsoDate): MarginRates {
  const rows = rowsOf(symbol, kind);
  const row = rows.findLast(({ from }) => from <= on) ?? rows[0]!;
  const floor = publishedScanFloor(symbol, on);
  const exposure = publishedExposure(symbol, on);
  if (floor === null && exposure === null) return row;
  return {
    ...row,
    ...(floor === null ? {} : { scan: { ...row.scan, floor } }),
    ...(exposure === null
      ? {}
      : {
          exposure: { future: exposure.normal, shortOption: exposure.normal },
          deepOtm: row.deepOtm && {
            ...row.deepOtm,
            addition: Math.max(0, exposure.deepOtm - exposure.normal),
          },
        }),
  };
}

/** Scan ranges of a day: `price` as a share of S, `longDated` that of options beyond nine months, `volatility` absolute. */
export interface ScanRanges {
  readonly price: number;
  readonly longDated: number;
  readonly volatility: number;
}

/** A range beyond these says nothing more: the price itself, and a thousand volatility points. */
const LARGEST_PRICE_RANGE = 1;
const LARGEST_VOLATILITY_RANGE = 10;

/**
 * @param dailyVolatility EWMA of daily log returns; NaN leaves the floors alone
 * @param annualVolatility the same over a year; NaN likewise
 */
export function scanRanges(
  { scan, volatilityScan }: MarginRates,
  dailyVolatility: number,
  annualVolatility: number,
): ScanRanges {
  const between = (figure: number, floor: number, most: number) =>
    figure > floor ? Math.min(figure, most) : floor;
  const price = scan.sigmas * dailyVolatility;
  return {
    price: between(price, scan.floor, LARGEST_PRICE_RANGE),
    longDated: between(price, scan.longDatedFloor, LARGEST_PRICE_RANGE),
    volatility: between(
      volatilityScan.share * annualVolatility,
      volatilityScan.floor,
      LARGEST_VOLATILITY_RANGE,
    ),
  };
}
