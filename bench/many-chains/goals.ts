import type { Goals } from "../lib/types.ts";

export const goals = {
  secondChain: { atMost: 12, unit: "MB" },
  oldest: { atMost: 120, unit: "ms" },
  displayed: { atLeast: 55, unit: "fps" },
  title: { atMost: 1, unit: "ms/s" },
} satisfies Goals;
