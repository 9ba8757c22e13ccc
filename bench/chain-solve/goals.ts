import type { Goals } from "../lib/types.ts";

export const goals = {
  /** A chain in a third of the time of the best JavaScript. */
  kernel: { atLeast: 3 },
} satisfies Goals;
