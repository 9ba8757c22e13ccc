/** Indicators over whole columns of bars. */

import { createIndicator } from "./catalogue.ts";
import type { Indicator, IndicatorBar } from "./indicator.ts";
import type { IndicatorParams } from "./params.ts";
import { INDICATOR_TERMS, type IndicatorId } from "./terms.ts";

/** Bars oldest first, one column a figure, all of one length; NaN = unknown. */
export interface BarColumns {
  readonly open: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly close: ArrayLike<number>;
  readonly volume: ArrayLike<number>;
  /** Whether a session begins with the bar of an index: VWAP starts anew there. Without it all bars are one session. */
  startsSession?(index: number): boolean;
}

/** One bar of columns. */
export function barAt(bars: BarColumns, index: number): IndicatorBar {
  return {
    open: bars.open[index]!,
    high: bars.high[index]!,
    low: bars.low[index]!,
    close: bars.close[index]!,
    volume: bars.volume[index]!,
    startsSession: bars.startsSession?.(index) ?? false,
  };
}

/**
 * Feeds an indicator with columns of bars and answers a column for each of its outputs, as long as they are.
 * @param ended how many of the bars have ended, all by default. What is after them is running: it is figured, and not taken in,
 *   so that `push` goes on with the first bar that had not ended.
 */
export function feedColumns(
  indicator: Indicator,
  outputs: number,
  bars: BarColumns,
  ended = bars.close.length,
): readonly Float64Array[] {
  const count = bars.close.length;
  const columns = Array.from({ length: outputs }, () => new Float64Array(count));
  for (let i = 0; i < count; i++) {
    const bar = barAt(bars, i);
    const figures = i < ended ? indicator.push(bar) : indicator.peek(bar);
    for (let output = 0; output < outputs; output++) columns[output]![i] = figures[output]!;
  }
  return columns;
}

/**
 * An indicator of columns of bars: a column for each of its outputs, in the catalogue's order. The last bar may be running.
 * @throws AppError request.invalid, which names the number that is wrong.
 */
export function indicatorColumns(
  id: IndicatorId,
  params: IndicatorParams,
  bars: BarColumns,
): readonly Float64Array[] {
  return feedColumns(createIndicator(id, params), INDICATOR_TERMS[id].outputs.length, bars);
}
