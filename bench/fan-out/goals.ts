import type { Goals } from "../lib/types.ts";

const SYSTEM_CALLS =
  "the write call alone takes two thirds of the relay's CPU time (V8's profiler), about what C needs for all it does. The rest is the JavaScript of 200 writes: Node's stream around each, bookkeeping in connections that the kernel's copying has pushed out of the cache, a copy of the turn's bytes to fill in the connection's sequence. Tried: the sequence filled in without the copy gains 10 %, writing past Node's streams 12 % more, together 0.66 of C in a run in which the relay as it is had 0.56";

export const goals = {
  overWs: { atLeast: 25, tolerance: 0.35 },
  overWsLarge: { atLeast: 12, tolerance: 0.35 },
  overNats: { atLeast: 3, tolerance: 0.35, explain: SYSTEM_CALLS },
  ofNative: { atLeast: 0.8, explain: SYSTEM_CALLS },
  idle: { atMost: 8, unit: "KB" },
  latency: {
    atMost: 2,
    unit: "ms",
    explain:
      "the server and the one process that stands for all 200 clients share the machine with whatever else runs; native C, which does nothing but write, has the p99 shown below in the same run",
  },
  besideNative: { atMost: 2, tolerance: 0.5 },
  snapshot: { atMost: 20, unit: "ms" },
} satisfies Goals;
