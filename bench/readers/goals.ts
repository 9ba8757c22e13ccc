import type { Goals } from "../lib/types.ts";

export const goals = {
  /** what pages call today, with method and address of each */
  size: { atMost: 2.5, unit: "kB" },
  /** the browser parses the text before anything can be read of it: the check must not be what takes long */
  parse: { atLeast: 1 },
} satisfies Goals;
