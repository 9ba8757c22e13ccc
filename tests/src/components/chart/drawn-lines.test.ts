import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Box,
  distanceTo,
  hitOf,
  placeOf,
  segmentOf,
} from "#src/components/chart/prices/drawn/drawn-lines.ts";
import { withRoom } from "#src/components/chart/prices/paint-flags.ts";

const MINUTE = 60_000;
const FIVE = Array.from({ length: 75 }, (_, i) => i * 5 * MINUTE);
const box: Box = { left: 0, right: 100, top: 0, bottom: 50 };

describe("[CHART-11] a point in time", () => {
  test("is at the bar that holds it, of whatever length bars are", () => {
    expect(placeOf(FIVE, 10 * MINUTE)).toBe(2);
    expect(placeOf(FIVE, 14 * MINUTE)).toBe(2);
    const hours = [0, 60 * MINUTE, 120 * MINUTE];
    expect(placeOf(hours, 10 * MINUTE)).toBe(0);
    expect(placeOf(hours, 60 * MINUTE)).toBe(1);
    // In the bar that is on, and in a night.
    expect(placeOf(hours, 150 * MINUTE)).toBe(2);
    expect(placeOf([0, MINUTE, 900 * MINUTE], 400 * MINUTE)).toBe(1);
  });

  test("before the first bar is as far away as bars are apart", () => {
    expect(placeOf(FIVE, -50 * MINUTE)).toBe(-10);
    expect(placeOf([7], 1)).toBe(0);
    expect(placeOf([], 1)).toBeNaN();
  });

  test("is never further right for being earlier", () => {
    const instants = fc.integer({ min: -1e6, max: 1e8 });
    fc.assert(
      fc.property(instants, instants, (a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)];
        expect(placeOf(FIVE, early)).toBeLessThanOrEqual(placeOf(FIVE, late));
      }),
    );
  });
});

describe("[CHART-11] what is seen of a line", () => {
  const spot = (x: number, y: number) => ({ x, y });
  test("of a level is the whole width", () => {
    expect(segmentOf("level", [spot(30, 20)], box)).toEqual([spot(0, 20), spot(100, 20)]);
  });
  test("of a trend line is from point to point", () => {
    expect(segmentOf("trend", [spot(10, 10), spot(60, 30)], box)).toEqual([spot(10, 10), spot(60, 30)]);
  });
  test("of a ray goes on through its second point, to whichever edge it meets first", () => {
    expect(segmentOf("ray", [spot(10, 10), spot(20, 15)], box)).toEqual([spot(10, 10), spot(90, 50)]);
    expect(segmentOf("ray", [spot(10, 10), spot(20, 11)], box)![1]).toEqual(spot(100, 19));
    expect(segmentOf("ray", [spot(40, 10), spot(20, 10)], box)![1]).toEqual(spot(0, 10));
    expect(segmentOf("ray", [spot(40, 10), spot(40, 5)], box)![1]).toEqual(spot(40, 0));
  });
  test("of a ray never ends before its second point, though that is out of sight", () => {
    expect(segmentOf("ray", [spot(10, 10), spot(300, 10)], box)![1]).toEqual(spot(300, 10));
  });
  test("is nothing of one without a direction", () => {
    expect(segmentOf("ray", [spot(10, 10), spot(10, 10)], box)).toBeNull();
    expect(segmentOf("trend", [spot(10, 10)], box)).toBeNull();
  });
});

describe("[CHART-11] a press", () => {
  const level = {
    spots: [{ x: 50, y: 20 }],
    segment: [
      { x: 0, y: 20 },
      { x: 100, y: 20 },
    ],
  } as const;
  const trend = {
    spots: [
      { x: 10, y: 0 },
      { x: 10, y: 40 },
    ],
    segment: [
      { x: 10, y: 0 },
      { x: 10, y: 40 },
    ],
  } as const;
  const reach = { handle: 9, line: 6 };
  test("finds the newest line within reach, and none beyond", () => {
    expect(hitOf([level, trend], -1, { x: 12, y: 21 }, reach)).toEqual({ line: 1, handle: null });
    expect(hitOf([level, trend], -1, { x: 30, y: 25 }, reach)).toEqual({ line: 0, handle: null });
    expect(hitOf([level, trend], -1, { x: 30, y: 27 }, reach)).toBeNull();
  });
  test("finds handles of the selected line first, the nearer of two", () => {
    expect(hitOf([level, trend], 0, { x: 55, y: 25 }, reach)).toEqual({ line: 0, handle: 0 });
    expect(hitOf([level, trend], 1, { x: 12, y: 36 }, reach)).toEqual({ line: 1, handle: 1 });
    expect(hitOf([level, trend], -1, { x: 55, y: 25 }, reach)).toEqual({ line: 0, handle: null });
  });
  test("is as far from a line as from its nearest place", () => {
    expect(distanceTo(trend.segment, { x: 13, y: 44 })).toBe(5);
    expect(
      distanceTo(
        [
          { x: 1, y: 1 },
          { x: 1, y: 1 },
        ],
        { x: 4, y: 5 },
      ),
    ).toBe(5);
  });
});

test("[CHART-10] flags of one side near one another share one code", () => {
  const places = [
    { x: 0, isBelow: true },
    { x: 10, isBelow: true },
    { x: 12, isBelow: false },
    { x: 17, isBelow: true },
    { x: 40, isBelow: false },
  ];
  expect(withRoom(places, 17)).toEqual([true, false, true, true, true]);
});
