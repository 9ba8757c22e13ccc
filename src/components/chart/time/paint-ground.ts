/** What lies under the lines of a chart over time: grid and figures, days, what is not known, bars. Canvas work alone. */

import uPlot from "uplot";
import { createHatch } from "../../analysis/payoff/hatch.ts";
import { labelFont } from "../../analysis/plot/plot-theme.ts";
import { crisp, hairline, paintOn, paintPlaceAxis, paintValueAxis } from "../frame/paint.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import { axisTicks } from "../frame/ticks.ts";
import { firstFrom } from "../frame/window.ts";
import type { ChartGap } from "../types.ts";
import { bandPart, type PanePlace, placePanes, scaleOf } from "./pane-scale.ts";
import { dayBreaks, timeTicks } from "./time-scale.ts";
import type { TimeState } from "./time-state.ts";

/** CSS pixels that a time needs. */
const TICK_ROOM = 62;
/** A gap without a bar of its own is so wide, CSS pixels. */
const NARROW_GAP = 4;

/** Canvas pixels from the left edge of what is not known to its right edge. */
export function gapPlace(
  u: uPlot,
  times: readonly number[],
  { from, to }: ChartGap,
): readonly [number, number] {
  const first = firstFrom(times, from);
  const after = firstFrom(times, to);
  const left = u.valToPos(first - 0.5, "x", true);
  if (after > first) return [left, u.valToPos(after - 0.5, "x", true)];
  const half = (NARROW_GAP / 2) * uPlot.pxRatio;
  return [left - half, left + half];
}

export const panePlaces = (frame: PlotFrame, { panes }: TimeState): PanePlace[] =>
  placePanes(panes, frame.u.bbox.height / uPlot.pxRatio);

export function paintGround(frame: PlotFrame, state: TimeState): void {
  const { u } = frame;
  const right = u.bbox.left + u.bbox.width + state.labelRoom * uPlot.pxRatio;
  const places = panePlaces(frame, state);
  state.panes.forEach((_, i) => {
    paintBands(frame, state, i, places[i]!);
    for (const side of ["left", "right"] as const) paintAxis(frame, state, i, side, places[i]!, right);
  });
  paintPaneNames(frame, state, places);
  paintTimes(frame, state);
  paintGaps(frame, state, places);
  paintRunning(frame, state);
}

/** As far as they reach into a pane; a name has room in a band that is as high. */
function paintBands(
  { u, theme }: PlotFrame,
  { panes, ranges }: TimeState,
  pane: number,
  place: PanePlace,
): void {
  const scale = scaleOf(panes, pane, "left");
  const ends = ranges.get(scale);
  const ratio = uPlot.pxRatio;
  paintOn(u, true, (ctx) => {
    ctx.font = labelFont(theme, ratio);
    ctx.textBaseline = "top";
    ctx.textAlign = "right";
    for (const { from, to, name } of panes[pane]!.bands ?? []) {
      const part = ends === undefined ? null : bandPart({ from, to }, ends);
      if (part === null) continue;
      const top = u.valToPos(part[1], scale, true);
      const height = Math.min(u.valToPos(part[0], scale, true), u.bbox.top + place.bottom * ratio) - top;
      ctx.fillStyle = theme.colours.line;
      ctx.globalAlpha = 0.5;
      ctx.fillRect(u.bbox.left, top, u.bbox.width, height);
      ctx.globalAlpha = 1;
      ctx.fillStyle = theme.colours["ink-3"];
      if (height >= 14 * ratio) ctx.fillText(name, u.bbox.left + u.bbox.width - 6 * ratio, top + 3 * ratio);
    }
  });
}

/** Over each but the first, which the chart's own name is over. */
function paintPaneNames({ u, theme }: PlotFrame, { panes }: TimeState, places: readonly PanePlace[]): void {
  const ratio = uPlot.pxRatio;
  paintOn(u, false, (ctx) => {
    ctx.font = labelFont(theme, ratio, 500);
    ctx.fillStyle = theme.colours["ink-2"];
    ctx.textBaseline = "bottom";
    for (const [i, { name }] of panes.entries()) {
      const y = u.bbox.top + (places[i]!.top - 5) * ratio;
      if (i > 0) ctx.fillText(name, u.bbox.left + 2 * ratio, y);
    }
  });
}

/** Times under the plot, and where days begin. */
function paintTimes(frame: PlotFrame, { times, places }: TimeState): void {
  const { u, theme, window } = frame;
  const { bbox } = u;
  const ratio = uPlot.pxRatio;
  const first = Math.max(0, Math.ceil(window.from - 0.5));
  const end = Math.floor(window.to + 0.5) + 1;
  // Of very many bars a copy would cost more than the picture.
  const inView = first === 0 && end >= times.length ? times : times.slice(first, end);
  paintOn(u, true, (ctx) => {
    for (const index of dayBreaks(inView)) {
      const x = crisp(u.valToPos(first + index - 0.5, "x", true));
      hairline(ctx, [x, bbox.top, x, bbox.top + bbox.height], theme.colours["line-2"], [3, 3]);
    }
  });
  const most = Math.max(2, Math.floor(bbox.width / ratio / TICK_ROOM));
  const named = places?.ticks(first, Math.min(end, times.length), most);
  const ticks =
    named?.map(({ index, text }) => ({ x: u.valToPos(index, "x", true), text, isStrong: false })) ??
    timeTicks(inView, most).map(({ index, text }) => ({
      x: u.valToPos(first + index, "x", true),
      text,
      isStrong: !text.includes(":") && inView.length > 1,
    }));
  paintPlaceAxis(frame, ticks, bbox.top + bbox.height + 13 * ratio);
}

function paintGaps({ u, theme }: PlotFrame, { gaps, times }: TimeState, places: readonly PanePlace[]): void {
  if (gaps.length === 0) return;
  const ratio = uPlot.pxRatio;
  paintOn(u, true, (ctx) => {
    ctx.fillStyle = createHatch(ctx, theme.colours["line-2"], "falling", ratio) ?? theme.colours.line;
    for (const gap of gaps) {
      const [left, right] = gapPlace(u, times, gap);
      for (const { top, bottom } of places)
        ctx.fillRect(left, u.bbox.top + top * ratio, right - left, (bottom - top) * ratio);
    }
  });
}

/** A bar that has not ended stands on a ground of its own. */
function paintRunning({ u, theme }: PlotFrame, { runningAt, times }: TimeState): void {
  const running = runningAt === null ? -1 : firstFrom(times, runningAt);
  if (times[running] !== runningAt || running < 0) return;
  paintOn(u, true, (ctx) => {
    const left = u.valToPos(running - 0.5, "x", true);
    ctx.fillStyle = theme.colours.line;
    ctx.globalAlpha = 0.6;
    ctx.fillRect(left, u.bbox.top, u.valToPos(running + 0.5, "x", true) - left, u.bbox.height);
  });
}

function paintAxis(
  frame: PlotFrame,
  state: TimeState,
  pane: number,
  side: "left" | "right",
  place: PanePlace,
  right: number,
): void {
  const axis = state.panes[pane]![side];
  const scale = scaleOf(state.panes, pane, side);
  const ends = state.ranges.get(scale);
  const isUsed = state.lines.some((line) => line.pane === pane && line.axis === side);
  if (axis === null || ends === undefined || !isUsed) return;
  const { u } = frame;
  const ticksOf = axis.isLog === true && state.log !== null ? state.log.ticks : axisTicks;
  const { at, step } = ticksOf(ends[0], ends[1], place.bottom - place.top);
  const texts = axis.format(at, step);
  const ticks = at.map((value, i) => ({ y: u.valToPos(value, scale, true), text: texts[i]! }));
  const hasLeft = state.lines.some((line) => line.pane === pane && line.axis === "left");
  paintValueAxis(frame, side, ticks, right, side === "left" || !hasLeft);
  if (ends[0] > 0 || ends[1] < 0 || !(side === "left" || !hasLeft)) return;
  const zero = crisp(u.valToPos(0, scale, true));
  paintOn(u, false, (ctx) => hairline(ctx, [u.bbox.left, zero, right, zero], frame.theme.colours["ink-3"]));
}

/** Bars stand on zero, one place wide. */
export function paintBars(frame: PlotFrame, state: TimeState): void {
  const { u, theme } = frame;
  const { from, to } = frame.window;
  const each = u.bbox.width / Math.max(1, to - from + 1);
  const width = Math.max(1, each * 0.7);
  paintOn(u, true, (ctx) => {
    state.lines.forEach(({ shape, pane, axis, colour }, i) => {
      if (shape !== "bars") return;
      const scale = scaleOf(state.panes, pane, axis);
      const zero = u.valToPos(0, scale, true);
      ctx.fillStyle = theme.colours[colour];
      const [x, y] = [u.data[0], u.data[i + 1] ?? []];
      for (let row = 0; row < y.length; row++) {
        const value = y[row];
        if (value === null || value === undefined) continue;
        const at = u.valToPos(value, scale, true);
        ctx.fillRect(
          u.valToPos(x[row]!, "x", true) - width / 2,
          Math.min(at, zero),
          width,
          Math.abs(at - zero),
        );
      }
    });
  });
}
