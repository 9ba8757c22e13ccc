import type { Goals } from "../../lib/types.ts";

export const goals = {
  jsonOverEngine: { atLeast: 12, tolerance: 0.5 },
  thirtyTabs: { atMost: 100, unit: "ms/s" },
  hiddenCpu: { atMost: 1, unit: "ms/s" },
  visibleMemory: { atMost: 25, unit: "MB" },
  hiddenMemory: { atMost: 8, unit: "MB" },
  delivery: { atMost: 10, unit: "ms" },
  sockets: { atMost: 1, unit: "sockets" },
} satisfies Goals;
