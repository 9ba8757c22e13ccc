import { expect, test } from "vitest";
import { rollsOf } from "#src/features/straddles/chart/premium-lines.ts";
import { legFigures, totalOf } from "#src/features/straddles/detail/greeks.ts";
import {
  hasRoom,
  keptLayouts,
  MOST_LAYOUTS,
  readLayouts,
} from "#src/features/straddles/layouts/layout-list.ts";
import { averaged, worthOf } from "#src/features/straddles/live/averaged.ts";
import type { Premiums } from "#src/features/straddles/live/premium-series.ts";
import { stripFigures } from "#src/features/straddles/strip/figures.ts";
import { removed, shownAlone, toggled } from "#src/features/straddles/strip/visibility.ts";
import { createBarVolumes } from "#src/live/bar-volumes.ts";

const MINUTE = 60_000;

test("[STRADDLE-7] the average goes on over bars that streamed as it would be answered, by their minutes, and begins with the session", () => {
  const premium = [90, 100, 110, 120, null, 130];
  const volume = [5, 10, 30, 20, null, 40];
  // Minutes at 115 and 120 make the fourth bar: 10 × 115 + 10 × 120, and not 20 × 120.
  const worth = [null, null, null, 2_350, null, 5_200];
  // (100×10 + 110×30) ÷ 40, then + 2,350 over 60, then + 5,200 over 100.
  const vwap = [90, 100, 107.5, null, null, null];
  expect(averaged({ premium, volume, worth, vwap, from: 1 })).toEqual([
    90,
    100,
    107.5,
    110.833333,
    null,
    118.5,
  ]);
  // A bar of which the units are not known leaves the average where it was.
  const unheard = {
    premium: [100, 101],
    volume: [10, null],
    worth: [null, null],
    vwap: [100, null],
    from: 0,
  };
  expect(averaged(unheard)).toEqual([100, 100]);
  expect(averaged({ ...unheard, volume: [0, null], vwap: [null, null] })).toEqual([null, null]);
  // What the third bar added: 107.5 × 40 − 100 × 10.
  expect(worthOf({ premium, volume, vwap, from: 1 }, 2)).toBe(3_300);
  expect(worthOf({ premium, volume, vwap, from: 1 }, 3)).toBeNull();
});

test("what was traded in a bar is the day's total less that at its beginning; unknown where that was not heard", () => {
  const volumes = createBarVolumes(MINUTE);
  const at = (minute: number, a: number, b: number) =>
    volumes.take(minute * MINUTE, [
      { token: 1, volume: a },
      { token: 2, volume: b },
    ]);
  at(0, 100, 200);
  expect(volumes.of(0, null, [1, 2], null)).toEqual({ volume: null, isCarried: null });
  // The answer says that 30 were traded by then.
  expect(volumes.of(1, null, [1, 2], 30)).toEqual({ volume: 30, isCarried: null });
  at(0, 110, 205);
  expect(volumes.of(1, null, [1, 2], 30).volume).toBe(45);
  at(1, 112, 205);
  expect(volumes.of(0, null, [1, 2], null)).toEqual({ volume: 2, isCarried: true });
  at(1, 112, 215);
  expect(volumes.of(0, null, [1, 2], null)).toEqual({ volume: 12, isCarried: false });
  // Two bars later: where the one began that is on is not known.
  at(3, 120, 220);
  expect(volumes.of(0, null, [1, 2], null).volume).toBeNull();
  at(4, 121, 222);
  expect(volumes.of(0, null, [1, 2], null).volume).toBe(3);
  volumes.forget();
  at(5, 130, 230);
  expect(volumes.of(0, null, [1, 2], null).volume).toBeNull();
});

test("a strip's figures are of the newest session alone", () => {
  const told = {
    texts: ["atm", "S1_X"],
    times: [0, 1, 10, 11, 12],
    sessions: [{ open: 0 }, { open: 10 }],
    strategies: [
      {},
      {
        premium: [500, 510, null, 300, 310.5],
        vwap: [500, 505, null, 300, 302],
        previous_premium: 320,
        lot_size: 75,
        strike: null,
      },
    ],
  } as unknown as Premiums;
  expect(stripFigures(told, "S1_X", 1)).toEqual({
    last: 310.5,
    sinceOpen: 10.5,
    sinceClose: -9.5,
    vwap: 302,
    fromVwap: 8.5,
    lot: 23_287.5,
    strike: Number.NaN,
  });
  expect(stripFigures(told, "S1_Y", 1)).toBeNull();
});

test("a roll is a bar whose strike is another than the one before in its session", () => {
  const first = new Set([0, 4]);
  expect(rollsOf([100, 100, 150, null, 200, 200, null, 250], (i) => first.has(i))).toEqual([
    null,
    null,
    150,
    null,
    null,
    null,
    null,
    250,
  ]);
});

test("strategies are hidden and shown by place, and those after one that is taken away move up", () => {
  expect(toggled([2], 0)).toEqual([0, 2]);
  expect(toggled([0, 2], 2)).toEqual([0]);
  expect(shownAlone(3, 1)).toEqual([0, 2]);
  expect(removed([0, 1, 3], 1)).toEqual([0, 2]);
});

test("a sold option has the other sign of its delta and earns its theta; what is not known of one leg is not known of all", () => {
  const contract = { type: "CE", strike: 24_000, expiryInstant: 7 * 86_400_000 } as Parameters<
    typeof legFigures
  >[0]["contract"];
  const sold = legFigures({ contract, action: "SELL", ratio: 2, units: 150 }, 200, 24_000, 0);
  expect(sold.iv).toBeCloseTo(0.1508, 3);
  expect(sold.delta).toBeCloseTo(-1.0083, 3);
  expect(sold.theta).toBeGreaterThan(0);
  const unknown = legFigures({ contract, action: "BUY", ratio: 1, units: 75 }, Number.NaN, 24_000, 0);
  expect(totalOf([sold, unknown])).toEqual({ delta: Number.NaN, theta: Number.NaN });
});

test("layouts that were kept are read as far as they are sound, and have to fit the room of a key", () => {
  const sound = { name: "Mine", query: "?s=atm" };
  expect(readLayouts(keptLayouts([sound]))).toEqual([sound]);
  expect(
    readLayouts({ version: 1, layouts: [sound, { name: 7 }, null, { name: "x", query: "javascript:" }] }),
  ).toEqual([sound]);
  expect(readLayouts({ version: 2, layouts: [sound] })).toEqual([]);
  expect(readLayouts("damaged")).toEqual([]);
  expect(readLayouts(keptLayouts(Array.from({ length: 30 }, () => sound)))).toHaveLength(MOST_LAYOUTS);
  expect(hasRoom([sound])).toBe(true);
  expect(hasRoom([{ name: "Mine", query: `?${"x".repeat(16_000)}` }])).toBe(false);
});
