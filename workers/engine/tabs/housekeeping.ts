import type { Clock, Timer } from "../edges.ts";

/** Work of every second, for as long as at least one tab is there. */
interface Housekeeping {
  /** Begins; again has no effect. @returns whether it stood still */
  start(): boolean;
  stop(): void;
}

const EVERY_MS = 1_000;
/** Turns between savings, and before the first one. */
const SAVE_EVERY = 15;
const SAVE_FIRST = 2;

export function createHousekeeping(edges: {
  readonly clock: Clock;
  onSecond(): void;
  /** What has changed since should outlive the engine. */
  onSave(): void;
}): Housekeeping {
  const { clock } = edges;
  let timer: Timer | null = null;
  let turns = 0;

  function turn(): void {
    timer = clock.setTimeout(turn, EVERY_MS);
    turns++;
    edges.onSecond();
    if (turns === SAVE_FIRST || turns % SAVE_EVERY === 0) edges.onSave();
  }

  return {
    start() {
      if (timer !== null) return false;
      turns = 0;
      timer = clock.setTimeout(turn, EVERY_MS);
      return true;
    },
    stop() {
      if (timer !== null) clock.clearTimeout(timer);
      timer = null;
    },
  };
}
