/** What lies over the curves: the ghost of before a drag, spot, breakevens, and their labels. Canvas work alone. */

import uPlot from "uplot";
import { formatFixed, formatSignedPct } from "#domain/format/number.ts";
import { haloText } from "../plot/halo-text.ts";
import { stackLabels } from "../plot/place-labels.ts";
import { labelFont } from "../plot/plot-theme.ts";
import { TEXTS } from "../texts.ts";
import { inPlot } from "./paint-ground.ts";
import type { PlotState } from "./plot-state.ts";
import { shareFrom } from "./readout.ts";

export function strokeCurve(
  u: uPlot,
  ctx: CanvasRenderingContext2D,
  prices: ArrayLike<number>,
  values: ArrayLike<number | null>,
): void {
  ctx.beginPath();
  let isPen = false;
  for (let i = 0; i < prices.length; i++) {
    const value = values[i];
    if (value === null || value === undefined || Number.isNaN(value)) {
      isPen = false;
      continue;
    }
    const x = u.valToPos(prices[i]!, "x", true);
    const y = u.valToPos(value, "y", true);
    if (isPen) ctx.lineTo(x, y);
    else ctx.moveTo(x, y);
    isPen = true;
  }
  ctx.stroke();
}

const GHOST = 0.5;

/** Both curves as they were when the drag began: dashed and faint. */
export function paintGhost(u: uPlot, { view, theme }: PlotState): void {
  const { ghost } = view;
  const prices = ghost?.payoff_prices;
  if (ghost === null || prices === null || prices === undefined) return;
  const ratio = uPlot.pxRatio;
  inPlot(u, (ctx) => {
    ctx.globalAlpha = GHOST;
    ctx.lineWidth = 1.5 * ratio;
    ctx.setLineDash([5 * ratio, 4 * ratio]);
    ctx.strokeStyle = theme.colours.ink;
    strokeCurve(u, ctx, prices, ghost.payoffs_at_expiry ?? []);
    ctx.strokeStyle = theme.colours.accent;
    strokeCurve(u, ctx, prices, ghost.payoffs_at_target ?? []);
  });
}

function verticalLine(u: uPlot, ctx: CanvasRenderingContext2D, price: number, colour: string): void {
  const x = Math.round(u.valToPos(price, "x", true)) + 0.5;
  ctx.strokeStyle = colour;
  ctx.lineWidth = uPlot.pxRatio;
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(x, u.bbox.top);
  ctx.lineTo(x, u.bbox.top + u.bbox.height);
  ctx.stroke();
}

interface Label {
  readonly price: number;
  readonly text: string;
  readonly colour: string;
  readonly weight?: number;
}

/** CSS pixels from one row of labels to the next. */
const LINE = 15;

/** Labels in a row, and where that has no room in as many more above it. */
function labelRow(u: uPlot, state: PlotState, labels: readonly Label[], y: number, rows: number): void {
  const { ctx } = u;
  const { left, width } = u.bbox;
  const ratio = uPlot.pxRatio;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.setLineDash([]);
  const fonts = labels.map(({ weight }) => labelFont(state.theme, ratio, weight));
  const places = stackLabels(
    labels.map(({ price, text }, i) => {
      ctx.font = fonts[i]!;
      return { at: u.valToPos(price, "x", true), width: ctx.measureText(text).width };
    }),
    left + 3 * ratio,
    left + width - 3 * ratio,
    6 * ratio,
    rows,
  );
  labels.forEach(({ text, colour }, i) => {
    const { left: at, row } = places[i]!;
    if (Number.isNaN(at)) return;
    ctx.font = fonts[i]!;
    haloText(ctx, text, at, y - row * LINE * ratio, colour, state.theme.colours.surface);
  });
}

/** CSS pixels from the plot's edge to the middle of a row of labels. */
export const ROW = 9;
/** Each breakeven is worth its figure, also on a phone where two have no room beside each other. */
const BREAKEVEN_ROWS = 3;

export function paintMarks(u: uPlot, state: PlotState): void {
  const { view, theme, options } = state;
  const { colours } = theme;
  const { payload, spot } = view;
  const { top, height } = u.bbox;
  inPlot(u, (ctx) => {
    if (Number.isFinite(spot)) verticalLine(u, ctx, spot, colours["ink-2"]);
    paintBreakevens(u, ctx, state);
    const bands = payload?.standard_deviation;
    const labels: Label[] = [
      {
        price: spot,
        text: TEXTS.payoff.spot(formatFixed(spot, options.decimals)),
        colour: colours.ink,
        weight: 600,
      },
    ];
    if (bands !== undefined) {
      const sigmas = [
        [1, bands.upper_1],
        [-1, bands.lower_1],
        [2, bands.upper_2],
        [-2, bands.lower_2],
      ] as const;
      for (const [count, price] of sigmas) {
        if (price !== null) labels.push({ price, text: TEXTS.payoff.sigma(count), colour: colours["ink-3"] });
      }
    }
    labelRow(u, state, labels, top + ROW * uPlot.pxRatio, 1);
    const breakevens = (payload?.breakevens_at_expiry ?? []).map((price) => ({
      price,
      text: TEXTS.payoff.breakeven(
        formatFixed(price, options.decimals),
        formatSignedPct(shareFrom(spot, price)),
      ),
      colour: colours.ink,
      weight: 500,
    }));
    labelRow(u, state, breakevens, top + height - ROW * uPlot.pxRatio, BREAKEVEN_ROWS);
  });
}

/** A ring where the curve crosses zero, and a line down to its label. */
function paintBreakevens(u: uPlot, ctx: CanvasRenderingContext2D, { view, theme }: PlotState): void {
  const ratio = uPlot.pxRatio;
  const zero = u.valToPos(0, "y", true);
  ctx.setLineDash([ratio, 2 * ratio]);
  ctx.lineWidth = ratio;
  ctx.strokeStyle = theme.colours["ink-3"];
  for (const price of view.payload?.breakevens_at_expiry ?? []) {
    const x = u.valToPos(price, "x", true);
    ctx.beginPath();
    ctx.moveTo(x, zero);
    ctx.lineTo(x, u.bbox.top + u.bbox.height - 2 * ROW * ratio);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  ctx.lineWidth = 1.5 * ratio;
  ctx.strokeStyle = theme.colours.ink;
  ctx.fillStyle = theme.colours.surface;
  for (const price of view.payload?.breakevens_at_expiry ?? []) {
    ctx.beginPath();
    ctx.arc(u.valToPos(price, "x", true), zero, 3.5 * ratio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
}
