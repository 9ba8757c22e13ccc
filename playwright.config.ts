import { defineConfig } from "@playwright/test";

const executablePath = process.env.STRIKEWISE_BROWSER;

// Read by tests/e2e/support/run-time.ts: every process of a run has it from the first.
process.env.STRIKEWISE_RUN_BEGAN ??= String(Date.now());

/** Browser journeys against the real, built server; each of the three processes starts its own on a free port, which its files share. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: ".build/playwright",
  // On a quick machine; `npm test` measures how many are worth it (scripts/journeys-at-once.mjs).
  workers: 3,
  // A test that needs a second try has a fault of its own, or has found one of ours: `npm test` lists it at its end.
  retries: 1,
  // A deadline ends what hangs and judges no speed: the slowest machine that ran these took more than three times as long as a quick one.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: "line",
  use: {
    browserName: "chromium",
    headless: true,
    viewport: { width: 1366, height: 850 },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
