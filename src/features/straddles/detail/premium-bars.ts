/** A premium as indicators read it. Pure. */

import type { BarColumns } from "#domain/indicators/columns.ts";
import { INDICATOR_IDS, type IndicatorId } from "#domain/indicators/terms.ts";
import type { ChosenIndicator } from "../../../shared/indicators/chosen.ts";
import type { Strategy } from "../live/premium-series.ts";

/** The average by volume is a choice of the page's own. */
export const OFFERED: readonly IndicatorId[] = INDICATOR_IDS.filter((id) => id !== "vwap");

const numbers = (column: readonly (number | null)[]): Float64Array =>
  Float64Array.from(column, (value) => value ?? Number.NaN);

/**
 * Bars of one strategy: of a minute nothing but the premium at its end is known, so that its range is the change from the close before;
 * of longer ones high and low are those of the ends of the minutes inside.
 */
export function premiumBars({ premium, high, low }: Strategy): BarColumns {
  const close = numbers(premium);
  return {
    open: close,
    high: high === null ? close : numbers(high),
    low: low === null ? close : numbers(low),
    close,
    volume: new Float64Array(close.length).fill(Number.NaN),
  };
}

/** Whether one of them reads a bar's range. */
export const needsRange = (chosen: readonly ChosenIndicator[]): boolean =>
  chosen.some(({ id }) => id === "atr" || id === "supertrend");
