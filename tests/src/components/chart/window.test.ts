import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  allOf,
  firstFrom,
  holding,
  isAll,
  panWindow,
  viewOf,
  windowOf,
  zoomWindow,
} from "#src/components/chart/frame/window.ts";

describe("places in view", () => {
  test("stay within what there is, however they are zoomed and dragged", () => {
    const count = fc.integer({ min: 1, max: 3000 });
    const step = fc.tuple(
      fc.double({ min: 0.01, max: 20, noNaN: true }),
      fc.double({ min: -5000, max: 5000, noNaN: true }),
    );
    fc.assert(
      fc.property(count, fc.array(step, { maxLength: 20 }), (places, steps) => {
        let window = allOf(places);
        for (const [factor, by] of steps) {
          window = panWindow(zoomWindow(window, places, by, factor), places, by);
          expect(window.from).toBeGreaterThanOrEqual(-1e-9);
          expect(window.to).toBeLessThanOrEqual(places - 1 + 1e-9);
          expect(window.to - window.from).toBeGreaterThanOrEqual(Math.min(4, places - 1) - 1e-9);
        }
      }),
    );
  });

  test("are never fewer than five, and all is all", () => {
    const window = zoomWindow(allOf(100), 100, 50, 0.0001);
    expect(window.to - window.from).toBe(4);
    expect(isAll(zoomWindow(window, 100, 50, 1e6), 100)).toBe(true);
    expect(isAll(zoomWindow(allOf(2), 2, 0, 0.1), 2)).toBe(true);
  });

  test("follow the cursor no further than they must", () => {
    expect(holding({ from: 10, to: 20 }, 100, 15)).toEqual({ from: 10, to: 20 });
    expect(holding({ from: 10, to: 20 }, 100, 23)).toEqual({ from: 13, to: 23 });
    expect(holding({ from: 10, to: 20 }, 100, 4)).toEqual({ from: 4, to: 14 });
  });
});

describe("what an address names", () => {
  const strikes = Array.from({ length: 41 }, (_, i) => 23_000 + i * 50);
  test("is the places between, and back again the same", () => {
    const window = windowOf(strikes, { from: 23_500, to: 24_000 });
    expect(window).toEqual({ from: 10, to: 20 });
    expect(viewOf(strikes, window)).toEqual({ from: 23_500, to: 24_000 });
    expect(windowOf(strikes, { from: 23_490, to: 24_020 })).toEqual({ from: 10, to: 20 });
  });
  test("is all where it is nothing of what there is, or all of it", () => {
    expect(windowOf(strikes, { from: 90_000, to: 91_000 })).toBeNull();
    expect(windowOf(strikes, { from: 0, to: 1e6 })).toBeNull();
    expect(windowOf(strikes, { from: 24_000, to: 23_500 })).toBeNull();
    expect(windowOf([], { from: 1, to: 2 })).toBeNull();
    expect(viewOf(strikes, allOf(41))).toBeNull();
  });
});

test("the first of rising numbers from one on", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -50, max: 50 })),
      fc.integer({ min: -60, max: 60 }),
      (values, at) => {
        const rising = values.sort((a, b) => a - b);
        const found = rising.findIndex((value) => value >= at);
        expect(firstFrom(rising, at)).toBe(found < 0 ? rising.length : found);
      },
    ),
  );
});
