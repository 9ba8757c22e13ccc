/** The table of goals in docs/performance.md, written between two marks, each bench's from its last run; the words around it are ours. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { figure } from "./format.ts";
import { BENCH_FOLDER } from "./results.ts";
import type { Ratio, Report } from "./types.ts";
import { goalText, hasGoal, reasonOf, type Verdict, verdictOf } from "./verdict.ts";

const FILE = path.join(BENCH_FOLDER, "../docs/performance.md");
const BEGIN = "<!-- figures: written by npm run bench -- --save -->";
const END = "<!-- end of figures -->";

const WORDS: Record<Verdict, string> = {
  met: "met",
  missed: "missed",
  explained: "missed",
  void: "void",
  "no goal": "",
};

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function row(table: string, entry: Ratio): string {
  const goal = hasGoal(entry) ? goalText(entry) : "none";
  const cells = [`${entry.what} (${table})`, figure(entry.value, entry.unit), goal];
  return `| ${[...cells.map(cell), WORDS[verdictOf(entry)]].join(" | ")} |`;
}

function reportLines(report: Report): string[] {
  const entries = report.tables.flatMap(({ title, ratios }) =>
    ratios.filter((entry) => hasGoal(entry) || entry.isPublished === true).map((entry) => ({ title, entry })),
  );
  if (entries.length === 0) return [];
  const reasons = new Map<string, string[]>();
  for (const { entry } of entries) {
    const why = reasonOf(entry);
    if (why !== null) reasons.set(why, [...(reasons.get(why) ?? []), entry.what]);
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

/** Sections as they stand in the document, by bench. */
function sectionsOf(figures: string): Map<string, string> {
  const [, ...sections] = figures.split(/^### /m);
  return new Map(sections.map((text) => [text.slice(0, text.indexOf(":")), `### ${text.trimEnd()}\n`]));
}

const MACHINE = "Machine of the newest figures: ";

function machineLine(figures: string, newest: Report | undefined): string {
  const old = figures.split("\n").find((line) => line.startsWith(MACHINE));
  if (newest === undefined) return old ?? "";
  const facts = Object.entries(newest.machine).map(([name, value]) => `${name} ${value}`);
  return `${MACHINE}${facts.join(", ")}.`;
}

/**
 * @param known all benches there are: sections of others go
 * @returns the document with these reports' goals between the marks; benches that did not run keep what they said last
 */
export function withFigures(document: string, reports: readonly Report[], known: readonly string[]): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`no place for the figures: ${BEGIN} … ${END}`);
  const old = document.slice(from + BEGIN.length, to);
  const sections = sectionsOf(old);
  for (const report of reports) {
    const lines = reportLines(report);
    if (lines.length > 0) sections.set(report.bench, lines.join("\n"));
    else sections.delete(report.bench);
  }
  const named = [...sections]
    .filter(([bench]) => known.includes(bench))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text);
  const figures = [`${machineLine(old, reports.at(-1))}\n`, ...named].join("\n");
  return `${document.slice(0, from)}${BEGIN}\n\n${figures}${document.slice(to)}`;
}

/** @returns the file's path as a person would type it */
export function writeDocument(reports: readonly Report[], known: readonly string[]): string {
  writeFileSync(FILE, withFigures(readFileSync(FILE, "utf8"), reports, known));
  return path.relative(process.cwd(), FILE);
}
