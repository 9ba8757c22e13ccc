/**
 * Figures of the engine that are asked for at a steady pace while a component shows them: shared by all that
 * do, silent while the tab is out of sight, forgotten when the last has gone, so that a component which
 * comes back does not show old ones as new.
 */
import { useCallback, useSyncExternalStore } from "react";

export interface Polled<T> {
  readonly data: T | null;
  /** The last question failed; `data` is older than it should be. */
  readonly failed: boolean;
}

export interface Poll<T> {
  subscribe(listener: () => void): () => void;
  read(): Polled<T>;
}

interface PollEdges<T> {
  ask(): Promise<T>;
  /** No component wants it any more. */
  stop(): void;
  /** Figures that are the same are not shown again; the default never finds any. */
  isSame?(before: T, next: T): boolean;
  readonly everyMs: number;
}

const NOTHING: Polled<never> = { data: null, failed: false };

export function createPoll<T>({ ask, stop, isSame, everyMs }: PollEdges<T>): Poll<T> {
  const listeners = new Set<() => void>();
  let state: Polled<T> = NOTHING;
  let timer: ReturnType<typeof setInterval> | undefined;
  /** Answers to what an earlier round of listeners asked are dropped. */
  let round = 0;
  /** One question at a time: an engine that takes longer is not asked more. */
  let isAsking = false;

  function set(next: Polled<T>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function take(data: T): void {
    const { data: before, failed } = state;
    if (!failed && before !== null && isSame?.(before, data)) return;
    set({ data, failed: false });
  }

  function turn(): void {
    if (isAsking || document.visibilityState !== "visible") return;
    const asked = round;
    isAsking = true;
    const answered = (then: () => void): void => {
      if (asked !== round) return;
      isAsking = false;
      then();
    };
    ask().then(
      (data) => answered(() => take(data)),
      () => answered(() => state.failed || set({ data: state.data, failed: true })),
    );
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        timer = setInterval(turn, everyMs);
        document.addEventListener("visibilitychange", turn);
        turn();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        document.removeEventListener("visibilitychange", turn);
        round++;
        isAsking = false;
        state = NOTHING;
        stop();
      };
    },
    read: () => state,
  };
}

/** What `select` makes of the newest figures. Drawn again when that changes: it must be a primitive, or the same object. */
export function usePolled<T, S>(poll: Poll<T>, select: (polled: Polled<T>) => S): S {
  return useSyncExternalStore(poll.subscribe, () => select(poll.read()));
}

/** Keeps a poll going while the component is mounted, without showing it. */
export function useKeepPolling(poll: Poll<unknown>): void {
  useSyncExternalStore(
    poll.subscribe,
    useCallback(() => 0, []),
  );
}
