import type { PortLike } from "../edges.ts";
import type { Performance, PerformanceEdges } from "./performance-figures.ts";
import type { Measures } from "./stopwatch.ts";

/** The engine's performance, measured while a tab watches; the code of it comes with the first tab that does. */
export interface PerformanceWatch {
  /** null while no tab watches: then nothing is measured. */
  measures(): Measures | null;
  add(tabId: number, port: PortLike): Promise<void>;
  removeTab(tabId: number): void;
  /** What a tab's page knows of its own heap, bytes. */
  tellHeap(tabId: number, bytes: number): Promise<void>;
}

export function createPerformanceWatch(
  edges: Omit<PerformanceEdges, "onIdle"> & { isKnown(tabId: number): boolean },
): PerformanceWatch {
  let performance: Performance | null = null;
  return {
    measures: () => performance?.measures ?? null,
    async add(tabId, port) {
      const { createPerformance } = await import("./performance-figures.ts");
      if (!edges.isKnown(tabId)) return port.close();
      performance ??= createPerformance({
        ...edges,
        onIdle() {
          performance = null;
        },
      });
      performance.add(tabId, port);
    },
    removeTab: (tabId) => performance?.removeTab(tabId),
    async tellHeap(tabId, bytes) {
      if (edges.isKnown(tabId)) performance?.tellHeap(tabId, bytes);
    },
  };
}
