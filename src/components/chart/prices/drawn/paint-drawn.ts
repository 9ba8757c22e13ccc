/** Lines that a reader has drawn, with their handles. Canvas work alone. */

import uPlot from "uplot";
import { haloText } from "../../../analysis/plot/halo-text.ts";
import { labelFont } from "../../../analysis/plot/plot-theme.ts";
import { paintOn } from "../../frame/paint.ts";
import type { PlotFrame } from "../../frame/plot-frame.ts";
import type { DrawnLine, DrawnPoint } from "./drawn-lines.ts";
import type { DrawnMap } from "./drawn-map.ts";

export interface DrawnScene {
  readonly lines: readonly DrawnLine[];
  /** -1 none */
  readonly selected: number;
  /** what is being drawn, as far as it is; null nothing */
  readonly draft: DrawnLine | null;
  /** where its next point would be; null nowhere */
  readonly next: DrawnPoint | null;
}

/** CSS pixels. */
const WIDTH = 1.5;
const SELECTED = 2.5;
const HANDLE = 4.5;

export function paintDrawn(
  { u, theme }: PlotFrame,
  map: DrawnMap,
  { lines, selected, draft, next }: DrawnScene,
  format: (price: number) => string,
): void {
  const ratio = uPlot.pxRatio;
  const { colours } = theme;
  const x = (at: number): number => u.bbox.left + at * ratio;
  const y = (at: number): number => u.bbox.top + at * ratio;
  paintOn(u, true, (ctx) => {
    ctx.beginPath();
    ctx.rect(u.bbox.left, y(map.box.top), u.bbox.width, (map.box.bottom - map.box.top) * ratio);
    ctx.clip();
    ctx.font = labelFont(theme, ratio, 500);
    ctx.textBaseline = "bottom";
    ctx.textAlign = "right";
    ctx.lineJoin = "round";
    const line = (each: DrawnLine, width: number, dash: readonly number[], hasHandles: boolean): void => {
      const { spots, segment } = map.seen(each);
      ctx.strokeStyle = colours.accent;
      ctx.lineWidth = width * ratio;
      ctx.setLineDash(dash.map((part) => part * ratio));
      if (segment !== null) {
        ctx.beginPath();
        ctx.moveTo(x(segment[0].x), y(segment[0].y));
        ctx.lineTo(x(segment[1].x), y(segment[1].y));
        ctx.stroke();
      }
      ctx.setLineDash([]);
      if (each.kind === "level" && spots[0] !== undefined)
        haloText(
          ctx,
          format(each.points[0]!.price),
          x(map.box.right - 4),
          y(spots[0].y - 3),
          colours.accent,
          colours.surface,
        );
      if (!hasHandles) return;
      ctx.lineWidth = WIDTH * ratio;
      ctx.strokeStyle = colours.accent;
      ctx.fillStyle = colours.surface;
      for (const spot of spots) {
        ctx.beginPath();
        ctx.arc(x(spot.x), y(spot.y), HANDLE * ratio, 0, 2 * Math.PI);
        ctx.fill();
        ctx.stroke();
      }
    };
    for (const [i, each] of lines.entries())
      line(each, i === selected ? SELECTED : WIDTH, [], i === selected);
    if (draft === null) return;
    const points = next === null ? draft.points : [...draft.points, next];
    if (points.length > 0) line({ kind: draft.kind, points }, WIDTH, [5, 4], true);
  });
}
