/**
 * A question beside the summary: put when what it is about has changed, again after a while, and a moment later when it failed. The
 * newest one counts; nothing is asked while the page is hidden.
 */

import { createAsker } from "./asker.ts";
import type { AnalyzerEdges } from "./edges.ts";
import { createAlarm } from "./pace.ts";
import { troubleOf } from "./server-trouble.ts";

export interface PolledCall<T> {
  /** Two questions of the same words are one. */
  readonly key: string;
  readonly call: (signal: AbortSignal) => Promise<T>;
}

interface Rules<T> {
  /** What is to be asked now; null: nothing. */
  readonly question: () => PolledCall<T> | null;
  readonly everyMs: number;
  /** How long a change rests before it is asked about; 0: not at all. */
  readonly delayMs: number;
  /** Nothing is asked while so; `look` is called when it is over. */
  readonly isHeld?: () => boolean;
  readonly pending?: () => void;
  readonly done: (answer: T) => void;
  readonly failed: (error: unknown) => void;
  /** Nothing is asked any more: told once. */
  readonly none?: () => void;
}

export interface Polled {
  /** Something has changed that the question may depend on. */
  look(): void;
  /** Asks again now, if there is something to ask. */
  retry(): void;
  dispose(): void;
}

type Edges = Pick<AnalyzerEdges, "clock" | "visibility" | "caller">;

export function createPolled<T>({ clock, visibility, caller }: Edges, rules: Rules<T>): Polled {
  const { everyMs, delayMs, isHeld, pending, done, failed, none } = rules;
  const asker = createAsker();
  let key: string | null = null;
  /** Device's clock before which the server asked not to be asked. */
  let notBefore = Number.NEGATIVE_INFINITY;
  let failures = 0;
  const timer = createAlarm(clock, put);

  /** Another account may be answered otherwise. */
  function question(): PolledCall<T> | null {
    const asked = rules.question();
    return asked === null ? null : { ...asked, key: `${caller.read().id} ${asked.key}` };
  }

  function put(): void {
    const asked = question();
    if (asked === null) return rest();
    // Seen again, it is asked for.
    if (!visibility.read()) return;
    if (isHeld?.()) {
      key = null;
      return;
    }
    const wait = notBefore - clock.now();
    if (wait > 0) return timer.set(wait);
    key = asked.key;
    pending?.();
    asker.ask(asked.call, take, fail);
  }

  function take(answer: T): void {
    failures = 0;
    done(answer);
    timer.set(everyMs);
  }

  function fail(error: unknown): void {
    failures++;
    failed(error);
    const { state, retryMs } = troubleOf(error, failures);
    if (retryMs === null) return;
    if (state === "limited") notBefore = clock.now() + retryMs;
    timer.set(retryMs);
  }

  function rest(): void {
    timer.clear();
    asker.abort();
    if (key === null) return;
    key = null;
    none?.();
  }

  const unsubscribe = visibility.onChange(() => {
    if (visibility.read() && key !== null && !timer.isSet() && !asker.isAsking()) put();
  });

  return {
    look() {
      if (isHeld?.()) return;
      const asked = question();
      if (asked === null) return rest();
      if (asked.key === key) return;
      key = asked.key;
      asker.abort();
      failures = 0;
      if (delayMs > 0) timer.set(delayMs);
      else put();
    },
    retry() {
      notBefore = Number.NEGATIVE_INFINITY;
      put();
    },
    dispose() {
      unsubscribe();
      timer.clear();
      asker.abort();
    },
  };
}
