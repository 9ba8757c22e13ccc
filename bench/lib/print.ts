import type { Comparison } from "./baseline.ts";
import { figure, scaled } from "./format.ts";
import type { Ratio, Report, Table } from "./types.ts";
import { goalText, reasonOf, type Verdict, verdictOf } from "./verdict.ts";

const WORDS: Record<Verdict, string> = {
  met: "met",
  missed: "MISSED",
  explained: "missed, explained",
  void: "VOID",
  "no goal": "",
};

function ratioLine(entry: Ratio): string {
  const word = WORDS[verdictOf(entry)];
  return `${entry.what} = ${figure(entry.value, entry.unit)}${word === "" ? "" : `  ${word} (${goalText(entry)})`}`;
}

export function tableLines(table: Table): string[] {
  const width = Math.max(0, ...table.rows.map((row) => row.name.length));
  return [
    "",
    `  ${table.title}, ${table.unit}`,
    ...table.rows.map((row) => {
      const p95 = row.p95 === undefined ? "" : `, 95 %: ${scaled(row.p95)}`;
      const spread = `(${scaled(row.low)} to ${scaled(row.high)}${p95})`;
      return `    ${row.name.padEnd(width)}  ${scaled(row.median).padStart(8)}  ${spread}`;
    }),
    ...table.ratios.flatMap((entry) => {
      const reason = reasonOf(entry);
      return [`    ${ratioLine(entry)}`, ...(reason === null ? [] : [`      because ${reason}`])];
    }),
  ];
}

/** Every goal of the run with its figure. */
export function goalLines(reports: readonly Report[]): string[] {
  const goals = reports.flatMap(({ bench, tables }) =>
    tables.map(({ title, ratios }) => ({
      heading: `  ${bench}: ${title}`,
      entries: ratios.filter((entry) => verdictOf(entry) !== "no goal"),
    })),
  );
  const all = goals.flatMap(({ entries }) => entries.map(verdictOf));
  if (all.length === 0) return [];
  const count = (verdict: Verdict): number => all.filter((found) => found === verdict).length;
  return [
    "",
    `Goals: ${count("met")} met, ${count("explained")} missed with the reason measured, ${count("missed")} missed, ${count("void")} void`,
    ...goals.flatMap(({ heading, entries }) =>
      entries.length === 0 ? [] : [heading, ...entries.map((entry) => `    ${ratioLine(entry)}`)],
    ),
  ];
}

export function comparisonLine({ key, state, value, baseline, limit, unit }: Comparison): string {
  const now = value === null ? "not measured" : figure(value, unit);
  return `  ${state.padEnd(12)} ${key}: ${now}, baseline ${figure(baseline, unit)}, limit ${figure(limit, unit)}`;
}
