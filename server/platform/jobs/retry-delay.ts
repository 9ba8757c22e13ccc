import type { JobLimits } from "./jobs.ts";

/**
 * The wait after an attempt that failed: doubling up to the longest, and of that between a half and the whole, so that jobs
 * that failed together do not come back together.
 * @param attempts  how many there were, 1 or more
 * @param random  0 to 1
 */
export function retryDelay(
  { firstRetryMs, longestRetryMs }: Pick<JobLimits, "firstRetryMs" | "longestRetryMs">,
  attempts: number,
  random: number,
): number {
  const whole = Math.min(firstRetryMs * 2 ** Math.min(attempts - 1, 40), longestRetryMs);
  return Math.round(whole * (0.5 + random / 2));
}
