import type { Goals } from "../lib/types.ts";

export const goals = {
  /** Beside the plain library with a line of as many points. */
  first: {
    atMost: 2,
    explain:
      "by a profile on a busy machine, of 118 ms the chart's drawing has 71, all of it code that runs for the first time (27 candles, 18 extremes by pixel, 11 axes), React 19, which has it drawn after the frame that its elements are in; the rest is waiting for that frame and the next",
  },
  append: {
    atMost: 0.3,
    explain:
      "of 99 bars 83 moved one of their four prices by more than half a pixel from where it was drawn last, and then all is drawn: candles, axes, names and readout, which costs as much as the library's line and axes",
  },
  /** A screen's 60 frames a second, one of which a window of a few seconds may miss at its ends. */
  frames: { atLeast: 59, unit: "fps" },
  slowFrames: {
    atLeast: 45,
    unit: "fps",
    explain:
      "by a profile of a drag drawing takes 1.9 of the 6 ms that the page's thread has for a frame; the rest is the browser's, which paints canvases without a GPU, and this laptop is a third of one core",
  },
  /** Six panes while the market moves, and the same out of sight. */
  live: { atMost: 20, unit: "ms/s" },
  hidden: { atMost: 1, unit: "ms/s" },
  /** One bar more for every indicator there is. */
  indicators: { atMost: 1, unit: "ms" },
  /** Six strategies through ten sessions by the minute, from the question to the picture. */
  premiumWarm: {
    atMost: 150,
    unit: "ms",
    explain:
      "of sessions that are over nothing is read or written any more; by profiles on a busy machine the server still has the minute that is on and 2.8 MB to pack, for 21 ms of another thread, and the page's thread some 200 ms to read, check and draw over 100,000 figures",
  },
  premiumCold: {
    atMost: 600,
    unit: "ms",
    explain:
      "by a profile on a busy machine most of it is the simulated market's thread, which makes ten past sessions of the contracts asked for, one question after the other; of the server's main thread the largest shares are garbage collection, the texts of all instruments, which are made at the first question for a symbol, and putting what is told into blocks",
  },
  /** What 50 openings of the chart's window leave. */
  growth: { atMost: 1, unit: "MB" },
} satisfies Goals;
