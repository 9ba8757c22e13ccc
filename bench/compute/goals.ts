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
      "server and market share a core: at the same rate a health check has 4.5 ms, the analysis without its curves 9.1, with their 24 kB 17.8; the rows below tell apart who met a garbage collection and who met a market being read anew",
  },
  notModified: { atMost: 1, unit: "ms" },
  manyLegs: { atMost: 300, unit: "ms" },
  heat: { atMost: 4, unit: "ms" },
  adjust: { atMost: 30, unit: "ms" },
  net: {
    atMost: 2,
    tolerance: 0.3,
    explain:
      "to the target date charges follow from the P&L and what one side's options, bought or sold, are worth: these alone are priced once more; to expiry the lines of all legs are one walk over the prices, and putting them together for the strategy takes as long",
  },
  oneThread: { atLeast: 1, tolerance: 0.3 },
} satisfies Goals;
