import type { Goals } from "../lib/types.ts";

export const goals = {
  greeksOfNative: { atLeast: 0.85 },
  greeksOverNpm: { atLeast: 1000, tolerance: 0.4 },
  volatilitiesOfNative: { atLeast: 1.5 },
  chainOverTwin: { atLeast: 3 },
  /** A chain in a third of the time of the best JavaScript. */
  chainOverBest: {
    atLeast: 3,
    explain:
      "this JavaScript is the kernel's own method on plain numbers, 2.6 times as fast on a chain as C with libm and Newton's method; the JavaScript the goal was set by had 0.6 of such C's speed. What is left between them is two options at a time: 112 ns a strike for 205, of which IV is 85 for 160, greeks 17 for 44, and copying a strike's nine figures in and out 8. Tried: eight options a block, step by step (10 % slower: the arithmetic units are full, nothing waits); constants in memory and everything inlined (no difference)",
  },
  strategy: { atMost: 1, unit: "ms" },
} satisfies Goals;
