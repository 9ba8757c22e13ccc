import type { Clock } from "../brokers/breaker.ts";

/** Things with an end, found by a secret name: login flows, codes, access tokens. */
export interface Tickets<T> {
  put(name: string, value: T, lifeMs: number): void;
  get(name: string): T | null;
  /** Takes it away: a second take finds nothing. */
  take(name: string): T | null;
  remove(name: string): void;
  readonly size: () => number;
}

interface Kept<T> {
  readonly value: T;
  readonly endsAt: number;
}

/**
 * @param limit most that are kept; the oldest goes first, so that no visitor can fill the memory by
 *   beginning sign-ins
 */
export function createTickets<T>(clock: Clock, limit = 5_000): Tickets<T> {
  const kept = new Map<string, Kept<T>>();

  function get(name: string): T | null {
    const found = kept.get(name);
    if (found === undefined) return null;
    if (clock() < found.endsAt) return found.value;
    kept.delete(name);
    return null;
  }

  return {
    get,
    put(name, value, lifeMs) {
      kept.delete(name);
      kept.set(name, { value, endsAt: clock() + lifeMs });
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break;
        kept.delete(oldest);
      }
    },
    take(name) {
      const value = get(name);
      kept.delete(name);
      return value;
    },
    remove: (name) => void kept.delete(name),
    size: () => kept.size,
  };
}
