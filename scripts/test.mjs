// Runs everything that must be green: lint, generated files and types beside the build, then unit and contract tests, then the browser tests.
// Usage: npm test [-- lint types unit e2e node24]: those named, or all but the last, which runs the unit tests again on the
// newest Node 24. Closes with "N passed, N failed".
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { findBrowser } from "./find-browser.mjs";
import { coresGiven, journeysAtOnce } from "./journeys-at-once.mjs";
import { browserOutcomes, endedAs, slowest, unitOutcomes } from "./test-reports.mjs";

const bin = (name) => `node_modules/.bin/${name}`;
const tally = { passed: 0, failed: 0, skipped: 0 };
const outcomes = [];
const PARTS = ["lint", "types", "unit", "e2e"];
const ASKED_FOR = ["node24"];
/** npm's package `node` holds the binary of its version; what is started from it starts others of the same. */
const NODE_24 = ["npx", "--yes", "--prefer-online", "--package", "node@24", "--", "node"];
/** Seed of the cases that properties are tried with here: the same at every run (tests/support/drawn-cases.ts). */
const DRAWN_CASES = process.env.DRAWN_CASES ?? "20261127";
const MARKET_DATA = "../shared/data";
const NO_BROWSER =
  "no Chrome or Chromium was found. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), or name it: STRIKEWISE_BROWSER=<path> npm test";
const words = process.argv.slice(2);
const wanted = (name) => (words.length === 0 ? PARTS.includes(name) : words.includes(name));

function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  if (error) console.error(`test: ${command}: ${error.message}`);
  return status === 0;
}

/** Beside others: what it says comes when it has ended, whole. @returns whether it went well */
async function runBeside(command, args) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => said.push(bytes));
  const [status] = await once(child, "close").catch((error) => {
    said.push(Buffer.from(`test: ${command}: ${error.message}\n`));
    return [null];
  });
  process.stderr.write(Buffer.concat(said));
  return status === 0;
}

const began = Date.now();

/** Says when a part begins, so that a log tells where the minutes go. */
function part(title) {
  console.error(`test: ${title}, ${Math.round((Date.now() - began) / 1_000)} s after the start`);
}

function step(title, ok) {
  if (ok) tally.passed++;
  else {
    tally.failed++;
    console.error(`test: ${title} failed`);
  }
}

function countReport(file, read, outcomesOf, ok, title) {
  try {
    const told = JSON.parse(readFileSync(file, "utf8"));
    const counts = read(told);
    outcomes.push(...outcomesOf(told));
    tally.passed += counts.passed;
    tally.failed += counts.failed;
    tally.skipped += counts.skipped;
    if (!ok && counts.failed === 0) step(title, false);
  } catch {
    step(title, false);
  }
}

/** On the Node that these words start. */
function unitTests(title, [command, ...words]) {
  part(title);
  const file = ".build/vitest.json";
  rmSync(file, { force: true });
  const report = ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`];
  const ok = run(command, [...words, "node_modules/vitest/vitest.mjs", "run", ...report], { DRAWN_CASES });
  const read = (r) => ({
    passed: r.numPassedTests,
    failed: r.numFailedTests,
    skipped: r.numPendingTests + r.numTodoTests,
  });
  countReport(file, read, unitOutcomes, ok, title);
}

function refuse(text) {
  console.error(`test: ${text}`);
  process.exit(1);
}

const unknown = words.filter((word) => ![...PARTS, ...ASKED_FOR].includes(word));
if (unknown.length > 0)
  refuse(`${unknown.join(", ")} unknown; name any of ${[...PARTS, ...ASKED_FOR].join(", ")}, or nothing`);
if (!existsSync(bin("vitest")))
  refuse("the development dependencies are not installed; run: npm ci --include=dev");
// Looked for first: who has none should not learn it after minutes of other tests.
const browser = wanted("e2e")
  ? await findBrowser({ isShellEnough: true }).catch((error) => refuse(error.message))
  : null;
if (wanted("e2e") && browser === null) console.error(`test: the browser tests will fail: ${NO_BROWSER}`);
mkdirSync(".build", { recursive: true });
/** What reads sources alone, one after another. */
async function checkSources() {
  if (wanted("lint")) {
    part("lint");
    step("lint (biome)", await runBeside(bin("biome"), ["check", "--error-on-warnings", "."]));
    step("lint (layers)", await runBeside(bin("tsx"), ["scripts/check-layers.ts"]));
    step("generated files", await runBeside(bin("tsx"), ["scripts/gen.ts", "--check"]));
  }
  if (wanted("types")) {
    part("types");
    step("types", await runBeside(bin("tsc"), ["-b"]));
  }
}

/** What the browser tests run, and weigh. @returns whether it is there */
async function build() {
  part("build");
  return runBeside(process.execPath, ["scripts/start.mjs", "build"]);
}

const [isBuilt] = await Promise.all([browser !== null && build(), checkSources()]);
if (wanted("unit")) unitTests("unit tests", [process.execPath]);
if (wanted("e2e")) {
  part("browser tests");
  if (browser === null) {
    step("browser tests", false);
    console.error(`test: ${NO_BROWSER}`);
  } else if (isBuilt) {
    const file = ".build/playwright.json";
    rmSync(file, { force: true });
    const cores = await coresGiven();
    const workers = journeysAtOnce(cores);
    console.error(
      `test: the machine works like ${cores.toFixed(1)} quick cores: ${workers} journeys at once`,
    );
    const ok = run(bin("playwright"), ["test", "--reporter=line,json", `--workers=${workers}`], {
      STRIKEWISE_BROWSER: browser,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    });
    const read = ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    });
    countReport(file, read, browserOutcomes, ok, "browser tests");
  } else step("build", false);
}
if (wanted("node24")) unitTests("unit tests on Node 24", NODE_24);
/** Says which tests ended so, if any did. */
function list(title, outcome) {
  const lines = endedAs(outcome, outcomes);
  if (lines.length > 0) console.log(`\n${title}:\n${lines.join("\n")}`);
}

if (outcomes.length > 0) console.log(`\nThe ten slowest tests:\n${slowest(outcomes).join("\n")}`);
list("Passed at the second try only (flaky)", "flaky");
if (tally.skipped > 0 && !existsSync(MARKET_DATA))
  console.log(`test: what needs real market data was skipped: there is no ${MARKET_DATA}`);
list("Failed", "failed");
const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : "";
console.log(`\n${tally.passed} passed, ${tally.failed} failed${skipped}`);
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1);
