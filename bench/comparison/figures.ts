/** The figures of docs/comparison.md, kept in the baseline so that a bench that did not run keeps its own. */
import type { Report } from "../lib/types.ts";
import { CHOSEN, type Chosen } from "./chosen.ts";

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly isOurs: boolean;
}

/** One comparison as it was measured. */
export interface Compared {
  /** day of the run, "2026-11-23" */
  readonly on: string;
  readonly figures: readonly Figure[];
}

/** By the comparison's id. */
export type Comparisons = Readonly<Record<string, Compared>>;

function comparedIn(report: Report, chosen: Chosen): Compared | null {
  const rows = report.tables.find(({ title }) => title === chosen.table)?.rows ?? [];
  const figureOf = (row: string): number => rows.find(({ name }) => name === row)?.median ?? Number.NaN;
  const [oursRow, oursName] = chosen.ours;
  const figures: Figure[] = [
    { name: oursName, value: figureOf(oursRow), isOurs: true },
    ...Object.entries(chosen.peers).map(([name, row]) => ({ name, value: figureOf(row), isOurs: false })),
  ].filter(({ value }) => Number.isFinite(value));
  // Without ours, or with ours alone, there is nothing to be seen.
  if (figures.length < 2 || !figures[0]?.isOurs) return null;
  return {
    on: report.at.slice(0, 10),
    figures: figures.map((each) => ({ ...each, value: Number(each.value.toPrecision(4)) })),
  };
}

/** What these reports say of the chosen comparisons in place of what is kept of the same benches. */
export function mergeComparisons(old: Comparisons, reports: readonly Report[]): Comparisons {
  const kept = CHOSEN.flatMap((chosen): [string, Compared][] => {
    const report = reports.find(({ bench }) => bench === chosen.bench);
    const now = (report && comparedIn(report, chosen)) ?? old[chosen.id];
    return now === undefined ? [] : [[chosen.id, now]];
  });
  return Object.fromEntries(kept);
}
