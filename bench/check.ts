/**
 * Holds a run against the committed baseline: `npm run bench:check [-- name …] [--quick] [--last]`. Fails only when a
 * figure is worse than its tolerance allows, and again in a second run of that bench: one noisy minute is no regression.
 */
import { parseArguments } from "./lib/arguments.ts";
import { type Baseline, type Comparison, compareWithBaseline, newestRun } from "./lib/baseline.ts";
import { comparisonLine } from "./lib/print.ts";
import { readBaseline, readReports } from "./lib/results.ts";
import { knownBenches, runBenches } from "./lib/runner.ts";

const FLAGS = {
  "--quick": "short rounds, and twice the tolerance of what they make noisier",
  "--last": "the results of the last run in place of a new one",
};

const worseOf = (comparisons: readonly Comparison[]): Comparison[] =>
  comparisons.filter(({ state }) => state === "worse");

async function measure(baseline: Baseline, names: readonly string[], quick: boolean): Promise<Comparison[]> {
  const first = await runBenches(names, quick);
  if (first.failed.length > 0) throw new Error(`could not finish: ${first.failed.join(", ")}`);
  const comparisons = compareWithBaseline(baseline, first.reports);
  const doubtful = new Set(worseOf(comparisons).map(({ key }) => key));
  if (doubtful.size === 0) return comparisons;
  const again = first.reports
    .map(({ bench }) => bench)
    .filter((name) => [...doubtful].some((key) => key.startsWith(`${name} | `)));
  console.log(
    `\nWorse than the baseline allows: ${doubtful.size} figures; measuring ${again.join(", ")} again`,
  );
  const second = compareWithBaseline(baseline, (await runBenches(again, quick)).reports);
  const retried = new Map(second.map((comparison) => [comparison.key, comparison]));
  return comparisons.map((comparison) =>
    doubtful.has(comparison.key) ? (retried.get(comparison.key) ?? comparison) : comparison,
  );
}

const baseline = readBaseline();
if (baseline === null) {
  console.error("bench: there is no bench/results/baseline.json; make one: npm run bench -- --save");
  process.exit(1);
}
const held = new Set(Object.keys(baseline.ratios).map((key) => key.split(" | ")[0]!));
const wanted = parseArguments(
  process.argv.slice(2),
  knownBenches().filter((name) => held.has(name)),
  FLAGS,
);
if ("text" in wanted) {
  console.error(wanted.text);
  process.exit(wanted.isFault ? 1 : 0);
}
const { names, flags } = wanted;
const comparisons = flags.has("--last")
  ? compareWithBaseline(baseline, readReports(names))
  : await measure(baseline, names, flags.has("--quick"));
const cpus = new Set(names.map((name) => String(baseline.runs[name]?.machine.cpu ?? "a machine not noted")));
console.log(`\nBaseline of ${newestRun(baseline)} on ${[...cpus].join(", ")}:`);
for (const comparison of comparisons) console.log(comparisonLine(comparison));
const worse = worseOf(comparisons);
const compared = comparisons.filter(({ state }) => state !== "not measured").length;
console.log(`\n${compared} figures compared, ${worse.length} worse than their tolerance allows`);
process.exit(worse.length === 0 && compared > 0 ? 0 : 1);
