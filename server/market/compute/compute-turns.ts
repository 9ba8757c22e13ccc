import { AppError } from "#domain/errors.ts";

/**
 * Requests that wait at most: at a millisecond each, the last of them is served in a quarter of a second.
 */
const MOST_WAITING = 256;
/** A request that has waited this long is told to come again: an answer that late is not looked at. */
const LONGEST_WAIT_MS = 1_500;

export interface Turns {
  /**
   * Resolves when it is the caller's turn: what it does without waiting in between has the thread to itself.
   * @param who whose turns are counted together
   * @throws AppError `server.unavailable` when too many wait, or it took too long
   */
  take(who: string): Promise<void>;
  readonly waiting: number;
  /** refused since the start */
  readonly refused: number;
}

interface Waiting {
  readonly since: number;
  resolve(): void;
  reject(error: AppError): void;
}

interface Caller {
  readonly queue: Waiting[];
  /** ms of the thread, on the clock of `createTurns`; the caller that has had least of it is next */
  had: number;
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
 * One request a turn of the event loop: messages are heard in between, so that it is known how many wait and
 * the last of too many is refused at once rather than late. Callers take turns by what their turns cost
 * (start-time fair queueing): a caller that asks for little waits for the request at hand, not for all that
 * others have asked for before; of one caller, first come is first served. Turns cannot be saved up: a new
 * caller begins where the caller being served began.
 */
export function createTurns(options: TurnsOptions = {}): Turns {
  const { most = MOST_WAITING, longestMs = LONGEST_WAIT_MS, now = () => performance.now() } = options;
  const callers = new Map<string, Caller>();
  let waiting = 0;
  let refused = 0;
  /** What the served caller had had when its turn began. */
  let clock = 0;
  let served: { readonly caller: Caller; readonly since: number } | null = null;
  let isScheduled = false;

  function refuse(queue: Waiting[], at: "shift" | "pop"): void {
    waiting--;
    refused++;
    queue[at]()?.reject(overloaded());
  }

  /**
   * Of the callers that wait, the one that has had least, of equals the one that came first. Forgets those
   * that are owed nothing.
   */
  function leastServed(): Caller | null {
    let least: Caller | null = null;
    for (const [who, caller] of callers) {
      while (caller.queue[0] !== undefined && now() - caller.queue[0].since > longestMs) {
        refuse(caller.queue, "shift");
      }
      if (caller.queue.length === 0) {
        if (caller.had <= clock) callers.delete(who);
      } else if (least === null || caller.had < least.had) least = caller;
    }
    return least;
  }

  function next(): void {
    isScheduled = false;
    // A turn that cost nothing the clock can see is a turn all the same.
    if (served !== null) served.caller.had += Math.max(now() - served.since, 1e-3);
    served = null;
    const caller = leastServed();
    if (caller === null) {
      // No caller waits: what was had before is at no caller's cost.
      callers.clear();
      return;
    }
    clock = Math.max(clock, caller.had);
    served = { caller, since: now() };
    waiting--;
    caller.queue.shift()?.resolve();
    schedule();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(next);
  }

  /**
   * Makes room at the cost of the caller that has most waiting.
   * @returns whether there is some for one more of the caller's
   */
  function makeRoom(own: number): boolean {
    if (waiting < most) return true;
    let longest: Waiting[] = [];
    for (const { queue } of callers.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= own + 1) return false;
    refuse(longest, "pop");
    return true;
  }

  return {
    take(who) {
      const known = callers.get(who);
      if (!makeRoom(known?.queue.length ?? 0)) {
        refused++;
        return Promise.reject(overloaded());
      }
      const caller = known ?? { queue: [], had: clock };
      callers.set(who, caller);
      if (caller.queue.length === 0) caller.had = Math.max(caller.had, clock);
      waiting++;
      return new Promise((resolve, reject) => {
        caller.queue.push({ since: now(), resolve, reject });
        schedule();
      });
    },
    get waiting() {
      return waiting;
    },
    get refused() {
      return refused;
    },
  };
}
