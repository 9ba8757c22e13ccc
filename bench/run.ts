/**
 * Runs the benches: `npm run bench` all of them, `npm run bench -- decode` one, `--quick` with short rounds.
 * Prints tables and writes `bench/results/<name>.json`. Fails only when a bench does, not when a goal is missed.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Bench, isMet, machine, type Report, type Table } from "./harness.ts";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const RESULTS = path.join(HERE, "results");
const SUFFIX = ".bench.ts";

function scaled(value: number): string {
  const steps = [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const;
  const step = steps.find(([size]) => value >= size);
  const text = (n: number): string => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2));
  return step === undefined ? text(value) : `${text(value / step[0])} ${step[1]}`;
}

function factor(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}

function printTable(table: Table): void {
  console.log(`\n  ${table.title}, ${table.unit}`);
  const width = Math.max(...table.rows.map((row) => row.name.length));
  for (const row of table.rows) {
    const spread = `${scaled(row.low)} to ${scaled(row.high)}`;
    console.log(`    ${row.name.padEnd(width)}  ${scaled(row.median).padStart(8)}  (${spread})`);
  }
  for (const entry of table.ratios) {
    const bounds = [
      entry.atLeast === undefined ? "" : `goal at least ${entry.atLeast}`,
      entry.atMost === undefined ? "" : `goal at most ${entry.atMost}`,
    ].filter((text) => text !== "");
    const verdict = bounds.length === 0 ? "" : `  ${isMet(entry) ? "met" : "MISSED"} (${bounds.join(", ")})`;
    console.log(`    ${entry.what} = ${factor(entry.value)}${verdict}`);
  }
}

async function load(name: string): Promise<Bench> {
  const { bench } = (await import(path.join(HERE, name + SUFFIX))) as { bench: Bench };
  return bench;
}

const known = readdirSync(HERE)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .sort();
const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const unknown = [
  ...names.filter((name) => !known.includes(name)),
  ...flags.filter((flag) => flag !== "--quick"),
];
if (unknown.length > 0) {
  console.error(`bench: ${unknown.join(", ")} unknown; benches: ${known.join(", ")}; flags: --quick`);
  process.exit(1);
}

const context = { quick: flags.includes("--quick") };
mkdirSync(RESULTS, { recursive: true });
for (const name of names.length > 0 ? names : known) {
  const bench = await load(name);
  console.log(`\n${bench.name}: ${bench.question}`);
  const result = await bench.run(context);
  const report: Report = { bench: bench.name, question: bench.question, ...result };
  for (const table of report.tables) printTable(table);
  for (const note of report.notes) console.log(`  note: ${note}`);
  const file = path.join(RESULTS, `${bench.name}.json`);
  const stamped = { ...report, machine: machine(), quick: context.quick, at: new Date().toISOString() };
  writeFileSync(file, `${JSON.stringify(stamped, null, 2)}\n`);
  console.log(`  written: ${path.relative(process.cwd(), file)}`);
}
