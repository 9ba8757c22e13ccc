/** The names of the curves, at their ends. Canvas work alone. */

import uPlot from "uplot";
import { expiryText, shortTime } from "../figures.ts";
import { haloText } from "../plot/halo-text.ts";
import { labelFont } from "../plot/plot-theme.ts";
import { TEXTS } from "../texts.ts";
import type { PayoffFigures } from "../types.ts";
import { inPlot } from "./paint-ground.ts";
import { ROW } from "./paint-marks.ts";
import type { PlotState } from "./plot-state.ts";

/** Narrower plots have no room to name curves at their end; the readout names them by their strokes. */
const NAMED_FROM = 480;

function endOf(prices: readonly number[], values: readonly (number | null)[], most: number): number {
  let at = -1;
  for (let i = 0; i < prices.length && prices[i]! <= most; i++) if (values[i] !== null) at = i;
  return at;
}

/** Each curve's name over its right end. */
export function paintNames(u: uPlot, state: PlotState): void {
  const { payload } = state.view;
  if (payload === null || u.bbox.width / uPlot.pxRatio < NAMED_FROM) return;
  const ends = namedEnds(payload, state).sort((a, b) => a.value - b.value);
  const ratio = uPlot.pxRatio;
  const { left, top, width, height } = u.bbox;
  inPlot(u, (ctx) => {
    ctx.textAlign = "right";
    ctx.textBaseline = "middle";
    ctx.font = labelFont(state.theme, ratio, 500);
    // From the lowest up, each over the one before, so that none lies on a curve that ends there; the lowest row is left to the marks
    // of the axis, the highest to those of the spot.
    let below = top + height - 2 * ROW * ratio;
    let highest = top + (3 * ROW + 14 * ends.length) * ratio;
    for (const { value, text, colour } of ends) {
      const wanted = u.valToPos(value, "y", true) - 1.4 * ROW * ratio;
      highest -= 14 * ratio;
      const y = Math.max(Math.min(wanted, below - 14 * ratio), highest);
      below = y;
      haloText(ctx, text, left + width - 6 * ratio, y, colour, state.theme.colours.surface);
    }
  });
}

function namedEnds(payload: PayoffFigures, { window, theme }: PlotState) {
  const prices = payload.payoff_prices ?? [];
  const curves = [
    [payload.payoffs_at_expiry ?? [], TEXTS.payoff.atExpiry(expiryText(payload.expiry)), theme.colours.ink],
    [payload.payoffs_at_target ?? [], shortTime(payload.selected_target_datetime), theme.colours.accent],
  ] as const;
  return curves.flatMap(([values, text, colour]) => {
    const value = values[endOf(prices, values, window.max)];
    return value === null || value === undefined ? [] : [{ value, text, colour }];
  });
}
