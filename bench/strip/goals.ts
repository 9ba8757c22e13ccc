import type { Goals } from "../lib/types.ts";

export const goals = {
  /** Once all that it needs has been loaded. */
  tap: {
    atMost: 60,
    unit: "ms",
    explain:
      "by traces of single taps: the painter is asked for the row's prices (2 to 15 ms), React draws the strip in one task (17 ms of the processor, over 30 to 50), and the frame that shows it takes 5 to 8; between them the page's thread waits for one of two cores, on which painter, engine, server and display go on",
  },
  figures: {
    atMost: 60,
    unit: "ms",
    explain:
      "the strip itself is there 15 ms earlier, in time: its figures come with the compute worker's answer, which the display's next frame draws",
  },
  /** The first of a visit, with code, contracts and market still to come. */
  firstTap: {
    atMost: 400,
    unit: "ms",
    explain:
      "traced once, at this machine's own speed: the main thread has the processor for 45 ms from the tap to the painted strip, 29 of them the one task in which the contracts arrive, their list is made, the market's stream and the first question are begun and React draws the strip; painting it takes 4. How much longer the slow laptop takes for the same is in the notes",
  },
  /** As of the chain alone (bench/browser/grid/goals.ts). */
  displayed: { atLeast: 55, unit: "fps" },
  displayedSlow: {
    atLeast: 55,
    unit: "fps",
    explain:
      "the chain alone has 55.3 in the same run; keeping the strip's figures live while it is scrolled takes 4 ms of main thread a second (96.5 beside 93.0)",
  },
  keptFrames: { atLeast: 0.95, tolerance: 0.1 },
  /** A live strategy that is not touched, as in the builder (bench/builder/goals.ts). */
  main: { atMost: 15, unit: "ms/s" },
  mainBesidePeer: { atMost: 0.5 },
} satisfies Goals;
