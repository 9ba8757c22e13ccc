/**
 * Runs the benches: `npm run bench` all of them, `npm run bench -- decode` one, `--quick` with short rounds, `--save` to
 * make the results the committed baseline and the figures of docs/performance.md. Prints tables, writes `bench/results/<name>.json` and `report.html`. Fails
 * when a bench cannot finish, not when a goal is missed; `npm run bench:check` holds what the baseline has.
 */

import { writeComparison } from "./comparison/page.ts";
import { parseArguments } from "./lib/arguments.ts";
import { compareWithBaseline, mergeBaseline, newestRun } from "./lib/baseline.ts";
import { writeDocument } from "./lib/document.ts";
import { comparisonLine, goalLines } from "./lib/print.ts";
import { readBaseline, readReports, writeBaseline, writeHtml } from "./lib/results.ts";
import { knownBenches, runBenches } from "./lib/runner.ts";
import { reportPage } from "./report/page.ts";

const FLAGS = {
  "--quick": "short rounds: to see that everything works, not to quote",
  "--save": "make the figures the baseline and those of docs/performance.md and docs/comparison.md",
};

const known = knownBenches();
const wanted = parseArguments(process.argv.slice(2), known, FLAGS);
if ("text" in wanted) {
  console.error(wanted.text);
  process.exit(wanted.isFault ? 1 : 0);
}
const { names, flags } = wanted;
if (flags.has("--save") && flags.has("--quick")) {
  console.error("bench: a baseline of short rounds would be noise; leave out --quick to --save");
  process.exit(1);
}

const { reports, failed } = await runBenches(names, flags.has("--quick"));
for (const line of goalLines(reports)) console.log(line);
const baseline = readBaseline();
if (baseline !== null && !flags.has("--save")) {
  const moved = compareWithBaseline(baseline, reports).filter(({ state }) => state !== "same");
  console.log(
    `\nBeside the baseline of ${newestRun(baseline)}: ${moved.length} figures beyond their tolerance`,
  );
  for (const comparison of moved) console.log(comparisonLine(comparison));
}
if (flags.has("--save")) {
  const merged = mergeBaseline(baseline, reports, known);
  console.log(`\nBaseline: ${writeBaseline(merged)}`);
  console.log(`Comparison: ${writeComparison(merged.comparisons)}`);
  console.log(`Document: ${writeDocument(reports, known)}`);
}
console.log(`\nReport: ${writeHtml(reportPage(readReports(known), readBaseline()))}`);
if (failed.length > 0) {
  console.error(`bench: could not finish: ${failed.join(", ")}`);
  process.exit(1);
}
// A peer that is left with a timer must not keep the process.
process.exit(0);
