import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { __BUILD__: JSON.stringify("test") },
  test: {
    include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
    exclude: ["tests/e2e/**"],
    globalSetup: ["tests/support/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 5_000 } },
    // What needs its second try is listed at the end of `npm test`.
    retry: 1,
    pool: "forks",
    // One more than the smallest machine has cores: while one waits, another works.
    maxWorkers: 3,
    // Files share processes, their modules and an embedded database: a process for each took half of the time. What leaks from
    // one file into another is a fault of the first.
    isolate: false,
  },
});
