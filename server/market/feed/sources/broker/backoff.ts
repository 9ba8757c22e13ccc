/** First wait before another try, ms; it doubles up to the longest. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * Wait before the next try: half of it fixed, half at random, so that all that lost the same server do not
 * come back at the same instant.
 * @param failures in a row, 1 or more
 * @param random uniform in [0, 1)
 */
export function retryDelay(failures: number, random: number, first = FIRST_MS, longest = LONGEST_MS): number {
  const whole = Math.min(longest, first * 2 ** Math.min(failures - 1, 20));
  return whole * (0.5 + random / 2);
}
