/** Time as jobs know it, injected so that tests step it. */
export interface JobClock {
  /** epoch ms */
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** The machine's own. Its timers keep no process alive. */
export const systemClock: JobClock = {
  now: Date.now,
  setTimeout: (run, ms) => setTimeout(run, ms).unref(),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
};
