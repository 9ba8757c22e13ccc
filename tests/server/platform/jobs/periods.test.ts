import { expect, it } from "vitest";
import { periodAt } from "#server/platform/jobs/periods.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

it("a period begins on the hour for all processes, whenever they began", () => {
  const at = Date.UTC(2026, 10, 21, 8, 59, 59, 999);
  expect(periodAt({ everyMs: HOUR }, at)).toEqual({
    dueAt: Date.UTC(2026, 10, 21, 8),
    nextAt: Date.UTC(2026, 10, 21, 9),
  });
  expect(periodAt({ everyMs: HOUR }, at + 1).dueAt).toBe(Date.UTC(2026, 10, 21, 9));
});

it("an offset puts it at a time of day, also before the first of that day", () => {
  const schedule = { everyMs: DAY, offsetMs: 6 * HOUR };
  expect(periodAt(schedule, Date.UTC(2026, 10, 21, 5)).dueAt).toBe(Date.UTC(2026, 10, 20, 6));
  expect(periodAt(schedule, Date.UTC(2026, 10, 21, 6)).dueAt).toBe(Date.UTC(2026, 10, 21, 6));
});
