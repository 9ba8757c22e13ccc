import type { Goals } from "../lib/types.ts";

const SYSTEM_CALLS =
  "the write call takes two thirds of the relay's CPU time (V8's profiler), about what C needs for a whole turn of a client. The rest is JavaScript for each client and turn: Node's stream around the call, bookkeeping in 200 connections that the kernel's copying has pushed out of the cache, and copying the turn's bytes to fill in the connection's own sequence";

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
  /** Tails of two runs in a row: noisy, and lower is better. */
  besideNative: { atMost: 2, tolerance: 1 },
  snapshot: { atMost: 20, unit: "ms" },
} satisfies Goals;
