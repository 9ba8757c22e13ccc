import type { Clock, Timer } from "../edges.ts";

/** A look at the clocks every second, which notices when the device slept or the process was frozen. */
interface SleepWatch {
  start(): void;
  stop(): void;
}

const LOOK_MS = 1_000;
/** A look that comes this much late means sleep. */
const SLEPT_MS = 4_000;

/** @param onLook called every second; `slept` is how long the device slept before it, ms, 0 while it did not */
export function createSleepWatch(clock: Clock, onLook: (now: number, slept: number) => void): SleepWatch {
  let timer: Timer | null = null;
  let lookedAt = 0;
  let lookedWall = 0;

  function plan(): void {
    lookedAt = clock.monotonic();
    lookedWall = clock.now();
    timer = clock.setTimeout(look, LOOK_MS);
  }

  function look(): void {
    const gap = Math.max(clock.now() - lookedWall, clock.monotonic() - lookedAt) - LOOK_MS;
    plan();
    onLook(lookedAt, gap > SLEPT_MS ? gap : 0);
  }

  return {
    start: plan,
    stop() {
      if (timer !== null) clock.clearTimeout(timer);
      timer = null;
    },
  };
}
