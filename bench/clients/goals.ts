import type { Goals } from "../lib/types.ts";

export const goals = {
  memoryAtRest: { atMost: 350, unit: "MB" },
  cpuAtRest: { atMost: 40, unit: "ms/s" },
  bytes: { atMost: 20, unit: "kB/s" },
  cpu: { atMost: 0.1, unit: "ms/s" },
} satisfies Goals;
