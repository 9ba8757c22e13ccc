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

type Why = Partial<Record<keyof typeof DRAG, string>>;

/** Why one is missed, where that was measured: of the target price. */
const TARGET_WHY: Why = {
  half: "the answer takes 2 ms; the rest, waiting for frames, is not told apart yet",
  slowest:
    "ten times a second React writes strategy and figures beside the chart and the page around them is laid out and painted, which takes a frame's half; the frames between draw on canvases alone",
  mainThread:
    "a frame of a drag asks for its move and answer (events and messages of the worker, a third), its canvases with their commit (a third), and ten times a second for React's figures with their layout (a third)",
};

/** Of a strike, by a profile of its drag; a slider asks and draws the same, more often. */
const QUESTION_WHY: Why = {
  half: "by a profile of a strike's drag 40 % of its scripts draw the chart (curves with their hatches, names, ghost and the lane of strikes), 29 % are React's, which writes legs and figures ten times a second, and 12 % take moves, ask and read answers; a move that meets React's waits for a frame more",
  slowest:
    "a move that meets React's writing of legs and figures, ten times a second (29 % of the scripts of a drag), is drawn a frame later",
  mainThread:
    "the peer prices four legs where it draws them and shows a chart alone; here 40 % of the scripts of a drag draw a chart with hatches, names, ghost and lane, 29 % write legs and figures beside it, which the peer has not, and 12 % ask a worker and read its answers",
};

/** Of the slow laptop, whatever is dragged. */
const SLOW_WHY: Why = {
  frames:
    "this laptop is a third of one core for the whole browser, and of its 333 ms a second the page's thread has 200 to 250 and compute worker, display and browser the rest; the peer shows 13 to 47 frames there. On another machine, where an untouched page took half of the CPU that it took on this one, the target's drag showed 56",
  mainThread:
    "the page's thread has all that the core leaves it, in both pages, and shows as many frames of that as it can",
};

export function dragGoal(of: keyof typeof DRAG, dragged: Dragged, isSlow: boolean): Goal {
  const explain = (isSlow ? SLOW_WHY : dragged === "target" ? TARGET_WHY : QUESTION_WHY)[of];
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
  /** Held where it stands by tests/e2e/size.test.ts. */
  code: {
    atMost: 280,
    unit: "kB",
    explain:
      "what every page loads is 165 (React and the frame of all pages 116, the engine 33), the page's frame 21, builder and analyzer with their calls 51, the compute worker 38, the payoff 26, the chart library 20, parts of the engine that follow the socket 14, legs 11, the header's own 4",
  },
} satisfies Goals;
