import { describe, expect, test } from "vitest";
import type { PlotFrame } from "#src/components/chart/frame/plot-frame.ts";
import { drawnOf, isSamePicture } from "#src/components/chart/time/same-picture.ts";
import type { TimePlotProps } from "#src/components/chart/time/time-state.ts";

const COUNT = 100_000;
/** 1,000 px wide; a figure of 1 is a tenth of a pixel high. */
const frame = {
  u: { over: { clientWidth: 1000 }, valToPos: (value: number) => value / 10 },
  window: { from: 0, to: COUNT - 1 },
} as unknown as PlotFrame;
const panes: TimePlotProps["panes"] = [];

const props = (count: number, end: number | null, more: Partial<TimePlotProps> = {}): TimePlotProps => {
  const times = Array.from({ length: count }, (_, i) => i);
  const values = times.map((): number | null => 50);
  values[count - 1] = end;
  return {
    ...{ times, panes, gaps: [], recordedSince: null, runningAt: null, height: 300, view: null },
    lines: [{ id: "a", name: "a", pane: 0, axis: "left", colour: "ink", values, format: String }],
    onView: () => {},
    ...more,
  };
};
const drawn = drawnOf(props(COUNT, 50), frame);

describe("another picture", () => {
  test("is none where a new bar moves nothing by half a pixel", () => {
    expect(isSamePicture(drawn, props(COUNT + 1, 52), frame)).toBe(true);
    expect(isSamePicture(drawn, props(COUNT + 49, 46), frame)).toBe(true);
  });

  test("is one where the line ends elsewhere, or no longer, or bars have added up to half a pixel", () => {
    expect(isSamePicture(drawn, props(COUNT + 1, 56), frame)).toBe(false);
    expect(isSamePicture(drawn, props(COUNT + 1, null), frame)).toBe(false);
    expect(isSamePicture(drawn, props(COUNT + 60, 50), frame)).toBe(false);
  });

  test("is one where anything beside the lines is another", () => {
    for (const more of [
      { height: 200 },
      { panes: [...panes] },
      { recordedSince: 5 },
      { runningAt: 5 },
      { view: { from: 0, to: 50 } },
      { gaps: [{ from: 1, to: 2 }] },
    ])
      expect(isSamePicture(drawn, props(COUNT, 50, more), frame)).toBe(false);
    expect(isSamePicture(drawn, props(COUNT, 50, { gaps: [] }), frame)).toBe(true);
  });
});
