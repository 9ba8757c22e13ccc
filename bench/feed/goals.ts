import type { Goals } from "../lib/types.ts";

export const goals = {
  source: { atMost: 12.5, unit: "%" },
  /** The server shares two small cores with the relay and the API. */
  whole: { atMost: 25, unit: "%" },
} satisfies Goals;
