import { expect, test } from "vitest";
import { createEpochClock } from "#workers/epoch-clock.ts";

const START = Date.UTC(2026, 10, 20, 5, 0);

/** A device: its clock in whole milliseconds, a monotonic one that stands still while it sleeps. */
function device() {
  let wall = START + 0.4;
  let monotonic = 1_000.4;
  return {
    clock: createEpochClock(
      () => Math.floor(wall),
      () => monotonic,
      START - 1_000,
    ),
    pass(ms: number) {
      wall += ms;
      monotonic += ms;
    },
    jump(ms: number) {
      wall += ms;
    },
  };
}

test("stamps have fractions of a millisecond, which the device's own clock has not", () => {
  const { clock, pass } = device();
  expect(clock()).toBeCloseTo(START + 0.4, 3);
  pass(0.25);
  expect(clock()).toBeCloseTo(START + 0.65, 3);
  pass(1_000.3);
  expect(clock()).toBeCloseTo(START + 1_000.95, 3);
});

test.each([
  ["an hour of sleep", 3_600_000],
  ["a clock set back", -60_000],
])("after %s it is within a millisecond of the device's clock, and runs on evenly", (_, ms) => {
  const { clock, pass, jump } = device();
  clock();
  jump(ms);
  const then = clock();
  expect(Math.abs(then - (START + 0.4 + ms))).toBeLessThan(1);
  pass(0.25);
  expect(clock() - then).toBeCloseTo(0.25, 3);
});
