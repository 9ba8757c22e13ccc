/** The product's compute thread; it dies when it is told to on a channel of the tests. */
import { BroadcastChannel } from "node:worker_threads";
import "#server/market/compute/compute-thread.ts";

const channel = new BroadcastChannel("compute-thread");
channel.onmessage = () => process.exit(1);
channel.unref();
