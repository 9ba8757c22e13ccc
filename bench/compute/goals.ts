import type { Goals } from "../lib/types.ts";

export const goals = {
  rate: {
    atLeast: 1_500,
    unit: "/s",
    explain:
      "a request takes 0.85 ms of CPU: 58 % in the compute thread (figures as JSON, pricing, handing over), 30 % HTTP, 10 % collecting garbage, by thread and by profile; short runs on a quiet machine reached 1,400 once all was compiled",
  },
  tail: {
    atMost: 10,
    unit: "ms",
    explain:
      "client, server and market share two cores: at the same rate a health check has 4.5 ms, the analysis without its curves 9.1, with their 24 kB 17.8; in steps of a garbage collection and of a fresh market each quarter of a second, which were not told apart",
  },
  notModified: { atMost: 1, unit: "ms" },
  manyLegs: { atMost: 300, unit: "ms" },
  oneThread: { atLeast: 1, tolerance: 0.3 },
} satisfies Goals;
