/**
 * Hears whether news come in turns as regular as the frames that tell of them, one or a few to a frame. Only then is it worth
 * moving the frames: clocks of one period keep whatever distance chance gave them, and all figures would be late by it.
 */

/** A turn begins with the first news after so much silence. */
const TURN_MS = 15;
const JITTER_MS = 12;
const TURNS = 4;
/** More turns to a frame than this leave nothing to win. */
const MOST_A_FRAME = 3;

interface Beat {
  /** News have come. @param base ms between frames */
  heard(now: number, base: number): void;
  readonly isRegular: boolean;
}

export function createBeat(): Beat {
  let heardAt = Number.NEGATIVE_INFINITY;
  let turnAt = Number.NEGATIVE_INFINITY;
  let streak = 0;
  return {
    heard(now, base) {
      const silence = now - heardAt;
      heardAt = now;
      if (silence < TURN_MS) return;
      const since = now - turnAt;
      turnAt = now;
      const aFrame = Math.round(base / since);
      const isEven = aFrame >= 1 && aFrame <= MOST_A_FRAME && Math.abs(base / aFrame - since) <= JITTER_MS;
      streak = isEven ? streak + 1 : 0;
    },
    get isRegular() {
      return streak >= TURNS;
    },
  };
}
