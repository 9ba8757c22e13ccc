import { AppError } from "#domain/errors.ts";
import { createDeferred } from "./deferred.ts";
import { type SilenceWatch, watchSilence } from "./heartbeat.ts";

/** One run of a thread, from its start to its end. */
export interface Run<Up> {
  /** resolves when it serves; rejects when it ends before that */
  readonly up: Promise<Up>;
  /** resolves with what ended it, null when it was told to end */
  readonly ended: Promise<unknown>;
  /** Tells it to end in good order. */
  stop(): Promise<void> | void;
  /** Ends it wherever it is. @param why what to say of it; without one it counts as told to end */
  kill(why?: unknown): void;
}

/** How long to wait before a thread that ended is started again. */
interface Backoff {
  /** ms before the first start anew; every further one waits twice as long as the one before */
  readonly firstMs: number;
  readonly longestMs: number;
  /** after a run of so many ms the wait starts over */
  readonly calmMs: number;
  /** one that had been up is started again at once, and the wait starts over */
  readonly isInstantOnceUp?: boolean;
}

export interface SupervisorOptions<Up> {
  /** Starts a thread. @param heard to be called whenever the thread is heard */
  launch(heard: () => void): Run<Up>;
  readonly backoff: Backoff;
  /** ms that a thread may take to end in good order before it is ended without */
  readonly stopMs: number;
  /** ms after which a thread that is up and is not heard counts as hanging; by default silence is no fault */
  readonly silenceMs?: number;
  /** a first thread that ends before it is up is not started again: `started` rejects with what ended it */
  readonly mustStart?: boolean;
  /** Resolves when a thread may be started; asked before every start. @param pause waits, unless hurried or stopped */
  untilStartable?(pause: (ms: number) => Promise<void>): Promise<void>;
  /** Told whenever a thread is up. @param isFirst whether it is the very first that was started */
  onUp?(value: Up, isFirst: boolean): void;
  /** Told when a thread has ended by itself, before the wait for the next one. */
  onDown?(error: unknown, run: { readonly retryInMs: number; readonly wasUp: boolean }): void;
}

/** Keeps a thread running until it is told to stop. */
interface Supervisor<Up> {
  /** resolves when a thread is up for the first time */
  readonly started: Promise<Up>;
  isUp(): boolean;
  /** times a thread ended by itself, so that another had to be started */
  readonly restarts: number;
  /** Ends the wait before the next start: what stood in its way may be over. */
  hurry(): void;
  /**
   * Starts no further thread, and ends the present one in good order or, at the deadline, without.
   * @param idle the thread is told when this resolves; by default at once
   */
  stop(idle?: Promise<unknown>): Promise<void>;
}

/** A wait that can be cut short. */
function createPause() {
  let wake: () => void = () => {};
  return {
    pause: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wake(),
  };
}

const stoppedBefore = () => new AppError("server.unavailable", "The thread was stopped before it was up.");

/** @returns null where silence is no fault */
function endIfSilent(thread: Run<unknown>, silenceMs: number | undefined): SilenceWatch | null {
  if (silenceMs === undefined) return null;
  const why = `the thread said nothing for ${silenceMs} ms`;
  return watchSilence(silenceMs, () => thread.kill(new Error(why)));
}

/** Starts a thread; a start that fails counts as a thread that ended. */
function launched<Up>(
  launch: SupervisorOptions<Up>["launch"],
  heard: () => void,
): Run<Up> | { readonly failure: unknown } {
  try {
    return launch(heard);
  } catch (failure) {
    return { failure };
  }
}

export function supervise<Up>(options: SupervisorOptions<Up>): Supervisor<Up> {
  const { launch, backoff, stopMs, silenceMs, mustStart = false } = options;
  const { pause, wake } = createPause();
  let current: Run<Up> | null = null;
  let isUp = false;
  let restarts = 0;
  let stopping: Promise<void> | null = null;
  let isStopping = false;
  const started = createDeferred<Up>();

  /** One thread, until it ends. */
  async function run(isFirst: boolean): Promise<{ error: unknown; wasUp: boolean }> {
    let watch: SilenceWatch | null = null;
    let wasUp = false;
    const thread = launched(launch, () => watch?.heard());
    if ("failure" in thread) return { error: thread.failure, wasUp };
    current = thread;
    thread.up.then(
      (value) => {
        if (isStopping) return;
        wasUp = true;
        isUp = true;
        watch = endIfSilent(thread, silenceMs);
        started.resolve(value);
        options.onUp?.(value, isFirst);
      },
      () => {},
    );
    const error = await thread.ended;
    (watch as SilenceWatch | null)?.end();
    isUp = false;
    current = null;
    return { error, wasUp };
  }

  async function keep(): Promise<void> {
    let retry = backoff.firstMs;
    for (let isFirst = true; ; isFirst = false) {
      await options.untilStartable?.(pause);
      if (isStopping) return;
      const startedAt = Date.now();
      const { error, wasUp } = await run(isFirst);
      if (isStopping) return;
      if (mustStart && isFirst && !wasUp) return started.reject(error);
      const isInstant = wasUp && backoff.isInstantOnceUp === true;
      if (isInstant || Date.now() - startedAt >= backoff.calmMs) retry = backoff.firstMs;
      restarts++;
      options.onDown?.(error, { retryInMs: isInstant ? 0 : retry, wasUp });
      if (isInstant) continue;
      await pause(retry);
      if (isStopping) return;
      retry = Math.min(2 * retry, backoff.longestMs);
    }
  }

  const running = keep().then(() => started.reject(stoppedBefore()));

  async function end(idle: Promise<unknown> | undefined): Promise<void> {
    isStopping = true;
    wake();
    if (idle !== undefined) await idle;
    const thread = current;
    if (thread !== null) {
      const deadline = setTimeout(() => thread.kill(), stopMs);
      await thread.stop();
      await thread.ended;
      clearTimeout(deadline);
    }
    await running;
  }

  return {
    started: started.promise,
    isUp: () => isUp,
    get restarts() {
      return restarts;
    },
    hurry: wake,
    stop(idle) {
      stopping ??= end(idle);
      return stopping;
    },
  };
}
