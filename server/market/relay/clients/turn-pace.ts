/** What turns may take on average before they are spaced, ms: that of some 800 clients of a chain and 50 quotes. */
export const EASY_TURN_MS = 8;
/** From the beginning of a turn to that of the next while they are spaced, ms. Pages show no more than ten states a second of most of what they show. */
export const SPACED_MS = 100;
/** Of the newest turn in the average: a single long one, such as that of a large first answer, spaces nothing. */
const WEIGHT = 1 / 8;

/**
 * A write costs the same whatever it holds. While clients are few each gets what changed as soon as it changed; once writing to all of them takes
 * long, fewer and fuller writes leave room for twice as many clients.
 */
export class TurnPace {
  #usual = 0;
  #beganAt = Number.NEGATIVE_INFINITY;

  /** @param now monotonic ms @returns ms until the next turn may begin */
  wait(now: number): number {
    return this.#usual > EASY_TURN_MS ? Math.max(0, this.#beganAt + SPACED_MS - now) : 0;
  }

  begin(now: number): void {
    this.#beganAt = now;
  }

  end(now: number): void {
    this.#usual += (now - this.#beganAt - this.#usual) * WEIGHT;
  }
}
