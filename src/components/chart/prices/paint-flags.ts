/** Short codes at single bars, below them or above, with a mark that points at the bar. Canvas work alone. */

import uPlot from "uplot";
import { haloText } from "../../analysis/plot/halo-text.ts";
import { labelFont } from "../../analysis/plot/plot-theme.ts";
import { paintOn } from "../frame/paint.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import type { ChartOverlay } from "../time/chart-layer.ts";
import { panePlaces } from "../time/paint-ground.ts";
import { scaleOf } from "../time/pane-scale.ts";
import type { TimeState } from "../time/time-state.ts";

export interface ChartFlag {
  /** of its bar */
  readonly index: number;
  /** "EN" */
  readonly code: string;
  /** below the bar and pointing up, else above it and pointing down */
  readonly isBelow: boolean;
}

/** CSS pixels. */
const AWAY = 4;
const HALF = 4;
const MARK = 6;
const WORD = 12;
/** Codes nearer to one another than this are left to the readout; their marks stay. */
const LEAST_SPACE = 17;

/** Which flags have room for their code: none has another of its side nearer than `least` before it. */
export function withRoom(
  places: readonly { readonly x: number; readonly isBelow: boolean }[],
  least: number,
): boolean[] {
  const last = { below: Number.NEGATIVE_INFINITY, above: Number.NEGATIVE_INFINITY };
  return places.map(({ x, isBelow }) => {
    const side = isBelow ? "below" : "above";
    const hasRoom = x - last[side] >= least;
    if (hasRoom) last[side] = x;
    return hasRoom;
  });
}

function paint(frame: PlotFrame, state: TimeState, flags: readonly ChartFlag[]): void {
  const line = state.lines[0];
  if (line === undefined) return;
  const { u, theme, window } = frame;
  const ratio = uPlot.pxRatio;
  const scale = scaleOf(state.panes, line.pane, line.axis);
  const pane = panePlaces(frame, state)[line.pane]!;
  const [top, bottom] = [u.bbox.top + pane.top * ratio, u.bbox.top + pane.bottom * ratio];
  const seen = flags
    .filter(({ index }) => index >= window.from - 0.5 && index <= window.to + 0.5)
    .flatMap(({ index, code, isBelow }) => {
      const edge = (isBelow ? line.prices?.low : line.prices?.high)?.[index] ?? line.values[index] ?? null;
      if (edge === null) return [];
      const y = u.valToPos(edge, scale, true) + (isBelow ? AWAY : -AWAY) * ratio;
      const room = (MARK + WORD) * ratio;
      const held = isBelow ? Math.min(y, bottom - room) : Math.max(y, top + room);
      return [{ x: u.valToPos(index, "x", true), y: held, code, isBelow }];
    });
  const rooms = withRoom(seen, LEAST_SPACE * ratio);
  paintOn(u, true, (ctx) => {
    ctx.font = labelFont(theme, ratio, 600);
    ctx.textAlign = "center";
    ctx.lineJoin = "round";
    for (const [i, { x, y, code, isBelow }] of seen.entries()) {
      const colour = theme.colours[isBelow ? "up" : "down"];
      const way = (isBelow ? 1 : -1) * ratio;
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x - HALF * ratio, y + MARK * way);
      ctx.lineTo(x + HALF * ratio, y + MARK * way);
      ctx.closePath();
      ctx.fill();
      if (!rooms[i]) continue;
      ctx.textBaseline = isBelow ? "top" : "bottom";
      haloText(ctx, code, x, y + (MARK + 2) * way, colour, theme.colours.surface);
    }
  });
}

/** Flags of the chart's first line. @param flags ascending by their bars */
export const flagsOverlay = (flags: readonly ChartFlag[]): ChartOverlay => ({
  paint: (frame, state) => paint(frame, state, flags),
});
