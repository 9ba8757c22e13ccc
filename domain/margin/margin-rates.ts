/** What a clearing corporation charges for one underlying on one day. Shares of the price unless said otherwise. */

import type { UnderlyingKind } from "../instruments/types.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { publishedExposure, publishedScanFloor } from "./published-rates.ts";
import type { MarginRates } from "./rate-row.ts";
import { COMMODITY_ROWS, CURRENCY_ROWS, INDEX_ROWS, STOCK_ROWS, UNKNOWN_RATES } from "./rate-table.ts";

/** Those of an index or a share are its kind's; a currency pair and a commodity have their own or none. */
function rowsOf(symbol: string, kind: UnderlyingKind): readonly MarginRates[] | undefined {
  if (kind === "index") return INDEX_ROWS;
  if (kind === "stock") return STOCK_ROWS;
  return (kind === "currency" ? CURRENCY_ROWS : COMMODITY_ROWS)[symbol];
}

/**
 * Rates of an underlying on a day, what was published for it alone included; the first row also serves earlier days.
 * @returns `UNKNOWN_RATES` of what none are kept of
 */
export function marginRates(symbol: string, kind: UnderlyingKind, on: IsoDate): MarginRates {
  const rows = rowsOf(symbol, kind);
  if (rows === undefined) return UNKNOWN_RATES;
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
 * NaN by rates that are not known.
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
