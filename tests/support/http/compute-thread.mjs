/** The product's compute thread from its TypeScript source; it dies when it is told to on a channel of the tests. */
import { BroadcastChannel } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
const channel = new BroadcastChannel("compute-thread");
channel.onmessage = () => process.exit(1);
channel.unref();
await import("#server/market/compute/compute-thread.ts");
