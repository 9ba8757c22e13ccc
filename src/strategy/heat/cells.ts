/** How cells of the heat table are written and shaded: pure. */

import { formatPct, formatSigned, formatSignedPct, UNKNOWN } from "#domain/format/number.ts";
import type { HeatTable } from "#domain/strategy/heat/heat-table.ts";
import { signedMoney, toneOf } from "../../components/analysis/figures.ts";
import { TEXTS } from "./texts.ts";

export const HEAT_UNITS = ["rupees", "percent"] as const;
export type HeatUnit = (typeof HEAT_UNITS)[number];

/** Per cent of the full colour that the greatest figure has, so that ink stays readable on it. */
const DEEPEST = 30;

/** A cell has room for three digits and a letter. */
function rupeesText(pnl: number): string {
  const size = Math.abs(pnl);
  if (size < 1e3) return formatSigned(pnl, 0);
  return size < 1e5 ? TEXTS.thousands(formatSigned(pnl / 1e3, 1)) : signedMoney(pnl);
}

/** Rupees compact, or their share of the capital; unknown is unknown, and so is a share of a capital that is not known. */
export function cellText(pnl: number, unit: HeatUnit, capital: number | null): string {
  if (Number.isNaN(pnl)) return UNKNOWN;
  if (unit === "rupees") return rupeesText(pnl);
  if (capital === null || !(capital > 0)) return UNKNOWN;
  return toneOf(pnl) === undefined ? formatPct(0, 1) : formatSignedPct(pnl / capital, 1);
}

/** Greatest figure of the table either side of zero; 0 of none. */
export function deepest({ pnl }: Pick<HeatTable, "pnl">): number {
  return pnl.flat().reduce((most, each) => Math.max(most, Math.abs(each) || 0), 0);
}

/** Per cent of the colour. The root, so that what is small beside the greatest can still be told from nothing. */
export function shade(pnl: number, most: number): number {
  if (!(most > 0) || Number.isNaN(pnl)) return 0;
  return Math.round(DEEPEST * Math.sqrt(Math.abs(pnl) / most));
}

export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Where a key goes from a cell; null of other keys. */
export function placeAfter(key: string, { row, column }: Place, rows: number, columns: number): Place | null {
  const within = (at: number, count: number): number => Math.min(Math.max(at, 0), count - 1);
  const to = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
    PageUp: { row: 0, column },
    PageDown: { row: rows - 1, column },
  }[key];
  return to === undefined ? null : { row: within(to.row, rows), column: within(to.column, columns) };
}
