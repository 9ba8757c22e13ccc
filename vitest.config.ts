import { defineConfig } from "vitest/config";

/** Folders whose code keeps no state beside what it is handed: their tests share processes, which saves half of their time. */
const PURE = ["domain", "protocol", "analysis", "wasm", "src", "workers"];
const testsOf = (...folders: readonly string[]) =>
  folders.flatMap((folder) => [`tests/${folder}/**/*.test.ts`, `tests/${folder}/**/*.test.tsx`]);

export default defineConfig({
  define: { __BUILD__: JSON.stringify("test") },
  test: {
    globalSetup: ["tests/support/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 5_000 } },
    // What needs its second try is listed at the end of `npm test`.
    retry: 1,
    pool: "forks",
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "pure", include: testsOf(...PURE), isolate: false } },
      {
        extends: true,
        test: {
          name: "whole",
          include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
          exclude: ["tests/e2e/**", ...testsOf(...PURE)],
        },
      },
    ],
  },
});
