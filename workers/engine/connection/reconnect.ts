/**
 * When the relay may be called again (rules LIVE-11 and LIVE-12). Pure arithmetic over the moments of
 * earlier attempts.
 */

export const RETRY_STEP_MS = 2_000;
export const RETRY_MAX_MS = 30_000;
export const RETRY_JITTER_MS = 1_000;
export const ATTEMPTS_KEPT_MS = 300_000;

/** So many attempts within so long make the next one wait at least so long; the longest that applies wins. */
export const MINIMUM_WAITS: readonly {
  readonly attempts: number;
  readonly withinMs: number;
  readonly waitMs: number;
}[] = [
  { attempts: 15, withinMs: 60_000, waitMs: 30_000 },
  { attempts: 8, withinMs: 30_000, waitMs: 20_000 },
  { attempts: 4, withinMs: 10_000, waitMs: 10_000 },
];

export interface ReconnectPolicy {
  attempted(now: number): void;
  /**
   * Milliseconds to wait before the next attempt.
   * @param retryCount attempts lost since the connection last proved itself; 0 asks only for the minimum waits
   * @param leastMs a longer wait that the reason of the loss demands
   */
  wait(now: number, retryCount: number, leastMs?: number): number;
}

export function createReconnectPolicy(random: () => number): ReconnectPolicy {
  const attempts: number[] = [];
  return {
    attempted(now) {
      attempts.push(now);
    },
    wait(now, retryCount, leastMs = 0) {
      while (attempts.length > 0 && now - (attempts[0] ?? 0) > ATTEMPTS_KEPT_MS) attempts.shift();
      const base = Math.max(
        Math.min(RETRY_STEP_MS * retryCount, RETRY_MAX_MS),
        minimumWait(attempts, now),
        leastMs,
      );
      return base > 0 ? base + random() * RETRY_JITTER_MS : 0;
    },
  };
}

/** The minimum wait that the attempts (ascending) impose at `now`; 0 none. */
export function minimumWait(attempts: readonly number[], now: number): number {
  for (const rule of MINIMUM_WAITS) {
    const first = attempts[attempts.length - rule.attempts];
    if (first !== undefined && now - first <= rule.withinMs) return rule.waitMs;
  }
  return 0;
}
