/** Strokes that both charts draw. Canvas work alone. */

import uPlot from "uplot";
import { haloText } from "../../analysis/plot/halo-text.ts";
import { labelFont } from "../../analysis/plot/plot-theme.ts";
import type { PlotFrame } from "./plot-frame.ts";

/** A pixel's own middle, so that a hairline is one pixel wide. */
export const crisp = (at: number): number => Math.round(at) + 0.5;

/** Everything that is drawn here leaves the context as uPlot knows it. @param isInside nothing leaves the plot */
export function paintOn(u: uPlot, isInside: boolean, draw: (ctx: CanvasRenderingContext2D) => void): void {
  const { ctx, bbox } = u;
  ctx.save();
  if (isInside) {
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
  }
  draw(ctx);
  ctx.restore();
}

export function hairline(
  ctx: CanvasRenderingContext2D,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  colour: string,
  dash: readonly number[] = [],
): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1, Math.floor(uPlot.pxRatio));
  ctx.setLineDash(dash.map((each) => each * uPlot.pxRatio));
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
  ctx.setLineDash([]);
}

interface AxisTick {
  /** Canvas pixels from the upper edge. */
  readonly y: number;
  readonly text: string;
}

/** CSS pixels between figures and the plot. */
const GAP = 6;

/** Figures beside the plot, and their lines through it and on to `right`. @param side on which the figures stand */
export function paintValueAxis(
  { u, theme }: PlotFrame,
  side: "left" | "right",
  ticks: readonly AxisTick[],
  right: number,
  hasGrid: boolean,
): void {
  paintOn(u, false, (ctx) => {
    const { bbox } = u;
    const ratio = uPlot.pxRatio;
    ctx.font = labelFont(theme, ratio);
    ctx.textBaseline = "middle";
    ctx.textAlign = side === "left" ? "right" : "left";
    for (const { y, text } of ticks) {
      const at = crisp(y);
      if (hasGrid) hairline(ctx, [bbox.left, at, right, at], theme.colours.line);
      ctx.fillStyle = theme.colours["ink-3"];
      ctx.fillText(text, side === "left" ? bbox.left - GAP * ratio : right + GAP * ratio, y);
    }
  });
}

/** Figures of places under the plot, centred, none cut off. */
export function paintPlaceAxis(
  { u, theme }: PlotFrame,
  ticks: readonly { readonly x: number; readonly text: string; readonly isStrong?: boolean }[],
  y: number,
): void {
  paintOn(u, false, (ctx) => {
    const ratio = uPlot.pxRatio;
    ctx.textBaseline = "middle";
    ctx.textAlign = "center";
    ctx.lineJoin = "round";
    for (const { x, text, isStrong = false } of ticks) {
      ctx.font = labelFont(theme, ratio, isStrong ? 600 : 400);
      const half = ctx.measureText(text).width / 2;
      const at = Math.min(Math.max(x, half + 2 * ratio), u.ctx.canvas.width - half - 2 * ratio);
      haloText(ctx, text, at, y, theme.colours[isStrong ? "ink" : "ink-3"], theme.colours.surface);
    }
  });
}
