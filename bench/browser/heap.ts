import type { Tab } from "./tab.ts";

/** MB of the JavaScript heap of the page's own thread, after collecting garbage. */
export async function heapOf(tab: Tab): Promise<number> {
  // What has been let go by a finalizer is garbage only the next time.
  for (let round = 0; round < 3; round += 1) {
    await tab.session.send("HeapProfiler.collectGarbage");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { usedSize } = await tab.session.send<{ usedSize: number }>("Runtime.getHeapUsage");
  return usedSize / 1e6;
}
