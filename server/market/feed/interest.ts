/**
 * Chains that clients look at. Relays repeat their interest every few seconds; what no relay repeats lapses.
 */
const INTEREST_HOLD_MS = 10_000;

export function chainKey(underlying: number, expiry: number): string {
  return `${underlying}.${expiry}`;
}

export interface Interest {
  /** @param keys chain keys; @param wall epoch ms of the machine's clock */
  hold(keys: Iterable<string>, wall: number): void;
  isHeld(key: string, wall: number): boolean;
  /** Forgets what has lapsed. @returns keys still held */
  held(wall: number): string[];
  /** rises whenever `held` may have changed */
  readonly version: number;
}

export function createInterest(): Interest {
  const until = new Map<string, number>();
  let version = 0;
  return {
    hold(keys, wall) {
      for (const key of keys) {
        if (!until.has(key)) version++;
        until.set(key, wall + INTEREST_HOLD_MS);
      }
    },
    isHeld: (key, wall) => (until.get(key) ?? -Infinity) > wall,
    held(wall) {
      for (const [key, end] of until) {
        if (end > wall) continue;
        until.delete(key);
        version++;
      }
      return [...until.keys()];
    },
    get version() {
      return version;
    },
  };
}
