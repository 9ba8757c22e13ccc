import type { Goals } from "../lib/types.ts";

export const goals = {
  overWs: { atLeast: 25, tolerance: 0.35 },
  overWsLarge: { atLeast: 12, tolerance: 0.35 },
  overNats: { atLeast: 3, tolerance: 0.35 },
  ofNative: { atLeast: 0.8 },
  idle: { atMost: 8, unit: "KB" },
  latency: { atMost: 2, unit: "ms" },
  /** Tails of two runs in a row: noisy, and lower is better. */
  besideNative: { atMost: 2, tolerance: 1 },
  snapshot: { atMost: 20, unit: "ms" },
} satisfies Goals;
