/**
 * The committed baseline: ratios of one full run, each with the worsening that is still noise. Absolute figures are left
 * out: they belong to a machine.
 */
import type { Ratio, Report, Table } from "./types.ts";

/** Ratios within one run differ by about 15 % from run to run on a busy machine. */
export const DEFAULT_TOLERANCE = 0.25;
/** Short rounds are noisier by as much. */
const QUICK_SLACK = 2;

export interface BaselineEntry {
  readonly value: number;
  readonly better: "higher" | "lower";
  readonly tolerance: number;
}

export interface Baseline {
  /** ISO time of the newest run in it */
  readonly at: string;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly versions: Readonly<Record<string, string>>;
  /** by "bench | table | ratio" */
  readonly ratios: Readonly<Record<string, BaselineEntry>>;
}

export interface Comparison {
  readonly key: string;
  readonly state: "better" | "same" | "worse" | "not measured";
  /** null when this run lacks it, as where a peer or a compiler is missing */
  readonly value: number | null;
  readonly baseline: number;
  /** what the value may not pass */
  readonly limit: number;
}

export function keyOf(bench: string, table: Table, entry: Ratio): string {
  return [bench, table.key ?? table.title, entry.what].join(" | ");
}

/** A ratio with a goal says by it which way is better; one without is ours by a peer's. */
function betterOf(entry: Ratio): "higher" | "lower" {
  return entry.atLeast === undefined && entry.atMost !== undefined ? "lower" : "higher";
}

function ratiosOf(report: Report): [string, Ratio][] {
  return report.tables.flatMap((table) =>
    table.ratios
      .filter((entry) => entry.unit === undefined && Number.isFinite(entry.value))
      .map((entry): [string, Ratio] => [keyOf(report.bench, table, entry), entry]),
  );
}

/** The ratios of these reports in place of what the old baseline has of the same benches. */
export function mergeBaseline(old: Baseline | null, reports: readonly Report[]): Baseline {
  const renewed = new Set(reports.map(({ bench }) => bench));
  const kept = Object.entries(old?.ratios ?? {}).filter(([key]) => !renewed.has(key.split(" | ")[0]!));
  const fresh = reports.flatMap(ratiosOf).map(([key, entry]): [string, BaselineEntry] => [
    key,
    {
      value: Number(entry.value.toPrecision(4)),
      better: betterOf(entry),
      tolerance: entry.tolerance ?? DEFAULT_TOLERANCE,
    },
  ]);
  const newest = reports.at(-1);
  return {
    at: newest?.at ?? old?.at ?? "",
    machine: newest?.machine ?? old?.machine ?? {},
    versions: newest?.versions ?? old?.versions ?? {},
    ratios: Object.fromEntries([...kept, ...fresh].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const slackOf = ({ tolerance }: BaselineEntry, quick: boolean): number =>
  1 + tolerance * (quick ? QUICK_SLACK : 1);

function stateOf(
  value: number,
  { value: before, better }: BaselineEntry,
  slack: number,
): Comparison["state"] {
  const gain = better === "higher" ? value / before : before / value;
  if (gain < 1 / slack) return "worse";
  return gain > slack ? "better" : "same";
}

/** Every ratio that the baseline has of these reports' benches. New ratios have nothing to be compared with. */
export function compareWithBaseline(baseline: Baseline, reports: readonly Report[]): Comparison[] {
  return reports.flatMap((report) => {
    const now = new Map(ratiosOf(report));
    return Object.entries(baseline.ratios)
      .filter(([key]) => key.split(" | ")[0] === report.bench)
      .map(([key, entry]) => {
        const slack = slackOf(entry, report.quick);
        const limit = entry.better === "higher" ? entry.value / slack : entry.value * slack;
        const value = now.get(key)?.value ?? null;
        const state = value === null ? "not measured" : stateOf(value, entry, slack);
        return { key, state, value, baseline: entry.value, limit };
      });
  });
}
