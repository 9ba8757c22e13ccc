import { createFakeClock, type FakeClock } from "#tests/support/fake-clock.ts";
import { pause } from "#tests/support/http/form.ts";

export interface JobTime {
  readonly clock: FakeClock;
  /** The same repository, for whose calls the clock stands still. */
  watched<T extends object>(repository: T): T;
  /** Lets time pass until something is so. */
  until(isSo: () => unknown, stepMs?: number): Promise<void>;
  pass(ms: number): Promise<void>;
}

/** A clock for jobs over a database: that is real and takes its own time, so the clock is stepped between its calls. */
export function createJobTime(start: number): JobTime {
  const clock = createFakeClock(start);
  /** calls of storage under way */
  let underWay = 0;

  async function until(isSo: () => unknown, stepMs = 100): Promise<void> {
    for (let i = 0; !(await isSo()); i++) {
      if (i > 10_000) throw new Error(`it never came to be: ${isSo}`);
      clock.step(stepMs);
      do await pause(0);
      while (underWay > 0);
    }
  }

  return {
    clock,
    watched: (repository) =>
      new Proxy(repository, {
        get: (target, name) => {
          const call = Reflect.get(target, name) as (...rest: unknown[]) => Promise<unknown>;
          return (...rest: unknown[]) => {
            underWay++;
            return call(...rest).finally(() => underWay--);
          };
        },
        ownKeys: (target) => Reflect.ownKeys(target),
      }),
    until,
    pass(ms) {
      const end = clock.now() + ms;
      return until(() => clock.now() >= end, 250);
    },
  };
}
