import { describe, expect, test } from "vitest";
import { contractFigures, expiryFigures } from "#src/live/oi-ticks.ts";
import type { QuoteSnapshot, StatsSnapshot } from "#workers/engine/api.ts";

const stats = (rows: readonly (readonly [expiry: number, callOi: number, putOi: number])[], stale = false) =>
  ({
    stale,
    spot: 24_200,
    expiries: rows.map(([expiry, callOi, putOi]) => ({ expiry, callOi, putOi })),
  }) as unknown as StatsSnapshot;

describe("a moment of expiries together", () => {
  const own = new Set([20261124, 20261201]);

  test("adds up those that are shown, and no others", () => {
    const told = stats([
      [20261124, 100, 200],
      [20261201, 10, 20],
      [20261208, 1, 2],
    ]);
    expect(expiryFigures(told, own)).toEqual([24_200, 110, 220]);
  });

  test("is null where nothing of them is known, and not 0", () => {
    const told = stats([[20261124, Number.NaN, 200]]);
    expect(expiryFigures(told, own)).toEqual([24_200, null, 200]);
    expect(expiryFigures(stats([]), own)).toEqual([24_200, null, null]);
  });

  test("is none while what is told is old", () => {
    expect(expiryFigures(stats([[20261124, 100, 200]], true), own)).toBeNull();
    expect(expiryFigures(undefined, own)).toBeNull();
  });
});

describe("a moment of contracts", () => {
  const quote = (token: number, lastPrice: number, oi: number, volume: number, stale = false) =>
    ({ token, lastPrice, oi, volume, stale }) as QuoteSnapshot;

  test("has open interest, price and volume of each in the order asked for", () => {
    const told = [quote(2, 11, 650, 130), quote(1, 10, 65, 65), quote(9, 24_200, Number.NaN, Number.NaN)];
    expect(contractFigures(told, 9, [1, 2])).toEqual([24_200, 65, 10, 65, 650, 11, 130]);
  });

  test("has no price of a contract that has not traded today, and nothing of one that is not told", () => {
    expect(contractFigures([quote(1, 10, 65, 0)], 9, [1, 2])).toEqual([null, 65, null, 0, null, null, null]);
  });

  test("is none while what is told is old", () => {
    expect(contractFigures([quote(1, 10, 65, 65, true)], 9, [1])).toBeNull();
    expect(contractFigures([], 9, [1])).toBeNull();
  });
});
