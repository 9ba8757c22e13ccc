import type { Goals } from "../lib/types.ts";

const SYSTEM_CALLS =
  "four fifths of the relay's CPU time are spent in the kernel (perf: 78 %), 10 % more a write than C spends there: a process with more than one thread, as Node always is, pays for counting the users of a descriptor, and C itself falls to 0.96 with an idle thread and the same call (write for send). The rest is 1.0 to 1.5 µs a write of crossing from JavaScript to libuv and of looking at the connection, whose memory the kernel's copying has pushed out of the cache. With nothing else running between the rounds the ratio is 0.77; on a machine that is shared, more is evicted and it falls to 0.6. Tried: Node's stream left out (0.57 to 0.70, kept), sequences filled in where the shared bytes lie (10 %, kept), no queue for who has nothing else to get (kept), no look at the states of socket and stream (nothing)";

export const goals = {
  overWs: { atLeast: 25, tolerance: 0.3 },
  overWsLarge: { atLeast: 12, tolerance: 0.3 },
  overNats: { atLeast: 3, tolerance: 0.3, explain: SYSTEM_CALLS },
  ofNative: { atLeast: 0.8, explain: SYSTEM_CALLS },
  idle: { atMost: 8, unit: "KB" },
  latency: {
    atMost: 2,
    unit: "ms",
    explain:
      "200 system calls one after another take C 1.4 ms at this pace (median; its caches are cold after 50 ms of others' work), the relay 2.0 ms; where other programs share the two cores some turns are set aside in the middle, C's too, whose p99 is shown below",
  },
  besideNative: { atMost: 2, tolerance: 0.3 },
  snapshot: { atMost: 20, unit: "ms" },
} satisfies Goals;
