import { describe, expect, test } from "vitest";
import { averageVolume, VOLUME_LEAST_DAYS, VOLUME_LOOKBACK } from "#domain/chain/average-volume.ts";

const days = (count: number, volume: number): number[] => new Array<number>(count).fill(volume);

describe("[INFO-6] the average volume of a session", () => {
  test("is of the sessions whose volume is known, and says how many they are", () => {
    const volumes = [null, 100, null, 200, ...days(8, 150)];
    expect(averageVolume(volumes)).toEqual({ average: 150, days: 10 });
    expect(averageVolume([0, ...days(9, 100)])).toEqual({ average: 90, days: 10 });
  });

  test("is not known of too few, which are counted all the same", () => {
    expect(averageVolume([])).toEqual({ average: Number.NaN, days: 0 });
    expect(averageVolume([...days(VOLUME_LEAST_DAYS - 1, 100), null])).toEqual({
      average: Number.NaN,
      days: VOLUME_LEAST_DAYS - 1,
    });
  });

  test("goes back 250 sessions", () => {
    expect(averageVolume([...days(30, 1_000_000), ...days(VOLUME_LOOKBACK, 7)])).toEqual({
      average: 7,
      days: VOLUME_LOOKBACK,
    });
  });
});
