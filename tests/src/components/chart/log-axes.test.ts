import { describe, expect, test } from "vitest";
import { logRange, logSpread, logTicks } from "#src/components/chart/prices/log-axes.ts";
import { axisOf, scaleOf } from "#src/components/chart/time/pane-scale.ts";

describe("an axis of equal ratios", () => {
  test("has the scale of its own kind, which says whose it is", () => {
    const left = { format: () => [] };
    const pane = { name: "", weight: 1, left, right: null };
    const panes = [pane, { ...pane, left: { ...left, isLog: true } }];
    expect([scaleOf(panes, 0, "left"), scaleOf(panes, 1, "left")]).toEqual(["left0", "log-left1"]);
    expect(axisOf("log-left1")).toEqual({ pane: 1, side: "left", isLog: true });
    expect(axisOf("right0")).toEqual({ pane: 0, side: "right", isLog: false });
  });

  test("holds its figures with room, also when they are all the same, none, or not above zero", () => {
    const [low, high] = logRange(100, 1000);
    expect([low * 10 ** 0.1, high / 10 ** 0.1]).toEqual([expect.closeTo(100), expect.closeTo(1000)]);
    expect(logRange(100, 100)).toEqual([100 / 1.05, 105]);
    for (const ends of [logRange(null, null), logRange(0, 5), logRange(-1, 5)]) expect(ends).toEqual([1, 10]);
  });

  test("is as far from figure to figure as their ratio, in its own pane", () => {
    const place = { top: 100, bottom: 200 };
    const [low, high] = logSpread([10, 1000], place, 400);
    const y = (value: number): number => (Math.log(high / value) / Math.log(high / low)) * 400;
    expect([10, 100, 1000].map(y)).toEqual([200, 150, 100].map((at) => expect.closeTo(at)));
  });

  test("has ones, twos and fives of each power where its ends are far apart, else whole steps", () => {
    expect(logTicks(1, 100, 400).at).toEqual([1, 2, 5, 10, 20, 50, 100]);
    expect(logTicks(0.9, 100, 70).at).toEqual([1, 5, 20, 100]);
    expect(logTicks(100, 120, 200).at).toEqual([100, 105, 110, 115, 120]);
    expect(logTicks(0, 10, 200).at).toEqual([]);
    expect(logTicks(10, 10, 200).at).toEqual([]);
  });
});
