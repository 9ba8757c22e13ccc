import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ATTEMPTS_KEPT_MS,
  createReconnectPolicy,
  MINIMUM_WAITS,
  minimumWait,
  RETRY_JITTER_MS,
  RETRY_MAX_MS,
  RETRY_STEP_MS,
} from "#workers/engine/connection/reconnect.ts";

describe("[LIVE-11, LIVE-12] the reconnect policy", () => {
  test("[LIVE-11] waits 2 s times the retry count, at most 30 s, plus up to 1 s of jitter", () => {
    for (const [random, jitter] of [
      [0, 0],
      [0.999, 999],
    ] as const) {
      const policy = createReconnectPolicy(() => random);
      expect(policy.wait(0, 0)).toBe(0);
      expect(policy.wait(0, 1)).toBeCloseTo(2_000 + jitter);
      expect(policy.wait(0, 7)).toBeCloseTo(14_000 + jitter);
      expect(policy.wait(0, 15)).toBeCloseTo(30_000 + jitter);
      expect(policy.wait(0, 400)).toBeCloseTo(30_000 + jitter);
    }
  });

  test.each([
    [4, 10_000, 10_000],
    [8, 30_000, 20_000],
    [15, 60_000, 30_000],
  ])("[LIVE-12] %i attempts in %i ms impose %i ms, one fewer or slower do not", (count, within, wait) => {
    const spread = (n: number, over: number): number[] =>
      Array.from({ length: n }, (_, i) => (over * i) / (n - 1));
    const tooMany = spread(count, within);
    expect(minimumWait(tooMany, within)).toBeGreaterThanOrEqual(wait);
    expect(minimumWait(spread(count, within + 1), within + 1)).toBeLessThan(wait);
    expect(minimumWait(tooMany.slice(1), within)).toBeLessThan(wait);
  });

  test("attempts are forgotten after five minutes, and no rule needs older ones", () => {
    expect(Math.max(...MINIMUM_WAITS.map((rule) => rule.withinMs))).toBeLessThan(ATTEMPTS_KEPT_MS);
    const policy = createReconnectPolicy(() => 0);
    for (let i = 0; i < 15; i++) policy.attempted(i);
    expect(policy.wait(20, 0)).toBe(30_000);
    expect(policy.wait(ATTEMPTS_KEPT_MS + 20, 0)).toBe(0);
  });

  test("every wait of 1,000 random histories keeps all the bounds", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 30 })), {
          maxLength: 40,
        }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999999, noNaN: true })),
        (steps, randoms) => {
          const policy = createReconnectPolicy(() => randoms.next().value as number);
          const attempts: number[] = [];
          let now = 0;
          for (const [gap, retries] of steps) {
            now += gap;
            const wait = policy.wait(now, retries);
            const backoff = Math.min(RETRY_STEP_MS * retries, RETRY_MAX_MS);
            const recent = (ms: number): number => attempts.filter((at) => now - at <= ms).length;
            let least = backoff;
            if (recent(10_000) >= 4) least = Math.max(least, 10_000);
            if (recent(30_000) >= 8) least = Math.max(least, 20_000);
            if (recent(60_000) >= 15) least = Math.max(least, 30_000);
            expect(wait).toBeGreaterThanOrEqual(least);
            expect(wait).toBeLessThanOrEqual(least + (least > 0 ? RETRY_JITTER_MS : 0));
            now += wait;
            policy.attempted(now);
            attempts.push(now);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
