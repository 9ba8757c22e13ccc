import { defineConfig } from "vitest/config";
import base, { SETUP } from "./vitest.config.ts";

/**
 * The long form of fault tests that need no browser, one after another, each in a process of its own, so that none slows the
 * other: what runs in it alone (`*.soak.ts`), and tests of every run at their full size. A fault found once is a fault.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    globalSetup: [SETUP],
    include: ["tests/**/*.soak.ts", "tests/**/*.test.ts"],
    // Those are Playwright's.
    exclude: ["tests/e2e/**", "tests/soak/**"],
    maxWorkers: 1,
    fileParallelism: false,
    isolate: true,
  },
});
