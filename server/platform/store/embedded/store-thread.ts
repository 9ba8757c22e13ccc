/** Entry of the storage thread (dist/server/store-thread.js). */
import { runStoreThread } from "./run-store-thread.ts";

await runStoreThread();
