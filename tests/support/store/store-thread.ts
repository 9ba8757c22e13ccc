import path from "node:path";
import { pathToFileURL } from "node:url";

/** The product's storage thread, bundled before all tests (bundle-thread.ts), for what needs a thread that can be killed. */
export const STORE_THREAD = pathToFileURL(path.resolve(".build/test-threads/store-thread.js"));
