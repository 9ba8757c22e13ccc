import type { Goals } from "../lib/types.ts";

export const goals = {
  greeksOfNative: { atLeast: 0.85 },
  greeksOverNpm: { atLeast: 1000, tolerance: 0.3 },
  volatilitiesOfNative: { atLeast: 1.5 },
  chainOverTwin: { atLeast: 3 },
  /** C with libm and Newton's method, as a textbook has it; and the same source on vectors twice as wide as WebAssembly's. */
  chainOfNative: { atLeast: 3 },
  chainOfVectors: { atLeast: 0.6 },
  strategy: { atMost: 1, unit: "ms" },
} satisfies Goals;
