import type { IsoDate } from "../units/iso-date.ts";

/* Rates that a clearing corporation published for one underlying and some days, beside those of its kind. */

/** [symbol, first day, last day, floor of the price scan range]. */
type FloorRow = readonly [symbol: string, from: IsoDate, to: IsoDate, floor: number];

/** NSE Clearing's SPAN files of 1 Jan to 31 Jul 2026: ₹ range over the previous close of the index, on every one of these days. */
const SCAN_FLOORS: readonly FloorRow[] = [["BANKNIFTY", "2026-01-01", "2026-02-26", 0.113]];

/** [symbol, first day, last day, normal, deep out of the money]. */
type ExposureRow = readonly [symbol: string, from: IsoDate, to: IsoDate, normal: number, deepOtm: number];

const AUG_20: readonly [IsoDate, IsoDate] = ["2025-08-20", "2025-08-20"];

/** NSE's exposure margin file for the trade date 20 Aug 2025: the shares that were not at 3.5 and 5.25 %. */
const EXPOSURES: readonly ExposureRow[] = [
  ["GRANULES", ...AUG_20, 0.185, 0.2025],
  ["HFCL", ...AUG_20, 0.0525, 0.0788],
  ["KALYANKJIL", ...AUG_20, 0.14, 0.21],
  ["LICHSGFIN", ...AUG_20, 0.105, 0.1575],
  ["NMDC", ...AUG_20, 0.0525, 0.0788],
  ["PGEL", ...AUG_20, 0.07, 0.105],
  ["PNBHOUSING", ...AUG_20, 0.0875, 0.1313],
  ["RBLBANK", ...AUG_20, 0.185, 0.21],
  ["SAIL", ...AUG_20, 0.185, 0.2025],
  ["TITAGARH", ...AUG_20, 0.105, 0.1575],
];

/** Floor of the price scan range as published; null where the kind's own holds. */
export function publishedScanFloor(symbol: string, on: IsoDate): number | null {
  return SCAN_FLOORS.find(([name, from, to]) => name === symbol && from <= on && on <= to)?.[3] ?? null;
}

interface PublishedExposure {
  readonly normal: number;
  readonly deepOtm: number;
}

/** Exposure rates as published; null where the kind's own hold. */
export function publishedExposure(symbol: string, on: IsoDate): PublishedExposure | null {
  const row = EXPOSURES.find(([name, from, to]) => name === symbol && from <= on && on <= to);
  return row === undefined ? null : { normal: row[3], deepOtm: row[4] };
}
