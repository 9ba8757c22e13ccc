/**
 * Files run in threads of one process, and threads hear each other's broadcast channels: a session that one file changes would be asked
 * for anew in another's. So each thread has channels of its own.
 */
import { isMainThread, threadId } from "node:worker_threads";

const { BroadcastChannel } = globalThis;

if (!isMainThread) {
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(`${name} of thread ${threadId}`);
    }
  };
}
