import type { Goals } from "../lib/types.ts";

export const goals = {
  secondChain: {
    atMost: 12,
    unit: "MB",
    explain:
      "canvases of a grid's size alone, with a worker and nothing else, hold 12 to 22 MB over an empty page (the tabs bench): without a GPU the browser keeps each about four times",
  },
  oldest: { atMost: 120, unit: "ms" },
  displayed: {
    atLeast: 55,
    unit: "fps",
    explain:
      "the same laptop displays 55.3 with one chain alone (the strip bench of the same day); the other three go on painting on its one core",
  },
  title: { atMost: 1, unit: "ms/s" },
  ladder: { atMost: 50, unit: "ms" },
  info: { atMost: 150, unit: "ms" },
} satisfies Goals;
