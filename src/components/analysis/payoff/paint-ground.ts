/** What lies behind the curves: standard deviations, open interest, profit and loss. Canvas work alone. */

import uPlot from "uplot";
import type { PlotTheme } from "../plot/plot-theme.ts";
import { createHatch } from "./hatch.ts";
import { oiScale } from "./payoff-scales.ts";
import type { PlotState } from "./plot-state.ts";

interface Hatches {
  readonly profit: CanvasPattern | null;
  readonly loss: CanvasPattern | null;
}

/** Patterns of one theme at one pixel ratio, made anew when either changes. */
export function createHatches(): (u: uPlot, theme: PlotTheme) => Hatches {
  let made: { theme: PlotTheme; ratio: number; hatches: Hatches } | null = null;
  return (u, theme) => {
    const ratio = uPlot.pxRatio;
    if (made === null || made.theme !== theme || made.ratio !== ratio) {
      const { up, down } = theme.colours;
      made = {
        theme,
        ratio,
        hatches: {
          profit: createHatch(u.ctx, up, "rising", ratio),
          loss: createHatch(u.ctx, down, "falling", ratio),
        },
      };
    }
    return made.hatches;
  };
}

/** Everything that is drawn here stays inside the plot, and leaves the context as uPlot knows it. */
export function inPlot(u: uPlot, draw: (ctx: CanvasRenderingContext2D) => void): void {
  const { left, top, width, height } = u.bbox;
  u.ctx.save();
  u.ctx.beginPath();
  u.ctx.rect(left, top, width, height);
  u.ctx.clip();
  draw(u.ctx);
  u.ctx.restore();
}

export function paintBands(u: uPlot, { view, theme }: PlotState): void {
  const bands = view.payload?.standard_deviation;
  if (bands === undefined) return;
  const { top, height } = u.bbox;
  inPlot(u, (ctx) => {
    ctx.fillStyle = theme.colours.ink;
    ctx.globalAlpha = 0.03;
    for (const [lower, upper] of [
      [bands.lower_2, bands.upper_2],
      [bands.lower_1, bands.upper_1],
    ] as const) {
      if (lower === null || upper === null) continue;
      const from = u.valToPos(lower, "x", true);
      ctx.fillRect(from, top, u.valToPos(upper, "x", true) - from, height);
    }
    ctx.globalAlpha = 1;
    ctx.strokeStyle = theme.colours["line-2"];
    ctx.lineWidth = uPlot.pxRatio;
    ctx.setLineDash([2 * uPlot.pxRatio, 3 * uPlot.pxRatio]);
    ctx.beginPath();
    for (const price of [bands.lower_2, bands.lower_1, bands.upper_1, bands.upper_2]) {
      if (price === null) continue;
      const x = Math.round(u.valToPos(price, "x", true)) + 0.5;
      ctx.moveTo(x, top);
      ctx.lineTo(x, top + height);
    }
    ctx.stroke();
  });
}

/** CSS pixels of a bar at most, and of the gap between a strike's two. */
const WIDEST_BAR = 12;

/** Calls left of the strike, puts right of it, in the lower third with a scale of their own. */
export function paintOi(u: uPlot, { view, theme, window, options }: PlotState): void {
  const bars = view.oi;
  if (bars === null || bars.length === 0 || options.oiMode === "off") return;
  const shown = bars.filter(({ strike }) => strike >= window.min && strike <= window.max);
  if (shown.length === 0) return;
  const { top, height, width } = u.bbox;
  const { baseline, perUnit } = oiScale(shown);
  const ratio = uPlot.pxRatio;
  const each = Math.max(1, Math.min(WIDEST_BAR * ratio, (width / shown.length) * 0.35));
  const zero = top + height * (1 - baseline);
  inPlot(u, (ctx) => {
    for (const { strike, call, put } of shown) {
      const x = u.valToPos(strike, "x", true);
      bar(ctx, x - each, zero, each, call * perUnit * height, theme.colours["oi-call-strong"]);
      bar(ctx, x, zero, each, put * perUnit * height, theme.colours["oi-put-strong"]);
    }
    if (baseline === 0) return;
    ctx.strokeStyle = theme.colours["line-2"];
    ctx.lineWidth = ratio;
    ctx.beginPath();
    ctx.moveTo(u.bbox.left, Math.round(zero) + 0.5);
    ctx.lineTo(u.bbox.left + width, Math.round(zero) + 0.5);
    ctx.stroke();
  });
}

function bar(
  ctx: CanvasRenderingContext2D,
  x: number,
  zero: number,
  width: number,
  height: number,
  colour: string,
): void {
  if (!Number.isFinite(height) || height === 0) return;
  ctx.fillStyle = colour;
  ctx.fillRect(x, zero - height, width, height);
}

/** From the zero line to the curve at expiry, and back along it. @returns null without two known points */
function areaPath(u: uPlot): Path2D | null {
  const prices = u.data[0] as ArrayLike<number>;
  const values = u.data[1] as ArrayLike<number | null>;
  const zero = u.valToPos(0, "y", true);
  const path = new Path2D();
  let points = 0;
  let last = 0;
  for (let i = 0; i < prices.length; i++) {
    const value = values[i];
    if (value === null || value === undefined || Number.isNaN(value)) continue;
    const x = u.valToPos(prices[i]!, "x", true);
    if (points === 0) path.moveTo(x, zero);
    path.lineTo(x, u.valToPos(value, "y", true));
    last = x;
    points++;
  }
  if (points < 2) return null;
  path.lineTo(last, zero);
  path.closePath();
  return path;
}

const TINT = 0.1;
const HATCH = 0.16;

/** Profit above zero, loss below, each in its colour and with its hatching. */
export function paintProfitAndLoss(u: uPlot, { theme }: PlotState, hatches: Hatches): void {
  const path = areaPath(u);
  if (path === null) return;
  const { left, top, width, height } = u.bbox;
  const zero = Math.min(Math.max(u.valToPos(0, "y", true), top), top + height);
  const parts = [
    [top, zero - top, theme.colours.up, hatches.profit],
    [zero, top + height - zero, theme.colours.down, hatches.loss],
  ] as const;
  for (const [from, room, colour, hatch] of parts) {
    if (room <= 0) continue;
    const { ctx } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, from, width, room);
    ctx.clip();
    ctx.globalAlpha = TINT;
    ctx.fillStyle = colour;
    ctx.fill(path);
    if (hatch !== null) {
      ctx.globalAlpha = HATCH;
      ctx.fillStyle = hatch;
      ctx.fill(path);
    }
    ctx.restore();
  }
  inPlot(u, (ctx) => {
    ctx.strokeStyle = theme.colours["ink-3"];
    ctx.lineWidth = uPlot.pxRatio;
    ctx.beginPath();
    const y = Math.round(u.valToPos(0, "y", true)) + 0.5;
    ctx.moveTo(left, y);
    ctx.lineTo(left + width, y);
    ctx.stroke();
  });
}
