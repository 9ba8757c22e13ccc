/** Bars of an answer as indicators read them: unknown is NaN. Pure. */
import type { BarColumns } from "#domain/indicators/columns.ts";
import type { Bars } from "../series/bars-series.ts";

const numbers = (column: readonly (number | null)[]): Float64Array =>
  Float64Array.from(column, (value) => value ?? Number.NaN);

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
