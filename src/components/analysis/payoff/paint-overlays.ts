/** What a trader put beside the strategy: curves of snapshots, and hairlines at pinned prices. Canvas work alone. */

import uPlot from "uplot";
import { haloText } from "../plot/halo-text.ts";
import { labelFont } from "../plot/plot-theme.ts";
import type { Overlay } from "../types.ts";
import { inPlot } from "./paint-ground.ts";
import { strokeCurve } from "./paint-marks.ts";
import type { PlotState } from "./plot-state.ts";
import { valueAt } from "./readout.ts";

/** Of one snapshot after another: told apart without a colour. CSS pixels. */
const DASHES = [
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
] as const;
const FAINT = 0.55;
/** CSS pixels from the plot's left edge. */
const INSET = 6;

/** Its curve at expiry, its curve at its target date fainter, and its name at the left end: the other has the names of the strategy at hand. */
export function paintOverlays(u: uPlot, { view, theme, window }: PlotState): void {
  const overlays = view.overlays ?? [];
  if (overlays.length === 0) return;
  const ratio = uPlot.pxRatio;
  inPlot(u, (ctx) => {
    overlays.forEach(({ figures }, i) => {
      const prices = figures.payoff_prices ?? [];
      ctx.setLineDash(DASHES[i % DASHES.length]!.map((part) => part * ratio));
      ctx.lineWidth = 1.25 * ratio;
      ctx.globalAlpha = 1;
      ctx.strokeStyle = theme.colours["ink-3"];
      strokeCurve(u, ctx, prices, figures.payoffs_at_expiry ?? []);
      ctx.globalAlpha = FAINT;
      ctx.strokeStyle = theme.colours.accent;
      strokeCurve(u, ctx, prices, figures.payoffs_at_target ?? []);
    });
    ctx.globalAlpha = 1;
    ctx.setLineDash([]);
    ctx.font = labelFont(theme, ratio, 600);
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    const places = namePlaces(u, overlays, window.min);
    overlays.forEach(({ name }, i) => {
      const y = places[i]!;
      if (Number.isNaN(y)) return;
      haloText(ctx, name, u.bbox.left + INSET * ratio, y, theme.colours["ink-2"], theme.colours.surface);
    });
  });
}

/** The curves before charges, thin beside those after them. */
export function paintGross(u: uPlot, { view, theme }: PlotState): void {
  const { gross } = view;
  if (gross == null) return;
  const prices = gross.payoff_prices ?? [];
  inPlot(u, (ctx) => {
    ctx.setLineDash([]);
    ctx.lineWidth = uPlot.pxRatio;
    ctx.globalAlpha = FAINT;
    ctx.strokeStyle = theme.colours.ink;
    strokeCurve(u, ctx, prices, gross.payoffs_at_expiry ?? []);
    ctx.strokeStyle = theme.colours.accent;
    strokeCurve(u, ctx, prices, gross.payoffs_at_target ?? []);
  });
}

/** CSS pixels between two names. */
const LINE = 13;

/** Over the curves' ends, inside the plot, one over the other where they meet. */
function namePlaces(u: uPlot, overlays: readonly Overlay[], least: number): number[] {
  const ratio = uPlot.pxRatio;
  const { top, height } = u.bbox;
  const places = overlays.map(({ figures }) => {
    const prices = figures.payoff_prices ?? [];
    const at = valueAt(prices, figures.payoffs_at_expiry ?? [], Math.max(least, prices[0] ?? Number.NaN));
    const y = u.valToPos(at, "y", true) - (2 * LINE * ratio) / 3;
    return Math.min(Math.max(y, top + 2 * LINE * ratio), top + height - 2 * LINE * ratio);
  });
  const order = places.map((_, i) => i).sort((a, b) => places[b]! - places[a]!);
  for (let i = 1; i < order.length; i++) {
    const most = places[order[i - 1]!]! - LINE * ratio;
    if (places[order[i]!]! > most) places[order[i]!] = most;
  }
  return places;
}

/** A hairline at each pinned price; what it is, the table under the chart says. */
export function paintPins(u: uPlot, { view, theme }: PlotState): void {
  const pins = view.pins ?? [];
  if (pins.length === 0) return;
  const ratio = uPlot.pxRatio;
  const { top, height } = u.bbox;
  inPlot(u, (ctx) => {
    ctx.strokeStyle = theme.colours.accent;
    ctx.lineWidth = ratio;
    ctx.globalAlpha = FAINT;
    ctx.setLineDash([ratio, 3 * ratio]);
    for (const price of pins) {
      const x = Math.round(u.valToPos(price, "x", true)) + 0.5;
      ctx.beginPath();
      ctx.moveTo(x, top);
      ctx.lineTo(x, top + height);
      ctx.stroke();
    }
  });
}
