import { expect, test } from "vitest";
import { measureFigures } from "#src/live/measure-ticks.ts";
import type { StatsSnapshot } from "#workers/engine/api.ts";

const stats = (stale = false) =>
  ({
    stale,
    spot: 24_200,
    expiries: [
      { expiry: 20261124, pcr: 0.9, straddle: 240, atmIv: Number.NaN, callVolume: 65 },
      { expiry: 20261201, pcr: 1.1, straddle: 400, atmIv: 0.12, callVolume: 130 },
    ],
  }) as unknown as StatsSnapshot;

test("a moment has what is asked for, in that order, of the expiry asked for", () => {
  const names = ["spot", "straddle", "pcr", "call_volume"] as const;
  expect(measureFigures(stats(), { expiry: "2026-12-01", names })).toEqual([24_200, 400, 1.1, 130]);
});

test("what is not known, does not stream, or is of an expiry that is not told, is null", () => {
  const names = ["atm_iv", "iv30", "straddle"] as const;
  expect(measureFigures(stats(), { expiry: "2026-11-24", names })).toEqual([null, null, 240]);
  expect(measureFigures(stats(), { expiry: "2026-11-10", names: ["spot", "pcr"] })).toEqual([24_200, null]);
  expect(measureFigures(stats(), { expiry: null, names: ["pcr"] })).toEqual([null]);
});

test("there is none while what is told is old", () => {
  expect(measureFigures(stats(true), { expiry: "2026-11-24", names: ["pcr"] })).toBeNull();
  expect(measureFigures(undefined, { expiry: "2026-11-24", names: ["pcr"] })).toBeNull();
});
