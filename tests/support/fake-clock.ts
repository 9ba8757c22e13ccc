import type { Clock } from "#workers/engine/edges.ts";

interface Pending {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

export interface FakeClock extends Clock {
  /** Runs everything due within `ms`, in order, letting promises settle between. */
  run(ms: number): Promise<void>;
  /** As `run` without promises: fast, for pure timer logic. */
  step(ms: number): void;
  /** The device sleeps: its clock goes on, the monotonic one and timers stand still. */
  sleep(ms: number): void;
  /** The user sets the device's clock. */
  setWall(ms: number): void;
  readonly pending: number;
}

/** @param wall the device's clock, epoch ms */
export function createFakeClock(wall = Date.UTC(2026, 10, 20, 5, 0)): FakeClock {
  const timers = new Map<number, Pending>();
  let offset = wall - 1_000;
  let mono = 1_000;
  let order = 0;

  function next(until: number): [number, Pending] | null {
    let first: [number, Pending] | null = null;
    for (const entry of timers) {
      const [, timer] = entry;
      if (timer.at > until) continue;
      const best = first?.[1];
      if (best === undefined || timer.at < best.at || (timer.at === best.at && timer.order < best.order))
        first = entry;
    }
    return first;
  }

  function fire(entry: [number, Pending]): void {
    timers.delete(entry[0]);
    mono = Math.max(mono, entry[1].at);
    entry[1].run();
  }

  return {
    now: () => offset + mono,
    monotonic: () => mono,
    setTimeout(run, ms) {
      const id = ++order;
      timers.set(id, { at: mono + Math.max(ms, 0), order: id, run });
      return id;
    },
    clearTimeout(timer) {
      timers.delete(timer as number);
    },
    async run(ms) {
      const until = mono + ms;
      await settle();
      for (let entry = next(until); entry !== null; entry = next(until)) {
        fire(entry);
        await settle();
      }
      mono = until;
    },
    step(ms) {
      const until = mono + ms;
      for (let entry = next(until); entry !== null; entry = next(until)) fire(entry);
      mono = until;
    },
    sleep(ms) {
      offset += ms;
    },
    setWall(ms) {
      offset = ms - mono;
    },
    get pending() {
      return timers.size;
    },
  };
}

/** Lets promise chains of a few links settle. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
