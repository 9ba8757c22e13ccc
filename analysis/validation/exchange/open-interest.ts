import { maxPain, pcr } from "#domain/chain/measures.ts";
import type { CheckedFigure, Measure } from "../figures.ts";
import { figure } from "./exchange-table.ts";
import { type WholeRow, wholeMaxPain, wholePcr } from "./whole-numbers.ts";

/** Whole numbers are exact; ours are doubles, and some files divide open interest by an old lot. */
export const IN_PARTS: Measure = { unit: "relative", allowed: 1e-9 };

/** PCR and max pain of an expiry, ours beside whole-number arithmetic; none where there is no open interest. */
export function openInterestFigures(of: string, rows: readonly WholeRow[], nearest: number): CheckedFigure[] {
  const calls = rows.reduce((sum, { callOi }) => sum + callOi, 0);
  const puts = rows.reduce((sum, { putOi }) => sum + putOi, 0);
  const figures: CheckedFigure[] = [];
  if (calls > 0) {
    const [got, wanted] = [pcr(puts, calls), wholePcr(rows)];
    figures.push(figure(of, "pcr", got, wanted, wanted === 0 ? got : got / wanted - 1, IN_PARTS));
  }
  if (calls + puts > 0) {
    const column = (values: readonly number[]) => Float64Array.from(values);
    const got = maxPain(
      rows.length,
      column(rows.map(({ strike }) => strike)),
      column(rows.map(({ callOi }) => callOi)),
      column(rows.map(({ putOi }) => putOi)),
      nearest,
    );
    const wanted = wholeMaxPain(rows, nearest);
    figures.push(figure(of, "maxPain", got, wanted, got / wanted - 1, IN_PARTS));
  }
  return figures;
}
