import type { Goals } from "../lib/types.ts";

export const goals = {
  memoryAtRest: {
    atMost: 350,
    unit: "MB",
    explain:
      "of about 350 MB V8's heaps have 135, Postgres's own memory 30, and blocks that the C library hands out 140, of which it uses some 85; more in its first two minutes, when this is measured",
  },
  cpuAtRest: {
    atMost: 40,
    unit: "ms/s",
    explain:
      "by a profile of 60 ms the feed's thread had 32 (the simulated market 14, messages to the relay's thread 7, chains that are kept fresh 4), the main thread 20 (the relay 5, minutes that are recorded 2, jobs that are looked for 2), V8's helper threads 6, the database's 3",
  },
  bytes: { atMost: 20, unit: "kB/s" },
  cpu: {
    atMost: 0.1,
    unit: "ms/s",
    explain:
      "a write to a socket takes 9 to 10 µs of the server's process whatever it holds, nearly all in the kernel, which hands it to the receiver on this very machine: 20 writes a second are 0.2 ms, and as many are made until some 800 clients are there; then there are ten. With 100 clients each write finds its caches cold, 15 µs",
  },
} satisfies Goals;
