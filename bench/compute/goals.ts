import type { Goals } from "../lib/types.ts";

export const goals = {
  rate: { atLeast: 1_500, unit: "/s" },
  tail: { atMost: 10, unit: "ms" },
  notModified: { atMost: 1, unit: "ms" },
  manyLegs: { atMost: 300, unit: "ms" },
  oneThread: { atLeast: 1, tolerance: 0.3 },
} satisfies Goals;
