import { afterAll } from "vitest";
import type { StoreHarness } from "#tests/contract/store.suite.ts";

/** One database for all suites of a file: the first that asks has it opened, and it is closed after the last. */
export function sharedHarness(open: () => Promise<StoreHarness>): () => Promise<StoreHarness> {
  let opened: Promise<StoreHarness> | null = null;
  afterAll(async () => (await opened)?.close());
  return async () => {
    opened ??= open();
    return { ...(await opened), close: async () => {} };
  };
}
