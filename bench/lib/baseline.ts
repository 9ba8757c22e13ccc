/** The committed baseline: what each bench held in its last saved run, each figure with the worsening that is still noise. */
import { type Comparisons, mergeComparisons } from "../comparison/figures.ts";
import { type Held, heldOf, ruleOf } from "./held.ts";
import type { Ratio, Report, Table } from "./types.ts";

/** Short rounds are noisier by as much. */
const QUICK_SLACK = 2;
/** Figures are kept with four digits. */
const ROUNDING = 1e-3;

/** A bench's last saved run. */
export interface SavedRun {
  /** ISO time */
  readonly at: string;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly versions: Readonly<Record<string, string>>;
}

export interface Baseline {
  /** by bench */
  readonly runs: Readonly<Record<string, SavedRun>>;
  /** what docs/comparison.md shows */
  readonly comparisons: Comparisons;
  /** ratios and absolute figures, by "bench | table | figure" */
  readonly ratios: Readonly<Record<string, Held>>;
}

export interface Comparison {
  readonly key: string;
  readonly state: "better" | "same" | "worse" | "not measured";
  /** null when this run lacks it, as where a peer or a compiler is missing, or a part of it was void */
  readonly value: number | null;
  readonly baseline: number;
  /** what makes it worse once it is reached */
  readonly limit: number;
  readonly unit?: string;
}

export function keyOf(bench: string, table: Table, entry: Ratio): string {
  return [bench, table.key ?? table.title, entry.what].join(" | ");
}

const benchOf = (key: string): string => key.split(" | ")[0]!;

function heldIn(report: Report): [string, Held][] {
  return report.tables.flatMap((table) =>
    table.ratios.flatMap((entry): [string, Held][] => {
      const held = heldOf(table, entry);
      return held === null ? [] : [[keyOf(report.bench, table, entry), held]];
    }),
  );
}

/** Day of the newest run that a baseline holds, "2026-11-23". */
export const newestRun = ({ runs }: Baseline): string =>
  Object.values(runs)
    .map(({ at }) => at.slice(0, 10))
    .sort()
    .at(-1) ?? "";

/** Keys of figures that a bench measured in vain. */
const voidIn = (report: Report): string[] =>
  report.tables.flatMap((table) =>
    table.ratios
      .filter(({ voidBecause }) => voidBecause !== undefined)
      .map((entry) => keyOf(report.bench, table, entry)),
  );

/**
 * The figures of these reports in place of what the old baseline has of the same benches; what was void stays as it was.
 * @param known all benches there are: figures of others go
 */
export function mergeBaseline(
  old: Baseline | null,
  reports: readonly Report[],
  known: readonly string[],
): Baseline {
  const renewed = new Set(reports.map(({ bench }) => bench));
  const spared = new Set(reports.flatMap(voidIn));
  const kept = Object.entries(old?.ratios ?? {}).filter(
    ([key]) => known.includes(benchOf(key)) && (!renewed.has(benchOf(key)) || spared.has(key)),
  );
  const runs = {
    ...old?.runs,
    ...Object.fromEntries(
      reports.map(({ bench, at, machine, versions }): [string, SavedRun] => [
        bench,
        { at, machine, versions },
      ]),
    ),
  };
  return {
    runs: Object.fromEntries(
      Object.entries(runs)
        .filter(([bench]) => known.includes(bench))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    comparisons: mergeComparisons(old?.comparisons ?? {}, reports),
    ratios: Object.fromEntries([...kept, ...reports.flatMap(heldIn)].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Share by which a value is worse, below 0 where it is better. */
function worsening(value: number, { value: before, better }: Held): number {
  const [upper, lower] = better === "higher" ? [before, value] : [value, before];
  // A size that was nothing, or less, as the difference of two may be, has no share.
  if (lower <= 0) return upper > lower ? Number.POSITIVE_INFINITY : 0;
  return better === "steady" ? Math.max(upper / lower, lower / upper) - 1 : upper / lower - 1;
}

function stateOf(value: number, held: Held, tolerance: number, least: number): Comparison["state"] {
  if (Math.abs(value - held.value) <= least) return "same";
  const worse = worsening(value, held);
  if (worse >= tolerance - ROUNDING) return "worse";
  return held.better !== "steady" && worse < 1 / (1 + tolerance) - 1 ? "better" : "same";
}

function limitOf({ value, better }: Held, tolerance: number, least: number): number {
  return better === "higher"
    ? Math.min(value / (1 + tolerance), value - least)
    : Math.max(value * (1 + tolerance), value + least);
}

/** Every figure that the baseline has of these reports' benches. New ones have nothing to be compared with. */
export function compareWithBaseline(baseline: Baseline, reports: readonly Report[]): Comparison[] {
  return reports.flatMap((report) => {
    const now = new Map(heldIn(report));
    return Object.entries(baseline.ratios)
      .filter(([key]) => benchOf(key) === report.bench)
      .map(([key, held]): Comparison => {
        const rule = ruleOf(held.unit);
        const tolerance = held.tolerance * (report.quick && rule?.isExact !== true ? QUICK_SLACK : 1);
        const least = rule?.least ?? 0;
        const value = now.get(key)?.value ?? null;
        return {
          key,
          state: value === null ? "not measured" : stateOf(value, held, tolerance, least),
          value,
          baseline: held.value,
          limit: limitOf(held, tolerance, least),
          ...(held.unit === undefined ? {} : { unit: held.unit }),
        };
      });
  });
}
