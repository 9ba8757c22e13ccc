/** Indicators of an answer's bars, of which unknown is NaN; it comes with the first indicator that is shown. */
import type { BarColumns } from "#domain/indicators/columns.ts";
import type { ChartLine } from "../../../components/chart/types.ts";
import type { ChosenIndicator } from "../../../shared/indicators/chosen.ts";
import { createIndicatorFeed, endedBars } from "../../../shared/indicators/indicator-feed.ts";
import { type Drawing, indicatorLines } from "../../../shared/indicators/indicator-lines.ts";
import type { Bars } from "../series/bars-series.ts";

// A loop: `from` takes many times as long, of ten thousand bars some milliseconds.
function numbers(column: readonly (number | null)[]): Float64Array {
  const all = new Float64Array(column.length);
  for (let i = 0; i < all.length; i++) all[i] = column[i] ?? Number.NaN;
  return all;
}

export function barColumns({ times, open, high, low, close, volume, sessions }: Bars): BarColumns {
  const opens = new Set(sessions.map((session) => session.open));
  return {
    open: numbers(open),
    high: numbers(high),
    low: numbers(low),
    close: numbers(close),
    volume: volume === null ? new Float64Array(times.length).fill(Number.NaN) : numbers(volume),
    startsSession: (index) => opens.has(times[index]!),
  };
}

export type BarIndicators = (
  bars: Bars,
  chosen: readonly ChosenIndicator[],
  drawing: Drawing,
) => readonly ChartLine[];

/** Lines of one chart's indicators: where its bars go on, so do they, and those of other bars are figured anew. */
export function createBarIndicators(): BarIndicators {
  const feed = createIndicatorFeed();
  return (bars, chosen, drawing) => indicatorLines(chosen, feed(barColumns(bars), endedBars(bars)), drawing);
}
