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
      "as above: native C without masks is about 1,400 times the parser here, and comparing each row with what it replaces costs 40 to 50 % of the decoder",
  },
  overBest: { atLeast: 3 },
  overBestSingle: {
    atLeast: 2,
    tolerance: 0.4,
    explain:
      "a message alone pays what does not depend on its size: of 100 to 120 ns, 30 are the copy into WASM's memory, 24 the decoding (all that C needs) and the rest the call and reading its result; alone in a process the ratio is 2.0",
  },
  ofNative: { atLeast: 0.9 },
  garbage: { atMost: 1, unit: "bytes" },
} satisfies Goals;
