import { mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** The long form of fault tests that need no browser, one after another, so that none slows the other. A fault found once is a fault. */
export default mergeConfig(base, { test: { maxWorkers: 1, fileParallelism: false, retry: 0 } });
