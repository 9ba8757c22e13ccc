/** The marks of an option's liquidity, left of its price: one of the book, one of its trades, each the gravest there is. */
import { type LiquidityMark, markOf } from "#domain/format/liquidity-marks.ts";
import type { PainterTheme } from "./api.ts";
import type { Context2D } from "./canvas-context.ts";

/** Of the square that a mark is drawn in, CSS pixels. */
const SIZE = 6;

function paintMark(
  context: Context2D,
  { colours }: PainterTheme,
  { about, strokes }: LiquidityMark,
  left: number,
  middle: number,
): void {
  if (strokes.length === 0) {
    context.fillStyle = colours["ink-3"];
    context.beginPath();
    context.arc(left + SIZE / 2, middle, 1.5, 0, Math.PI * 2);
    context.fill();
    return;
  }
  context.strokeStyle = colours[about === "quotes" ? "warn" : "ink-3"];
  context.beginPath();
  for (const points of strokes)
    for (let i = 0; i < points.length; i += 2) {
      const x = left + points[i]!;
      const y = middle - SIZE / 2 + points[i + 1]!;
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  context.stroke();
}

/** @param left CSS pixels, where the marks have their room @param y upper edge of the cell */
export function paintLiquidity(
  context: Context2D,
  theme: PainterTheme,
  flags: number,
  left: number,
  y: number,
  height: number,
): void {
  const ofQuotes = markOf(flags, "quotes");
  const ofTrades = markOf(flags, "trades");
  const middle = y + (height - 1) / 2;
  const apart = ofQuotes !== null && ofTrades !== null ? SIZE / 2 + 1.5 : 0;
  if (ofQuotes !== null) paintMark(context, theme, ofQuotes, left, middle - apart);
  if (ofTrades !== null) paintMark(context, theme, ofTrades, left, middle + apart);
}
