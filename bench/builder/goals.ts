import type { Goals } from "../lib/types.ts";

export const goals = {
  half: {
    atMost: 17,
    unit: "ms",
    explain: "the answer takes 2 ms; the rest, waiting for frames, is not told apart yet",
  },
  slowest: {
    atMost: 34,
    unit: "ms",
    explain:
      "ten times a second React writes strategy and figures beside the chart and the page around them is laid out and painted, which takes a frame's half; the frames between draw on canvases alone",
  },
  /** A screen's 60 frames a second, one of which a window of a few seconds may miss at its ends. */
  frames: { atLeast: 59, unit: "fps" },
  slowFrames: { atLeast: 45, unit: "fps" },
  mainThread: {
    atMost: 0.5,
    explain:
      "a frame of a drag asks for its move and answer (events and messages of the worker, a third), its canvases with their commit (a third), and ten times a second for React's figures with their layout (a third)",
  },
  answer: { atMost: 3, unit: "ms" },
  untouched: {
    atMost: 15,
    unit: "ms/s",
    explain:
      "once a second React writes figures and the curves are drawn (9 of 20 are scripts, 5 painting and commit, 3 style and layout); price, health and the caret of the field have frames of their own",
  },
  heap: { atMost: 12, unit: "MB" },
  growth: {
    atMost: 1,
    unit: "MB",
    explain:
      "of 1.4 MB that ten openings left on a busy machine, by two heap snapshots, 0.8 was compiled code; then one page's worth of elements and the browser's own entries of frames and layout shifts; in a run of 45 the heap stood still (9.9, 9.3, 9.4 MB after 15, 30, 45)",
  },
  code: {
    atMost: 280,
    unit: "kB",
    explain:
      "what the chain's route loads is 170, most of which every page shares and the chain's own grid is in; the builder's page, analyzer and compute worker are 108, the chart library 20, the payoff 16, legs 10, and parts of the engine that follow the socket 12",
  },
} satisfies Goals;
