// Runs the long form of the fault tests (docs/reliability.md): about half an hour, parts of it by name.
// Usage: npm run test:soak [-- herd day …]. Closes with the figures and "N passed, N failed".
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { findBrowser } from "./find-browser.mjs";

const bin = (name) => `node_modules/.bin/${name}`;
const FIGURES = ".build/soak-figures.txt";
const REPORT = ".build/soak.json";

/** A part is a file of vitest, or one of Playwright, which starts the built server. */
const PARTS = {
  frames: ["vitest", "tests/server/market/relay/rfc6455.test.ts"],
  messages: ["vitest", "tests/server/market/relay/random-messages.test.ts"],
  steps: ["vitest", "tests/server/market/relay/steps.test.ts"],
  gaps: ["vitest", "tests/workers/engine/connection/gaps.test.ts"],
  engine: ["vitest", "tests/workers/engine/chains/day.test.ts"],
  handshakes: ["vitest", "tests/server/http/slow-requests.soak.ts"],
  routes: ["vitest", "tests/server/http/fuzz.test.ts"],
  compute: ["vitest", "tests/server/market/compute/compute-fuzz.test.ts"],
  accounts: ["vitest", "tests/analysis/accounts/accounts.test.ts"],
  decoder: ["vitest", "tests/wasm/decoder.fuzz.test.ts"],
  database: [
    "vitest",
    "tests/server/platform/store/killed.soak.ts",
    "tests/server/platform/store/full-disk.soak.ts",
    "tests/server/platform/store/outage.pg.soak.ts",
    "tests/server/platform/store/lock.soak.ts",
    "tests/server/platform/store/template.soak.ts",
    "tests/server/platform/store/kept-builds.soak.ts",
    "tests/server/platform/store/transfer.soak.ts",
    "tests/server/platform/jobs/killed.soak.ts",
    "tests/server/platform/jobs/killed.pg.soak.ts",
    "tests/server/identity/killed.soak.ts",
    "tests/server/identity/sign-in-cost.soak.ts",
  ],
  herd: ["playwright", "tests/soak/restart.soak.ts"],
  hammered: ["playwright", "tests/soak/hammered.soak.ts"],
  strangers: ["playwright", "tests/soak/strangers.soak.ts"],
  floods: ["playwright", "tests/soak/floods.soak.ts"],
  slow: ["playwright", "tests/soak/slow-readers.soak.ts"],
  halfopen: ["playwright", "tests/soak/half-open.soak.ts"],
  tabs: ["playwright", "tests/e2e/tabs.test.ts", "tests/soak/fifty-tabs.soak.ts"],
  worker: ["playwright", "tests/e2e/worker.test.ts"],
  network: ["playwright", "tests/soak/network.soak.ts"],
  ladder: ["playwright", "tests/soak/ladder.soak.ts"],
  charts: ["playwright", "tests/soak/charts.soak.ts"],
  storage: ["playwright", "tests/e2e/storage.test.ts", "tests/soak/storage.soak.ts"],
  clock: ["playwright", "tests/e2e/clock.test.ts"],
  day: ["playwright", "tests/soak/day.soak.ts"],
};

function refuse(text) {
  console.error(`soak: ${text}`);
  process.exit(1);
}

function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  if (error) console.error(`soak: ${command}: ${error.message}`);
  return status === 0;
}

const COUNTS = {
  vitest: (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
  playwright: ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
};

function runPart([runner, ...files], env) {
  rmSync(REPORT, { force: true });
  const ok =
    runner === "vitest"
      ? run(
          bin("vitest"),
          [
            "run",
            "--config",
            "vitest.soak.config.ts",
            "--reporter=default",
            "--reporter=json",
            ...files,
          ].concat(`--outputFile.json=${REPORT}`),
          env,
        )
      : run(
          bin("playwright"),
          ["test", "--config", "playwright.soak.config.ts", "--reporter=list,json", ...files],
          { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT },
        );
  try {
    const counts = COUNTS[runner](JSON.parse(readFileSync(REPORT, "utf8")));
    return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const words = process.argv.slice(2);
const names = Object.keys(PARTS);
const unknown = words.filter((word) => !names.includes(word));
if (unknown.length > 0)
  refuse(`${unknown.join(", ")} unknown; name any of ${names.join(", ")}, or nothing for all`);
if (!existsSync(bin("vitest")))
  refuse("the development dependencies are not installed; run: npm ci --include=dev");
const wanted = words.length === 0 ? names : names.filter((name) => words.includes(name));

const env = { STRIKEWISE_FORM: "long", STRIKEWISE_FIGURES: FIGURES };
if (wanted.some((name) => PARTS[name][0] === "playwright")) {
  const browser = await findBrowser().catch((error) => refuse(error.message));
  if (browser === null) refuse("no Chrome or Chromium was found; name one: STRIKEWISE_BROWSER=<path>");
  env.STRIKEWISE_BROWSER = browser;
  if (!run(process.execPath, ["scripts/start.mjs", "build"])) refuse("the build failed");
}
mkdirSync(".build", { recursive: true });
rmSync(FIGURES, { force: true });
const tally = { passed: 0, failed: 0 };
const began = Date.now();
for (const [i, name] of wanted.entries()) {
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  console.log(`\nsoak: ${name} (${i + 1} of ${wanted.length}, ${minutes} min so far)`);
  const { passed, failed } = runPart(PARTS[name], env);
  tally.passed += passed;
  tally.failed += failed;
}
if (existsSync(FIGURES)) console.log(`\n${readFileSync(FIGURES, "utf8").trimEnd()}`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1);
