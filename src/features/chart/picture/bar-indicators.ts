/** Indicators of an answer's bars, of which unknown is NaN. Pure; it comes with the first indicator that is shown. */
import type { BarColumns } from "#domain/indicators/columns.ts";
import type { ChartLine } from "../../../components/chart/types.ts";
import type { ChosenIndicator } from "../../../shared/indicators/chosen.ts";
import { columnsOfBars, type Drawing, indicatorLines } from "../../../shared/indicators/indicator-lines.ts";
import type { Bars } from "../series/bars-series.ts";

const numbers = (column: readonly (number | null)[]): Float64Array =>
  Float64Array.from(column, (value) => value ?? Number.NaN);

function barColumns({ times, open, high, low, close, volume, sessions }: Bars): BarColumns {
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

export const barIndicators = (
  bars: Bars,
  chosen: readonly ChosenIndicator[],
  drawing: Drawing,
): readonly ChartLine[] => indicatorLines(chosen, columnsOfBars(barColumns(bars)), drawing);
