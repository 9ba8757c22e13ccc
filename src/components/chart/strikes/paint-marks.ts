/** What is marked among bars of strikes: spot and forward, max pain, and whose half is whose. Canvas work alone. */

import uPlot from "uplot";
import { formatFixed } from "#domain/format/number.ts";
import { haloText } from "../../analysis/plot/halo-text.ts";
import { labelFont, type PlotTheme } from "../../analysis/plot/plot-theme.ts";
import { crisp, hairline, paintOn } from "../frame/paint.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import { TEXTS } from "../texts.ts";
import type { StrikeBarsProps } from "../types.ts";
import { isMirrored, sceneOf } from "./paint-strikes.ts";
import { besideMarks, placeOfPrice, ROW, strikeStep } from "./strike-scale.ts";

type State = StrikeBarsProps;

/** CSS pixels from a diamond's middle to its corners. */
const DIAMOND = 5;
/** CSS pixels from a mark to its words. */
const GAP = 5;
/** Strikes nearer than half a rupee have prices of four decimals. */
const FINE_STEP = 0.5;

interface Mark {
  readonly price: number;
  readonly text: string;
  readonly colour: string;
  readonly dash: readonly number[];
  readonly diamond: "full" | "hollow" | null;
}

/** Prices in the first row, max pain in the second. */
function marksOf(state: State, { colours }: PlotTheme): readonly [Mark[], Mark[]] {
  const decimals = strikeStep(state.strikes) < FINE_STEP ? 4 : 2;
  const { spot, forward, maxPain, maxPainBefore, formatStrike } = state;
  const prices: Mark[] = [];
  if (spot !== null) {
    const text = TEXTS.spot(formatFixed(spot, decimals));
    prices.push({ price: spot, text, colour: colours.ink, dash: [], diamond: null });
  }
  if (forward !== null) {
    const text = TEXTS.forward(formatFixed(forward, decimals));
    prices.push({ price: forward, text, colour: colours.accent, dash: [5, 3], diamond: null });
  }
  const pains: Mark[] = [];
  if (maxPain !== null) {
    const text = TEXTS.maxPain(formatStrike(maxPain));
    pains.push({ price: maxPain, text, colour: colours["ink-2"], dash: [1, 3], diamond: "full" });
  }
  if (maxPainBefore !== null && maxPainBefore !== maxPain) {
    const text = TEXTS.maxPainBefore(formatStrike(maxPainBefore));
    pains.push({ price: maxPainBefore, text, colour: colours["ink-3"], dash: [1, 3], diamond: "hollow" });
  }
  return [prices, pains];
}

/** Spot, forward and max pain through the bars, each with its name over them. */
export function paintStrikeMarks(frame: PlotFrame, state: State): void {
  if (state.strikes.length === 0) return;
  const { u, theme } = frame;
  const { bbox } = u;
  const ratio = uPlot.pxRatio;
  const { from, to } = frame.window;
  const middle = u.valToPos(placeOfPrice(state.strikes, state.spot ?? state.forward), "x", true);
  marksOf(state, theme).forEach((row, i) => {
    const marks = row.flatMap((mark) => {
      const place = placeOfPrice(state.strikes, mark.price);
      return place >= from - 0.5 && place <= to + 0.5 ? [{ ...mark, x: u.valToPos(place, "x", true) }] : [];
    });
    const y = bbox.top + (ROW / 2 + i * ROW) * ratio;
    paintOn(u, true, (ctx) => {
      for (const { x, colour, dash } of marks) {
        const at = crisp(x);
        hairline(ctx, [at, y - (ROW / 2 - 2) * ratio, at, bbox.top + bbox.height], colour, dash);
      }
      for (const { x, colour, diamond } of marks) {
        if (diamond !== null) paintDiamond(ctx, x, y, colour, diamond, theme);
      }
    });
    paintOn(u, false, (ctx) => {
      ctx.font = labelFont(theme, ratio, 500);
      ctx.textBaseline = "middle";
      ctx.lineJoin = "round";
      const gap = (GAP + (i === 1 ? DIAMOND : 0)) * ratio;
      const widths = marks.map(({ text }) => ctx.measureText(text).width);
      const lefts = besideMarks(
        marks.map(({ x }, at) => ({ x, width: widths[at]! })),
        bbox.left + 2 * ratio,
        bbox.left + bbox.width - 2 * ratio,
        gap,
        middle,
      );
      for (const [at, { text, colour }] of marks.entries())
        haloText(ctx, text, lefts[at]!, y, colour, theme.colours.surface);
    });
  });
  if (isMirrored(state)) paintSides(frame, state);
}

function paintSides(frame: PlotFrame, state: State): void {
  const { u, theme } = frame;
  const ratio = uPlot.pxRatio;
  const { call, put } = sceneOf(frame, state);
  const sides = [
    [TEXTS.call, call.top + 8 * ratio, theme.colours["oi-call-ink"]],
    [TEXTS.put, put.bottom - 8 * ratio, theme.colours["oi-put-ink"]],
  ] as const;
  paintOn(u, false, (ctx) => {
    ctx.font = labelFont(theme, ratio, 600);
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    for (const [text, y, colour] of sides)
      haloText(ctx, text, u.bbox.left + 6 * ratio, y, colour, theme.colours.surface);
  });
}

function paintDiamond(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  colour: string,
  kind: "full" | "hollow",
  { colours }: PlotTheme,
): void {
  const size = DIAMOND * uPlot.pxRatio;
  ctx.beginPath();
  ctx.moveTo(x, y - size);
  ctx.lineTo(x + size, y);
  ctx.lineTo(x, y + size);
  ctx.lineTo(x - size, y);
  ctx.closePath();
  ctx.fillStyle = kind === "full" ? colour : colours.surface;
  ctx.fill();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5 * uPlot.pxRatio;
  ctx.stroke();
}
