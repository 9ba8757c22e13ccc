/** The table of goals in docs/performance.md, written from the last results between two marks; the words around it are ours. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { figure } from "./format.ts";
import { BENCH_FOLDER } from "./results.ts";
import type { Ratio, Report } from "./types.ts";
import { goalText, type Verdict, verdictOf } from "./verdict.ts";

const FILE = path.join(BENCH_FOLDER, "../docs/performance.md");
const BEGIN = "<!-- figures: written by npm run bench -- --save -->";
const END = "<!-- end of figures -->";

const WORDS: Record<Verdict, string> = {
  met: "met",
  missed: "missed",
  explained: "missed",
  "no goal": "",
};

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function row(table: string, entry: Ratio): string {
  const cells = [`${entry.what} (${table})`, figure(entry.value, entry.unit), goalText(entry)];
  return `| ${[...cells.map(cell), WORDS[verdictOf(entry)]].join(" | ")} |`;
}

function reportLines(report: Report): string[] {
  const entries = report.tables.flatMap(({ title, ratios }) =>
    ratios.filter((entry) => verdictOf(entry) !== "no goal").map((entry) => ({ title, entry })),
  );
  if (entries.length === 0) return [];
  const reasons = new Map<string, string[]>();
  for (const { entry } of entries) {
    if (verdictOf(entry) !== "explained") continue;
    const why = entry.explain ?? "";
    reasons.set(why, [...(reasons.get(why) ?? []), entry.what]);
  }
  return [
    `### ${report.bench}: ${report.question}`,
    "",
    `Measured ${report.at.slice(0, 10)}${report.quick ? ", short rounds" : ""}; other programs had ${Math.round(report.busy * 100)} % of the machine before it began.`,
    "",
    "| Figure | This run | Goal | |",
    "| --- | --- | --- | --- |",
    ...entries.map(({ title, entry }) => row(title, entry)),
    "",
    ...[...reasons].flatMap(([why, names]) => [
      `Why ${names.map((name) => `*${name}*`).join("; ")}: ${why}.`,
      "",
    ]),
  ];
}

/** @returns the document with these reports' goals in place of what stood between the marks */
export function withFigures(document: string, reports: readonly Report[]): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`no place for the figures: ${BEGIN} … ${END}`);
  const machine = reports.at(-1)?.machine ?? {};
  const named = Object.entries(machine).map(([name, value]) => `${name} ${value}`);
  const lines = [BEGIN, "", `Machine: ${named.join(", ")}.`, "", ...reports.flatMap(reportLines)];
  return `${document.slice(0, from)}${lines.join("\n")}${document.slice(to)}`;
}

/** @returns the file's path as a person would type it */
export function writeDocument(reports: readonly Report[]): string {
  writeFileSync(FILE, withFigures(readFileSync(FILE, "utf8"), reports));
  return path.relative(process.cwd(), FILE);
}
