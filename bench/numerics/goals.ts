import type { Goals } from "../lib/types.ts";

export const goals = {
  greeksOfNative: { atLeast: 0.85 },
  greeksOverNpm: { atLeast: 1000, tolerance: 0.4 },
  volatilitiesOfNative: { atLeast: 1.5 },
  /** A chain in a third of the time of the best JavaScript. */
  chainOverBest: { atLeast: 3 },
  strategy: { atMost: 1, unit: "ms" },
} satisfies Goals;
