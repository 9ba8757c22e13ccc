import type { Clock } from "../edges.ts";

/** The promise's value, or null when it takes longer. @throws what the promise rejects with in that time */
export function within<T>(clock: Clock, promise: Promise<T>, ms: number): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => resolve(null), ms);
    promise.then(resolve, reject).finally(() => clock.clearTimeout(timer));
  });
}
