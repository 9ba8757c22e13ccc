import type { Goals } from "../lib/types.ts";

export const goals = {
  load: { atMost: 60, unit: "ms" },
  wire: { atMost: 900, unit: "kB" },
} satisfies Goals;
