import type { Clock, Timer } from "./edges.ts";

/** Runs something at most once in a while, the last call of a while included. */
export interface Pace {
  call(leastMs: number): void;
  /** What waits runs now. */
  flush(): void;
  cancel(): void;
}

export function createPace(clock: Clock, run: () => void): Pace {
  let last = Number.NEGATIVE_INFINITY;
  let timer: Timer | null = null;
  let due = Number.POSITIVE_INFINITY;

  function cancel(): void {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
    due = Number.POSITIVE_INFINITY;
  }

  function fire(): void {
    cancel();
    last = clock.monotonic();
    run();
  }

  return {
    call(leastMs) {
      const at = last + leastMs;
      const wait = at - clock.monotonic();
      if (!(wait > 0)) return fire();
      if (at >= due) return;
      cancel();
      due = at;
      timer = clock.setTimeout(fire, wait);
    },
    flush() {
      if (timer !== null) fire();
    },
    cancel,
  };
}

/** One timer that is set anew. */
interface Alarm {
  set(ms: number): void;
  isSet(): boolean;
  clear(): void;
}

export function createAlarm(clock: Clock, run: () => void): Alarm {
  let timer: Timer | null = null;

  function clear(): void {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
  }

  return {
    set(ms) {
      clear();
      timer = clock.setTimeout(() => {
        timer = null;
        run();
      }, ms);
    },
    isSet: () => timer !== null,
    clear,
  };
}
