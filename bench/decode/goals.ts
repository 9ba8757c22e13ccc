import type { Goals } from "../lib/types.ts";

export const goals = {
  overKite: { atLeast: 2000, tolerance: 0.4 },
  trackedOverKite: { atLeast: 1000, tolerance: 0.4 },
  overBest: { atLeast: 3 },
  overBestSingle: { atLeast: 2 },
  ofNative: { atLeast: 0.9 },
  garbage: { atMost: 1, unit: "bytes" },
} satisfies Goals;
