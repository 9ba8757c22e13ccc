import type { Goals } from "../lib/types.ts";

export const goals = {
  overBest: { atLeast: 3 },
  overBestSingle: {
    atLeast: 2,
    tolerance: 0.3,
    explain:
      "a message alone pays what does not depend on its size: of 93 ns (1.9 times the best JavaScript in a quiet minute), 50 are the copy into WASM's memory and the call with the decoding, 14 reading what it found, 4 the totals. Found and kept: asking a view for its buffer calls into the runtime (8 ns). Tried: results read on demand through getters (20 ns slower)",
  },
  ofNative: { atLeast: 0.9 },
  /** Comparing each row with what it replaces is work that this C does not do. */
  trackedOfNative: { atLeast: 0.5 },
  garbage: { atMost: 1, unit: "bytes" },
} satisfies Goals;
