/**
 * Credit: how a receiver of frames keeps its engine from running ahead of it. The receiver posts on the frames' port how many
 * more it can take; the engine sends that many and no more. A few frames may be under way at once, and credit is given back
 * in batches: at thirty tabs a message's wake-up costs more than what it says. Messages of streams want credit too, one by one.
 */

/** Frames that may be under way to one receiver: what it then has to catch up with is a second. */
export const FRAME_WINDOW = 10;
const BATCH = FRAME_WINDOW / 2;

/** @returns the frames or messages that what is said on their port gives credit for, 0 when it says something else */
export function creditOf(message: unknown): number {
  return typeof message === "number" && message > 0 ? Math.min(Math.floor(message), FRAME_WINDOW) : 0;
}

/** What a painter also says on that port of a frame whose head has `measured`; device's clock, epoch ms. */
export interface PaintStamps {
  readonly frame: number;
  readonly takenAt: number;
  readonly paintedAt: number;
}

export const isPaintStamps = (message: unknown): message is PaintStamps =>
  typeof message === "object" && message !== null && "paintedAt" in message;

interface Poster {
  postMessage(message: number): void;
}

/** The side of a receiver of frames. */
interface Credit {
  /** Asks for the first frames, on this port from now on. */
  open(port: Poster): void;
  /** A frame has come. */
  took(): void;
  /** What has come is dealt with: makes room for more. */
  give(): void;
}

export function createCredit(): Credit {
  let port: Poster | null = null;
  let taken = 0;
  return {
    open(next) {
      port = next;
      taken = 0;
      port.postMessage(FRAME_WINDOW);
    },
    took() {
      taken++;
    },
    give() {
      if (taken < BATCH) return;
      port?.postMessage(taken);
      taken = 0;
    },
  };
}
