/** Keys that one meter remembers at once; beyond it the one that was seen longest ago starts anew. */
const MOST_KEYS = 50_000;

/** What a caller took of a meter. */
export interface Taken {
  /** Gives some of it back: it cost less than was feared. */
  giveBack(amount: number): void;
}

/** So much a window of time for every key: whose they are the keys say, what is measured the amounts. */
export interface Meter {
  /**
   * @param deposit taken too, though there need be no room for it: it may be given back
   * @returns what was taken, or after how many ms there is room again
   */
  take(key: string, amount: number, deposit?: number): Taken | { readonly waitMs: number };
  /** keys that are remembered */
  readonly size: number;
}

interface Window {
  used: number;
  readonly endsAt: number;
}

/**
 * A window begins with the first that is taken in it. What alone is more than a window holds may be taken of a fresh one: else it
 * could never be.
 * @param most a window
 * @param now ms of a monotonic clock
 */
export function createMeter(
  most: number,
  windowMs: number,
  now: () => number = () => performance.now(),
): Meter {
  const windows = new Map<string, Window>();

  function windowOf(key: string): Window {
    const at = now();
    const held = windows.get(key);
    const window = held !== undefined && held.endsAt > at ? held : { used: 0, endsAt: at + windowMs };
    windows.delete(key);
    windows.set(key, window);
    if (windows.size > MOST_KEYS) windows.delete(windows.keys().next().value ?? "");
    return window;
  }

  return {
    take(key, amount, deposit = 0) {
      const window = windowOf(key);
      if (window.used > 0 && window.used + amount > most) return { waitMs: window.endsAt - now() };
      window.used += amount + deposit;
      return {
        giveBack(part) {
          window.used = Math.max(0, window.used - part);
        },
      };
    },
    get size() {
      return windows.size;
    },
  };
}
