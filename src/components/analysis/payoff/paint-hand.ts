/** What follows a hand over the plot: the target's line and tag, and how far the curve has moved since the drag began. Canvas work alone. */

import uPlot from "uplot";
import { signedMoney } from "../figures.ts";
import { labelFont } from "../plot/plot-theme.ts";
import { ROW } from "./paint-marks.ts";
import type { PlotState } from "./plot-state.ts";
import { readoutAt } from "./readout.ts";

/** CSS pixels that the words of a change take. */
const ROOM = 96;
const WORDS = { height: 16, padding: 3, away: 8, radius: 4 } as const;
const BAR = 3;
const DASH = [3, 3];
/** Rupees that are not worth a mark. */
const LEAST = 0.005;

type Context = CanvasRenderingContext2D;

/** @param top CSS pixels from the canvas' edge to that of the plot's canvas */
export function paintHand(ctx: Context, u: uPlot, state: PlotState, top: number): void {
  const ratio = uPlot.pxRatio;
  const { left, width, height } = u.bbox;
  const plot = {
    left: left / ratio,
    top: top + u.bbox.top / ratio,
    width: width / ratio,
    height: height / ratio,
  };
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.left, plot.top, plot.width, plot.height);
  ctx.clip();
  ctx.translate(plot.left, plot.top);
  paintTarget(ctx, u, state, plot.height);
  paintChange(ctx, u, state, plot.width);
  ctx.restore();
}

function paintTarget(ctx: Context, u: uPlot, { view, theme }: PlotState, height: number): void {
  const x = Math.round(u.valToPos(view.target, "x")) + 0.5;
  if (!Number.isFinite(x)) return;
  ctx.strokeStyle = theme.colours.accent;
  ctx.lineWidth = 1;
  ctx.setLineDash(DASH);
  ctx.beginPath();
  // Between the two rows of labels, as the line that is not in the hand.
  ctx.moveTo(x, 2 * ROW);
  ctx.lineTo(x, height - 2 * ROW);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** A bar from the curve of before to the curve of now, with its rupees. */
function paintChange(ctx: Context, u: uPlot, state: PlotState, width: number): void {
  const { crosshair, view, theme } = state;
  const price = Number.isNaN(crosshair) ? view.target : crosshair;
  const { atTarget, change } = readoutAt(view, price);
  const x = u.valToPos(price, "x");
  if (!(Math.abs(change.atTarget) >= LEAST && x >= 0 && x <= width)) return;
  const y = u.valToPos(atTarget, "y");
  const from = u.valToPos(atTarget - change.atTarget, "y");
  const colour = change.atTarget > 0 ? theme.colours.up : theme.colours.down;
  ctx.fillStyle = colour;
  ctx.fillRect(x - BAR / 2, Math.min(y, from), BAR, Math.abs(y - from));
  const words = signedMoney(change.atTarget);
  ctx.font = labelFont(theme, 1, 600);
  const wide = ctx.measureText(words).width + 2 * WORDS.padding;
  const at = x + ROOM > width ? x - WORDS.away - wide : x + WORDS.away;
  const middle = (from + y) / 2;
  ctx.fillStyle = theme.colours.surface;
  ctx.beginPath();
  ctx.roundRect(at, middle - WORDS.height / 2, wide, WORDS.height, WORDS.radius);
  ctx.fill();
  ctx.fillStyle = colour;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillText(words, at + WORDS.padding, middle);
}

/** The tag as its element would stand. CSS pixels. */
interface Tag {
  readonly text: string;
  /** Of its tip. */
  readonly x: number;
  readonly bottom: number;
  readonly height: number;
  /** Share of it that lies left of the tip. */
  readonly lean: number;
}

const TAG = { padding: 8, radius: 4 } as const;

export function paintTag(ctx: Context, { theme }: PlotState, { text, x, bottom, height, lean }: Tag): void {
  ctx.font = labelFont(theme, 1, 500);
  const width = ctx.measureText(text).width + 2 * TAG.padding;
  const left = x - lean * width;
  ctx.fillStyle = theme.colours.accent;
  ctx.beginPath();
  ctx.roundRect(left, bottom - height, width, height, TAG.radius);
  ctx.fill();
  ctx.fillStyle = theme.colours["accent-ink"];
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillText(text, left + TAG.padding, bottom - height / 2);
}
