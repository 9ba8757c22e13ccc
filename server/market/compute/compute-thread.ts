/** Entry of the compute role's worker thread; bundled on its own to dist/server/compute-thread.js. */
import { runComputeThread } from "./run-compute-thread.ts";

runComputeThread();
