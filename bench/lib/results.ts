/** The files in `bench/results/`: a JSON file a bench, one HTML report of all, the committed baseline. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Baseline } from "./baseline.ts";
import type { Report } from "./types.ts";

export const BENCH_FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const RESULTS = path.join(BENCH_FOLDER, "results");
const BASELINE = "baseline.json";

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

function write(name: string, text: string): string {
  mkdirSync(RESULTS, { recursive: true });
  const file = path.join(RESULTS, name);
  writeFileSync(file, text);
  return path.relative(process.cwd(), file);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** @returns the file's path as a person would type it */
export const writeReport = (report: Report): string => write(`${report.bench}.json`, json(report));
export const writeHtml = (html: string): string => write("report.html", html);
export const writeBaseline = (baseline: Baseline): string => write(BASELINE, json(baseline));

export function readBaseline(): Baseline | null {
  const file = path.join(RESULTS, BASELINE);
  return existsSync(file) ? (read(file) as Baseline) : null;
}

/** The last results of the named benches, of those that have any. Files of an older shape are passed over. */
export function readReports(names: readonly string[]): Report[] {
  if (!existsSync(RESULTS)) return [];
  const present = new Set(readdirSync(RESULTS));
  return names
    .filter((name) => present.has(`${name}.json`))
    .map((name) => read(path.join(RESULTS, `${name}.json`)) as Report)
    .filter((report) => report.versions !== undefined && report.busy !== undefined);
}
