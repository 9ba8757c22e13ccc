import { describe, expect, test } from "vitest";
import { hatchLines } from "#src/components/analysis/payoff/hatch.ts";
import { placeLabels, stackLabels } from "#src/components/analysis/plot/place-labels.ts";

describe("labels in a row", () => {
  test("stand centred, are pushed inside at the ends, and are left out outside", () => {
    expect(placeLabels([{ at: 50, width: 20 }], 0, 100, 4)).toEqual([40]);
    expect(placeLabels([{ at: 3, width: 20 }], 0, 100, 4)).toEqual([0]);
    expect(placeLabels([{ at: 99, width: 20 }], 0, 100, 4)).toEqual([80]);
    expect(placeLabels([{ at: 101, width: 20 }], 0, 100, 4)).toEqual([Number.NaN]);
    expect(placeLabels([{ at: Number.NaN, width: 20 }], 0, 100, 4)).toEqual([Number.NaN]);
    expect(placeLabels([{ at: 50, width: 120 }], 0, 100, 4)).toEqual([Number.NaN]);
  });

  test("never touch: the one with less weight goes", () => {
    const labels = [
      { at: 50, width: 20 },
      { at: 72, width: 20 },
      { at: 80, width: 20 },
    ];
    expect(placeLabels(labels, 0, 100, 4)).toEqual([40, Number.NaN, 70]);
  });
});

describe("labels in rows", () => {
  test("have each the first row that has room, so that none is lost beside another", () => {
    const labels = [
      { at: 50, width: 20 },
      { at: 60, width: 20 },
      { at: 62, width: 20 },
      { at: 80, width: 10 },
      { at: 120, width: 20 },
    ];
    expect(stackLabels(labels, 0, 100, 4, 3)).toEqual([
      { left: 40, row: 0 },
      { left: 50, row: 1 },
      { left: 52, row: 2 },
      { left: 75, row: 0 },
      { left: Number.NaN, row: 2 },
    ]);
  });
});

describe("hatching", () => {
  test("rises for profit and falls for loss", () => {
    for (const [x1, y1, x2, y2] of hatchLines(8, "rising")) expect((y2 - y1) / (x2 - x1)).toBe(-1);
    for (const [x1, y1, x2, y2] of hatchLines(8, "falling")) expect((y2 - y1) / (x2 - x1)).toBe(1);
  });

  test("goes on from tile to tile: a line that leaves at a corner enters there", () => {
    // In the neighbour on the right each line lies a tile further left: the set is the same along its edge.
    const crossings = (x: number) =>
      hatchLines(8, "rising")
        .map(([x1, y1]) => y1 - (x - x1))
        .filter((y) => y >= 0 && y <= 8)
        .map((y) => y % 8);
    expect(new Set(crossings(0))).toEqual(new Set(crossings(8)));
  });
});
