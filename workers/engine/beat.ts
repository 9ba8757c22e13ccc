/**
 * Hears whether news come in turns as regular as the frames that tell of them. Only then is it worth moving the frames: two
 * clocks of one period keep whatever distance chance gave them, and all figures would be late by it.
 */

/** What comes within this is one turn. */
const TURN_MS = 15;
const JITTER_MS = 12;
const TURNS = 4;

export interface Beat {
  /** News have come. @param base ms between frames */
  heard(now: number, base: number): void;
  readonly isRegular: boolean;
}

export function createBeat(): Beat {
  let heardAt = Number.NEGATIVE_INFINITY;
  let streak = 0;
  return {
    heard(now, base) {
      const since = now - heardAt;
      if (since < TURN_MS) return;
      heardAt = now;
      streak = Math.abs(since - base) <= JITTER_MS ? streak + 1 : 0;
    },
    get isRegular() {
      return streak >= TURNS;
    },
  };
}
