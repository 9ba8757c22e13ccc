/** Loaded into a server by its test: answers, over the channel to the test, what is left after two forced collections. */
import { isMainThread } from "node:worker_threads";

// Threads load what the process loads.
if (isMainThread) {
  process.on("message", () => {
    globalThis.gc();
    setTimeout(() => {
      globalThis.gc();
      process.send(process.memoryUsage());
    }, 100);
  });
  // The channel alone keeps no process alive.
  process.channel.unref();
}
