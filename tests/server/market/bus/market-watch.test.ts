import { performance } from "node:perf_hooks";
import { afterEach, expect, it, vi } from "vitest";
import { clockSubject } from "#server/market/bus/market-subjects.ts";
import { createMarketWatch, knownMarketTime } from "#server/market/bus/market-watch.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";

const AT = Date.parse("2026-08-19T10:00:00+05:30");

afterEach(() => void vi.restoreAllMocks());

function sayClock(bus: Bus): void {
  bus.publish(
    clockSubject(),
    Buffer.from(
      JSON.stringify({
        epoch: 7,
        marketTime: AT,
        serverTime: AT,
        speed: 10,
        feedAgeMs: null,
        simulated: true,
        sessions: true,
        source: "sim",
        rule: { kind: "everybody" },
      }),
    ),
  );
}

// Stores keep instants as whole numbers: a fraction is an error in Postgres.
it("carries the market's clock forward in whole milliseconds", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1000);
  const bus = createLocalBus();
  const watch = createMarketWatch(bus);
  sayClock(bus);
  expect(watch.marketTime()).toBe(AT);
  now.mockReturnValue(1012.34);
  expect(watch.marketTime()).toBe(AT + 123);
  // A quarter of a second of the wall clock may be on its way.
  now.mockReturnValue(1512.34);
  expect(watch.settledTime()).toBe(AT + 2_623);
  watch.stop();
});

it("knows the market's time of what the feed stamped, whenever it is heard and whatever became of the wall clock", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1000);
  const bus = createLocalBus();
  const watch = createMarketWatch(bus);
  expect([watch.timeOf(AT), watch.settledTime()]).toEqual([null, null]);
  sayClock(bus);
  now.mockReturnValue(400_000);
  expect(watch.timeOf(AT + 250)).toBe(AT + 2_500);
  expect(watch.timeOf(AT - 3_600_000)).toBe(AT);
  expect(watch.timeOf(AT + 3_600_000)).toBe(AT + 100_000);
  watch.stop();
});

it("has no time of its own before the market's clock is heard", () => {
  const watch = createMarketWatch(createLocalBus());
  expect(watch.marketTime()).toBeNull();
  expect(() => knownMarketTime(watch)).toThrow(
    expect.objectContaining({
      code: "server.unavailable",
      message: expect.stringMatching(/not known yet.*Try again/),
    }),
  );
  watch.stop();
});
