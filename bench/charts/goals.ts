import type { Goals } from "../lib/types.ts";

/** Promised of a time handle that is dragged through a day of open interest by strike. */
export const goals = {
  frames: { atLeast: 50, unit: "fps" },
  slowFrames: { atLeast: 45, unit: "fps" },
} satisfies Goals;
