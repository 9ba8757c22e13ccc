import type { Goals } from "../lib/types.ts";

export const goals = {
  rate: {
    atLeast: 1_500,
    unit: "/s",
    explain:
      "of the CPU of a request 58 % is the compute thread's (of which writing 1,300 figures as JSON takes 27 %, pricing 19 %, handing over 10 %), 30 % HTTP, 10 % collecting garbage, by thread and by profile",
  },
  tail: { atMost: 10, unit: "ms" },
  notModified: { atMost: 1, unit: "ms" },
  manyLegs: { atMost: 300, unit: "ms" },
  oneThread: { atLeast: 1, tolerance: 0.3 },
} satisfies Goals;
