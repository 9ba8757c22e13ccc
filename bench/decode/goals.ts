import type { Goals } from "../lib/types.ts";

export const goals = {
  overKite: {
    atLeast: 2000,
    tolerance: 0.4,
    explain:
      "the WASM decoder runs at the speed of native C here (the ratio above), and native C itself is below 2,000 times the parser: this processor runs the parser's object code twice as fast as the goal's machine did",
  },
  trackedOverKite: {
    atLeast: 1000,
    tolerance: 0.4,
    explain:
      "as above: native C without masks is about 1,400 times the parser here, and comparing each row with what it replaces adds 12 ns to 21, 10 of them also when all rows are in the cache: it is the twelve compares and nine packs a row, not memory. A bit mask of each vector by itself would be more instructions, not fewer",
  },
  overBest: { atLeast: 3 },
  overBestSingle: {
    atLeast: 2,
    tolerance: 0.4,
    explain:
      "a message alone pays what does not depend on its size: of 93 ns (1.9 times the best JavaScript in a quiet minute), 50 are the copy into WASM's memory and the call with the decoding, 14 reading what it found, 4 the totals. Found and kept: asking a view for its buffer calls into the runtime (8 ns). Tried: results read on demand through getters (20 ns slower)",
  },
  ofNative: { atLeast: 0.9 },
  garbage: { atMost: 1, unit: "bytes" },
} satisfies Goals;
