import type { Clock } from "./edges.ts";
import { createAlarm } from "./pace.ts";

/** Changes within so long of one another belong together. */
const QUIET_MS = 200;
/** While something is dragged: five tabs that drag all the time take a third of an account's budget at most. */
const DRAG_GAP_MS = 1_500;

interface SummaryPace {
  /** Something was changed: the first change is asked about at once, the last when all has been quiet. */
  touch(): void;
  /** What waited for the pace of a drag need not wait for it any more. */
  hurry(): void;
  cancel(): void;
}

/**
 * Debounced with its leading edge, and once more when quiet; never quicker than rule STRAT-10 lets a page ask.
 * @param ask says whether there was something to ask
 */
export function createSummaryPace(clock: Clock, isDragging: () => boolean, ask: () => boolean): SummaryPace {
  let lastAsked = Number.NEGATIVE_INFINITY;
  let isDirty = false;

  const gap = createAlarm(clock, askInTime);
  const quiet = createAlarm(clock, () => {
    if (!isDirty) return;
    isDirty = false;
    askInTime();
  });

  function askInTime(): void {
    const wait = lastAsked + (isDragging() ? DRAG_GAP_MS : QUIET_MS) - clock.monotonic();
    if (wait > 0) return gap.set(wait);
    gap.clear();
    if (ask()) lastAsked = clock.monotonic();
  }

  return {
    touch() {
      if (quiet.isSet()) isDirty = true;
      else askInTime();
      quiet.set(QUIET_MS);
    },
    hurry() {
      if (gap.isSet()) askInTime();
    },
    cancel() {
      isDirty = false;
      quiet.clear();
      gap.clear();
    },
  };
}
