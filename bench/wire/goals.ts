import type { Goals } from "../lib/types.ts";

export const goals = {
  /** Bytes of a seeded market under its own clock are the same in every run. */
  chain: { atMost: 8.5, unit: "kB/s" },
  client: { atMost: 20, unit: "kB/s" },
  /** Of bytes by bytes: nothing moves it but the code. */
  share: { atMost: 0.14, tolerance: 0.05 },
  tab: { atMost: 25, unit: "kB/s" },
} satisfies Goals;
