/** Figures of strikes at the price axis: bars that grow from the plot's right edge, calls over puts. Canvas work alone. */

import uPlot from "uplot";
import { createHatch } from "../../analysis/payoff/hatch.ts";
import { paintOn } from "../frame/paint.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import type { ChartOverlay } from "../time/chart-layer.ts";
import { panePlaces } from "../time/paint-ground.ts";
import { scaleOf } from "../time/pane-scale.ts";
import type { TimeState } from "../time/time-state.ts";
import type { StrikeSides } from "../types.ts";

export interface StrikeProfile extends StrikeSides {
  /** rupees, ascending */
  readonly strikes: readonly number[];
}

/** Of the plot's width. */
const WIDEST = 0.24;
/** CSS pixels of one bar. */
const HIGHEST = 7;
const LEAST = 1;
/** Bars let what lies under them through. */
const OPACITY = 0.7;
/** CSS pixels from which a hatch is seen; what is thinner has the colour of its edge. */
const HATCHED = 3;

/** Strikes that an axis shows, first and after the last, and the largest figure of them. */
export function shownStrikes(
  { strikes, call, put }: StrikeProfile,
  [low, high]: readonly [number, number],
): { readonly from: number; readonly to: number; readonly most: number } {
  let from = strikes.findIndex((strike) => strike >= low);
  if (from < 0) from = strikes.length;
  let to = from;
  let most = 0;
  for (; to < strikes.length && strikes[to]! <= high; to++)
    most = Math.max(most, call[to] ?? 0, put[to] ?? 0);
  return { from, to, most };
}

function paint(frame: PlotFrame, state: TimeState, profile: StrikeProfile): void {
  const { u, theme } = frame;
  const ratio = uPlot.pxRatio;
  const scale = scaleOf(state.panes, 0, "left");
  const ends = state.ranges.get(scale);
  if (ends === undefined) return;
  const { from, to, most } = shownStrikes(profile, ends);
  if (most === 0) return;
  const { strikes, call, put } = profile;
  const pane = panePlaces(frame, state)[0]!;
  const right = u.bbox.left + u.bbox.width;
  const ys = strikes.slice(from, to).map((strike) => u.valToPos(strike, scale, true));
  const apart = ys.reduce(
    (least, y, i) => (i === 0 ? least : Math.min(least, ys[i - 1]! - y)),
    Number.POSITIVE_INFINITY,
  );
  const height = Math.max(LEAST * ratio, Math.min(HIGHEST * ratio, Math.floor(apart * 0.42)));
  paintOn(u, true, (ctx) => {
    ctx.beginPath();
    ctx.rect(u.bbox.left, u.bbox.top + pane.top * ratio, u.bbox.width, (pane.bottom - pane.top) * ratio);
    ctx.clip();
    ctx.globalAlpha = OPACITY;
    ctx.lineWidth = Math.max(1, Math.floor(ratio));
    const hatch = createHatch(ctx, theme.colours["oi-put-ink"], "rising", ratio * 0.7);
    const bar = (units: number | null | undefined, top: number, isCall: boolean): void => {
      if (units === null || units === undefined || units <= 0) return;
      const width = Math.max(1, (units / most) * WIDEST * u.bbox.width);
      const isThin = height < HATCHED * ratio;
      const edge = isCall ? "oi-call-ink" : "oi-put-ink";
      ctx.fillStyle = theme.colours[isThin ? edge : isCall ? "oi-call-strong" : "oi-put"];
      ctx.fillRect(right - width, top, width, height);
      if (isThin) return;
      if (!isCall && hatch !== null) {
        ctx.fillStyle = hatch;
        ctx.fillRect(right - width, top, width, height);
      }
      ctx.strokeStyle = theme.colours[edge];
      ctx.strokeRect(Math.round(right - width) + 0.5, Math.round(top) + 0.5, Math.round(width), height);
    };
    for (const [i, y] of ys.entries()) {
      bar(call[from + i], y - height, true);
      bar(put[from + i], y, false);
    }
  });
}

export const profileOverlay = (profile: StrikeProfile): ChartOverlay => ({
  paint: (frame, state) => paint(frame, state, profile),
});
