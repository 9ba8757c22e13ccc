import { AppError } from "#domain/errors.ts";

/** Requests that wait at most: at a millisecond each, whoever comes last is served in a quarter of a second. */
export const MOST_WAITING = 256;
/** Whoever has waited this long is told to come again: nobody looks at an answer that late. */
export const LONGEST_WAIT_MS = 1_500;

export interface Turns {
  /**
   * Resolves when it is the caller's turn: what it does without waiting in between has the thread to itself.
   * @throws AppError `server.unavailable` when too many wait, or it took too long
   */
  take(): Promise<void>;
  readonly waiting: number;
  /** refused since the start */
  readonly refused: number;
}

interface Waiting {
  readonly since: number;
  resolve(): void;
  reject(error: AppError): void;
}

function overloaded(): AppError {
  return new AppError("server.unavailable", "Too much is being computed; try again shortly", {
    retry_after: 1,
  });
}

interface TurnsOptions {
  readonly most?: number;
  readonly longestMs?: number;
  /** ms of a monotonic clock */
  readonly now?: () => number;
}

/**
 * One request a turn of the event loop, in the order they came: messages are heard in between, so that it is known how many
 * wait and the last of too many is refused at once rather than late.
 */
export function createTurns(options: TurnsOptions = {}): Turns {
  const { most = MOST_WAITING, longestMs = LONGEST_WAIT_MS, now = () => performance.now() } = options;
  const waiting: Waiting[] = [];
  let refused = 0;
  let isScheduled = false;

  function next(): void {
    isScheduled = false;
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      if (now() - first.since <= longestMs) {
        first.resolve();
        break;
      }
      refused++;
      first.reject(overloaded());
    }
    schedule();
  }

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(next);
  }

  return {
    take() {
      if (waiting.length >= most) {
        refused++;
        return Promise.reject(overloaded());
      }
      return new Promise((resolve, reject) => {
        waiting.push({ since: now(), resolve, reject });
        schedule();
      });
    },
    get waiting() {
      return waiting.length;
    },
    get refused() {
      return refused;
    },
  };
}
