import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

/** The long form: what is too long for every run, and the tests of every run at their full size. */
export default defineConfig({
  ...base,
  testDir: "tests",
  testMatch: /\/(e2e|soak)\/[^/]+\.(test|soak)\.ts$/,
  // A fault found once is a fault.
  retries: 0,
  // What floods and times has the machine to itself.
  workers: 1,
  reporter: "list",
});
