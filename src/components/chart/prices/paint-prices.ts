/** Bars of prices: candles, and bars with ticks for open and close. Canvas work alone. */

import uPlot from "uplot";
import { paintOn } from "../frame/paint.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import { scaleOf } from "../time/pane-scale.ts";
import type { TimeState } from "../time/time-state.ts";
import type { ChartLine } from "../types.ts";
import type { PixelCandles } from "./pixel-candles.ts";

/** Of a bar's place. */
const BODY = 0.7;
/** CSS pixels from which a body is drawn: in a narrower one hollow and filled would look the same. */
const LEAST_BODY = 3;
/** What rises where there is no room for a hollow body. */
const LIGHT = 0.5;

/** Canvas pixels. */
interface Bar {
  readonly x: number;
  readonly width: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** A stroke of an odd width is sharp between two pixels, one of an even width on their edge. */
const sharp = (at: number, stroke: number): number => Math.round(at) + (stroke % 2) / 2;

function barsOf(
  frame: PlotFrame,
  state: TimeState,
  line: ChartLine,
  buckets: readonly PixelCandles[],
): { rising: Bar[]; falling: Bar[] } {
  const { u, window } = frame;
  const scale = scaleOf(state.panes, line.pane, line.axis);
  const each = u.bbox.width / Math.max(1, window.to - window.from + 1);
  const sides: { rising: Bar[]; falling: Bar[] } = { rising: [], falling: [] };
  for (const { count, first, last, open, high, low, close } of buckets) {
    for (let i = 0; i < count; i++) {
      if (Number.isNaN(open[i]!)) continue;
      const y = (value: number): number => u.valToPos(value, scale, true);
      sides[close[i]! >= open[i]! ? "rising" : "falling"].push({
        x: u.valToPos((first[i]! + last[i]!) / 2, "x", true),
        width: each * (last[i]! - first[i]! + 1) * BODY,
        open: y(open[i]!),
        high: y(high[i]!),
        low: y(low[i]!),
        close: y(close[i]!),
      });
    }
  }
  return sides;
}

/** What rises is hollow, or where that is not to be seen lighter; what falls is filled. */
function paintCandles(
  ctx: CanvasRenderingContext2D,
  bars: readonly Bar[],
  isHollow: boolean,
  ground: string,
): void {
  const ratio = uPlot.pxRatio;
  const stroke = Math.max(1, Math.floor(ratio));
  ctx.lineWidth = stroke;
  const isWide = (bars[0]?.width ?? 0) >= LEAST_BODY * ratio;
  if (!isWide && isHollow) ctx.globalAlpha = LIGHT;
  ctx.beginPath();
  for (const { x, high, low } of bars) {
    const at = sharp(x, stroke);
    ctx.moveTo(at, high);
    ctx.lineTo(at, Math.max(low, high + stroke));
  }
  ctx.stroke();
  ctx.beginPath();
  for (const { x, width, open, close } of bars) {
    const half = Math.max(1, Math.round(width / 2));
    const at = sharp(x, stroke);
    const top = sharp(Math.min(open, close), stroke);
    ctx.rect(at - half, top, half * 2, Math.round(Math.abs(close - open)));
  }
  if (isWide) {
    ctx.fillStyle = isHollow ? ground : ctx.strokeStyle;
    ctx.fill();
    ctx.stroke();
  } else {
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

/** Open to the left, close to the right; what falls is drawn twice as wide. */
function paintOhlc(ctx: CanvasRenderingContext2D, bars: readonly Bar[], isRising: boolean): void {
  const ratio = Math.max(1, Math.floor(uPlot.pxRatio));
  const isWide = (bars[0]?.width ?? 0) >= LEAST_BODY * ratio;
  const stroke = isRising || !isWide ? ratio : ratio * 2;
  ctx.lineWidth = stroke;
  if (!isWide && isRising) ctx.globalAlpha = LIGHT;
  ctx.beginPath();
  for (const { x, width, open, high, low, close } of bars) {
    const at = sharp(x, stroke);
    const half = Math.max(1, Math.round(width / 2));
    ctx.moveTo(at, high);
    ctx.lineTo(at, Math.max(low, high + stroke));
    ctx.moveTo(at - half, sharp(open, stroke));
    ctx.lineTo(at, sharp(open, stroke));
    ctx.moveTo(at, sharp(close, stroke));
    ctx.lineTo(at + half, sharp(close, stroke));
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** @param buckets of the line, as many as its pixels show */
export function paintPrices(
  frame: PlotFrame,
  state: TimeState,
  line: ChartLine,
  buckets: readonly PixelCandles[],
): void {
  const { colours } = frame.theme;
  const { rising, falling } = barsOf(frame, state, line, buckets);
  paintOn(frame.u, true, (ctx) => {
    for (const [bars, colour] of [
      [rising, colours.up],
      [falling, colours.down],
    ] as const) {
      ctx.strokeStyle = colour;
      ctx.fillStyle = colour;
      if (line.shape === "candles") paintCandles(ctx, bars, bars === rising, colours.surface);
      else paintOhlc(ctx, bars, bars === rising);
    }
  });
}
