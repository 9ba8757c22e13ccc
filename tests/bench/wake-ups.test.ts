import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { wakeUps, wakeUpsBetween } from "../../bench/browser/wake-ups.ts";

it.runIf(existsSync("/proc/self/task"))("counts how often the threads of a process were woken", async () => {
  const before = wakeUps([process.pid]);
  for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setTimeout(resolve, 2));
  expect(wakeUpsBetween(before, wakeUps([process.pid]))).toBeGreaterThanOrEqual(15);
});

it("leaves out threads that were not there both times", () => {
  const before = new Map([
    ["1/1", 10],
    ["1/2", 5],
  ]);
  const after = new Map([
    ["1/1", 13],
    ["1/3", 100],
  ]);
  expect(wakeUpsBetween(before, after)).toBe(3);
  expect(wakeUps([2 ** 30]).size).toBe(0);
});
