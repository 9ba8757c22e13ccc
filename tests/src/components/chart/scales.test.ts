import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { axisTicks } from "#src/components/chart/frame/ticks.ts";
import {
  besideMarks,
  figureRange,
  labelledStrikes,
  placeOfPrice,
  placeStrikes,
} from "#src/components/chart/strikes/strike-scale.ts";
import { axisRange, bandPart, placePanes, spread } from "#src/components/chart/time/pane-scale.ts";
import type { ChartPane } from "#src/components/chart/types.ts";

const format = (ticks: readonly number[]): string[] => ticks.map(String);

describe("figures of an axis", () => {
  test("are whole steps inside of it, at least two where two have room", () => {
    expect(axisTicks(0, 100, 200)).toEqual({ at: [0, 20, 40, 60, 80, 100], step: 20 });
    expect(axisTicks(-0.3, 0.3, 60).at).toEqual([-0.2, 0, 0.2]);
    expect(axisTicks(5, 5, 100).at).toEqual([]);
  });
  test("never leave the axis, and are never nearer than can be read", () => {
    const least = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    const span = fc.double({ min: 1e-3, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(least, span, fc.integer({ min: 40, max: 900 }), (from, width, pixels) => {
        const { at, step } = axisTicks(from, from + width, pixels);
        // Twelve digits are all that a tick has.
        const noise = step * 1e-6 + Math.abs(from) * 1e-11;
        for (const tick of at) {
          expect(tick).toBeGreaterThanOrEqual(from - noise);
          expect(tick).toBeLessThanOrEqual(from + width + noise);
        }
        expect((step / width) * pixels).toBeGreaterThanOrEqual(16 - 1e-6);
      }),
    );
  });
});

describe("panes", () => {
  const pane = (weight: number): ChartPane => ({ name: "", weight, left: { format }, right: null });
  test("share the height by their weights, and none touches another", () => {
    const [first, second] = placePanes([pane(3), pane(1)], 300);
    expect(first!.bottom - first!.top).toBeCloseTo((second!.bottom - second!.top) * 3);
    expect(second!.top).toBeGreaterThan(first!.bottom);
    expect(second!.bottom).toBe(300);
  });
  test("hold their axis: its ends are the pane's ends", () => {
    const place = { top: 100, bottom: 200 };
    const [low, high] = spread([0, 50], place, 400);
    const y = (value: number): number => ((high - value) / (high - low)) * 400;
    expect([y(50), y(0)]).toEqual([100, 200]);
  });
  test("more than there is room for are refused", () => {
    expect(() =>
      placePanes(
        Array.from({ length: 7 }, () => pane(1)),
        300,
      ),
    ).toThrow(RangeError);
  });
  test("a band is shown as far as its axis reaches, and not where that ends before it", () => {
    const bullish = { from: 0.9, to: Number.POSITIVE_INFINITY };
    expect(bandPart(bullish, [0.5, 1.2])).toEqual([0.9, 1.2]);
    expect(bandPart({ from: 0.6, to: 0.7 }, [0.5, 1.2])).toEqual([0.6, 0.7]);
    expect(bandPart(bullish, [0.5, 0.9])).toBeNull();
  });
  test("an axis that holds zero ends there, unless figures lie on both sides", () => {
    const axis = { format, holds: 0 };
    expect(axisRange(axis, 10, 90)[0]).toBe(0);
    expect(axisRange(axis, -90, -10)[1]).toBe(0);
    const [low, high] = axisRange(axis, -10, 90);
    expect([low < -10, high > 90]).toEqual([true, true]);
    expect(axisRange(axis, 0, 0)).toEqual([0, 1]);
    expect(axisRange({ format }, 100, 200)).toEqual([90, 210]);
  });
});

describe("strikes", () => {
  const strikes = [23_900, 23_950, 24_000, 24_100, 24_200];
  test("a price between two lies between their places, and no place is far outside", () => {
    expect(placeOfPrice(strikes, 23_975)).toBe(1.5);
    expect(placeOfPrice(strikes, 24_150)).toBe(3.5);
    expect(placeOfPrice(strikes, 23_880)).toBeCloseTo(-0.4);
    expect(placeOfPrice(strikes, 23_800)).toBeNaN();
    expect(placeOfPrice(strikes, 24_300)).toBeNaN();
    expect(placeOfPrice(strikes, null)).toBeNaN();
  });

  test("have an axis with zero and room, of those in view alone, before among them", () => {
    const now = { call: [5, 100, null], put: [1, 2, -50] };
    expect(figureRange([now, null], 0, 1)).toEqual([0, 5.3]);
    const [least, most] = figureRange([now, { call: [0, 200, 0], put: [0, 0, 0] }], 0, 3);
    expect([least < -50, most > 200]).toEqual([true, true]);
    expect(figureRange([{ call: [null], put: [null] }], 0, 1)).toEqual([0, 1]);
  });

  const sides = { call: [10, 20], put: [30, -40] };
  test("beside one another share one scale, with changes going both ways from zero", () => {
    const { call, put } = placeStrikes({ now: sides, before: null, layout: "beside" }, 0, 2, 400, 1);
    expect(call).toBe(put);
    expect(call.y(30)).toBeLessThan(call.y(0));
    expect(call.y(-40)).toBeGreaterThan(call.y(0));
  });

  test("mirrored grow away from the strikes between them, both by one scale", () => {
    const { call, put } = placeStrikes({ now: sides, before: null, layout: "mirrored" }, 0, 2, 400, 1);
    expect(call.y(0) - call.y(30)).toBeCloseTo(put.y(30) - put.y(0));
    expect(call.bottom).toBeLessThan(put.top);
    expect(call.y(-40)).toBeLessThanOrEqual(call.bottom);
    expect(put.y(-40)).toBeGreaterThanOrEqual(put.top);
  });

  test("are labelled at round figures, as many as have room", () => {
    const fifties = Array.from({ length: 41 }, (_, i) => 23_950 + i * 50);
    const shown = labelledStrikes(fifties, 0, 41, 10).map((i) => fifties[i]);
    expect(shown).toEqual([24_000, 24_250, 24_500, 24_750, 25_000, 25_250, 25_500, 25_750]);
    expect(labelledStrikes(fifties, 0, 5, 10)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe("words of two marks", () => {
  test("stand outside of both, the lower one's to the left", () => {
    expect(
      besideMarks(
        [
          { x: 100, width: 40 },
          { x: 120, width: 50 },
        ],
        0,
        300,
        5,
      ),
    ).toEqual([55, 125]);
    expect(
      besideMarks(
        [
          { x: 120, width: 40 },
          { x: 100, width: 50 },
        ],
        0,
        300,
        5,
      ),
    ).toEqual([125, 45]);
  });
  test("never touch and never leave the plot where both have room", () => {
    const mark = fc.record({ x: fc.integer({ min: 0, max: 400 }), width: fc.integer({ min: 10, max: 150 }) });
    fc.assert(
      fc.property(mark, mark, (a, b) => {
        const [left, right] = besideMarks([a, b], 0, 400, 5) as [number, number];
        for (const [at, { width }] of [
          [left, a],
          [right, b],
        ] as const) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at + width).toBeLessThanOrEqual(400);
        }
        expect(left + a.width <= right || right + b.width <= left).toBe(true);
      }),
    );
  });
  test("one alone stands to the right, to the left at the edge, and away from what other words are about", () => {
    expect(besideMarks([{ x: 100, width: 40 }], 0, 300, 5, 120)).toEqual([55]);
    expect(besideMarks([{ x: 30, width: 40 }], 0, 300, 5, 120)).toEqual([35]);
    expect(besideMarks([{ x: 140, width: 40 }], 0, 300, 5, 120)).toEqual([145]);
    expect(besideMarks([{ x: 100, width: 40 }], 0, 300, 5)).toEqual([105]);
    expect(besideMarks([{ x: 290, width: 40 }], 0, 300, 5)).toEqual([245]);
  });
});
