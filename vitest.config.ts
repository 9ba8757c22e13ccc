import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const files = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.test\.tsx?$/.test(name) && !name.startsWith("e2e/"))
  .map((name) => `tests/${name}`);
/** What stands in for a module does so only where nothing has loaded that module before: these files share with no other. */
const mocked = files.filter((file) => readFileSync(file, "utf8").includes("vi.mock("));

export const SETUP = "tests/support/global-setup.ts";

export default defineConfig({
  define: { __BUILD__: JSON.stringify("test") },
  test: {
    // A deadline ends what hangs and judges no speed: the slowest machine that runs these takes four times as long as a quick one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    pool: "forks",
    // One more than the smallest machine has cores: while one waits, another works.
    maxWorkers: 3,
    setupFiles: [
      "tests/support/settled-imports.ts",
      "tests/support/drawn-cases.ts",
      "tests/support/own-channels.ts",
    ],
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          globalSetup: [SETUP],
          include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
          exclude: ["tests/e2e/**", ...mocked],
          // Files share processes, their modules and an embedded database: a process for each took half of the time. What leaks
          // from one file into another is a fault of the first.
          isolate: false,
        },
      },
      // A thread each: quicker to begin than a process, and none of them has to do with what a process has.
      { extends: true, test: { name: "mocked", include: mocked, isolate: true, pool: "threads" } },
    ],
  },
});
