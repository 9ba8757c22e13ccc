import type { Goal, Goals } from "../lib/types.ts";
import type { Dragged } from "./drag.ts";

/** What is promised of a drag, whatever is dragged. */
const DRAG = {
  half: { atMost: 17, unit: "ms" },
  slowest: { atMost: 34, unit: "ms" },
  /** A screen's 60 frames a second, one of which a window of a few seconds may miss at its ends. */
  frames: { atLeast: 59, unit: "fps" },
  slowFrames: { atLeast: 45, unit: "fps" },
  /** Beside the peer's, on this machine and on the slow laptop. */
  mainThread: { atMost: 0.5 },
} satisfies Goals;

/** Why one is missed, where that was measured: of the target price, on this machine. */
const TARGET_WHY: Partial<Record<keyof typeof DRAG, string>> = {
  half: "the answer takes 2 ms; the rest, waiting for frames, is not told apart yet",
  slowest:
    "ten times a second React writes strategy and figures beside the chart and the page around them is laid out and painted, which takes a frame's half; the frames between draw on canvases alone",
  mainThread:
    "a frame of a drag asks for its move and answer (events and messages of the worker, a third), its canvases with their commit (a third), and ten times a second for React's figures with their layout (a third)",
};

export function dragGoal(of: keyof typeof DRAG, dragged: Dragged, isSlow: boolean): Goal {
  const explain = dragged === "target" && !isSlow ? TARGET_WHY[of] : undefined;
  return { ...DRAG[of], ...(explain === undefined ? {} : { explain }) };
}

export const goals = {
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
  /** Held where it stands by tests/size.test.ts. */
  code: {
    atMost: 280,
    unit: "kB",
    explain:
      "what every page loads is 165 (React and the frame of all pages 116, the engine 33), the page's frame 21, builder and analyzer with their calls 51, the compute worker 38, the payoff 26, the chart library 20, parts of the engine that follow the socket 14, legs 11, the header's own 4",
  },
} satisfies Goals;
