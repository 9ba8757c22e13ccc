// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { followSlowCalls } from "#src/app/telemetry/slow-calls.ts";
import { live } from "#src/live/live-state.ts";
import type { EngineHealth } from "#workers/engine/api.ts";

const tell = async (slowCalls: EngineHealth["slowCalls"]): Promise<void> => {
  live.health = { slowCalls } as EngineHealth;
  await new Promise((resolve) => setTimeout(resolve));
};
const url = "https://strikewise.test/v1/compute/cache/live_derivative_prices/256265?x=1";
afterEach(() => {
  live.health = null;
});

test("[LIVE-26] the tab on screen reports each slow call of the engine once", async () => {
  await tell({ count: 3, url, ms: 2_000 });
  const reports: unknown[] = [];
  let isOnScreen = true;
  const stop = followSlowCalls(
    (call) => reports.push(call),
    () => isOnScreen,
  );
  await tell({ count: 3, url, ms: 2_000 });
  expect(reports).toEqual([]);
  await tell({ count: 4, url, ms: 1_234.5 });
  await tell({ count: 4, url, ms: 1_234.5 });
  const report = { method: "GET", path: "/v1/compute/cache/live_derivative_prices/256265", ms: 1_235 };
  expect(reports).toEqual([report]);
  isOnScreen = false;
  await tell({ count: 5, url, ms: 1_500 });
  isOnScreen = true;
  // An engine that began anew counts anew.
  await tell({ count: 1, url, ms: 1_100 });
  expect(reports).toEqual([report, { ...report, ms: 1_100 }]);
  stop();
  await tell({ count: 2, url, ms: 1_100 });
  expect(reports).toHaveLength(2);
});
