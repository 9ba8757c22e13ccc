import { unavailable } from "../failures.ts";

/** One after another: PGlite has a single session. */
export interface Turns {
  /** @throws AppError storage.unavailable when the turn does not come in time */
  take(waitMs: number): Promise<void>;
  pass(): void;
  /** Sends all work away that waits. */
  refuse(error: Error): void;
  readonly length: number;
}

interface Waiting {
  start(): void;
  refuse(error: Error): void;
}

export function createTurns(): Turns {
  const queue = new Set<Waiting>();
  let isTaken = false;

  return {
    take(waitMs) {
      if (!isTaken) {
        isTaken = true;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => waiting.refuse(unavailable("it is busy")), waitMs);
        const leave = (): void => {
          clearTimeout(timer);
          queue.delete(waiting);
        };
        const waiting: Waiting = {
          start() {
            leave();
            resolve();
          },
          refuse(error) {
            leave();
            reject(error);
          },
        };
        queue.add(waiting);
      });
    },
    pass() {
      const [next] = queue;
      if (next === undefined) isTaken = false;
      else next.start();
    },
    refuse(error) {
      for (const waiting of [...queue]) waiting.refuse(error);
    },
    get length() {
      return queue.size;
    },
  };
}
