import { describe, expect, test } from "vitest";
import type { ChartLine, ChartPane } from "#src/components/chart/types.ts";
import { alignedTo, compared, firstOfBoth, percentsOf } from "#src/features/chart/compare/percent.ts";

const pane = (name: string): ChartPane => ({
  name,
  weight: 1,
  left: { format: (ticks) => ticks.map(String) },
  right: null,
});
const line = (id: string, at: number, values: (number | null)[]): ChartLine => ({
  ...{ id, name: id, pane: at, axis: "left", colour: "ink", values },
  format: (value) => value.toFixed(2),
});
const times = [10, 20, 30, 40];
const picture = {
  times,
  panes: [{ ...pane("Price"), left: { format: () => [], isLog: true } }, pane("Volume")],
  lines: [
    line("NIFTY", 0, [100, 200, 220, 190]),
    line("ema", 0, [1, 2, 3, 4]),
    line("volume", 1, [5, 6, 7, 8]),
  ],
  view: null,
};
const other = { times: [15, 20, 30, 40], close: [7, 50, null, 60] };
const rupees = (price: number) => price.toFixed(2);

describe("[CHART-13] two symbols", () => {
  test("stand side by side by their times", () => {
    expect(alignedTo(times, other.times, other.close)).toEqual([null, 50, null, 60]);
    expect(alignedTo(times, [], [])).toEqual([null, null, null, null]);
  });

  test("begin at the first bar in view at which both have a close", () => {
    const column = [null, 50, null, 60];
    expect(firstOfBoth(times, [1, 1, 1, 1], column, null)).toBe(1);
    expect(firstOfBoth(times, [1, 1, 1, 1], column, { from: 30, to: 40 })).toBe(3);
    expect(firstOfBoth(times, [1, 1, 1, 1], column, { from: 30, to: 30 })).toBe(-1);
    expect(firstOfBoth(times, [1, 0, 1, 0], column, null)).toBe(-1);
  });

  test("are changes since there in %, before it as well", () => {
    expect(percentsOf([100, 200, null, 250], 200)).toEqual([-50, 0, null, 25]);
  });

  test("are read with their percent and their price, each with a look of its own", () => {
    const both = compared(picture, "BANKNIFTY", other, rupees)!;
    const [own, second] = both.lines;
    expect([own!.values[0], own!.values[1], own!.values[3]].map((value) => own!.format(value!))).toEqual([
      "−50.00% (100.00)",
      "0.00% (200.00)",
      "−5.00% (190.00)",
    ]);
    expect(second!.format(second!.values[3]!)).toBe("+20.00% (60.00)");
    expect(second!.values).toEqual([null, 0, null, 20].map((value) => value && expect.closeTo(value, 9)));
    expect([own!.dash, own!.colour]).not.toEqual([second!.dash, second!.colour]);
  });

  test("take the price's pane, and leave the panes below as they are", () => {
    const both = compared(picture, "BANKNIFTY", other, rupees)!;
    expect(both.lines.map(({ id }) => id)).toEqual(["NIFTY", "vs", "volume"]);
    expect(both.panes[0]!.left.isLog).toBeUndefined();
    expect(both.panes[0]!.left.format([-0.5, 0, 1], 0.5)).toEqual(["−0.5%", "0.0%", "+1.0%"]);
    expect(both.panes[0]!.left.format([-0.25, 0, 0.25], 0.25)).toEqual(["−0.25%", "0.00%", "+0.25%"]);
    expect(both.panes[1]).toBe(picture.panes[1]);
  });

  test("of which one has no bar in view are not compared", () => {
    expect(compared(picture, "BANKNIFTY", { times: [11], close: [5] }, rupees)).toBeNull();
  });
});
