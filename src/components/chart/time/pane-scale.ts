/** Panes of one plot: each scale holds its figures in its pane's share of the height. Pure. */

import type { ChartAxis, ChartLine, ChartPane } from "../types.ts";
import { valueRange } from "./time-scale.ts";

type Side = ChartLine["axis"];

/** CSS pixels from the plot's upper edge. */
export interface PanePlace {
  readonly top: number;
  readonly bottom: number;
}

/** More would be too low to read on any screen. */
export const MOST_PANES = 6;
/** Between two panes; the name of the lower one stands there. */
const BETWEEN = 22;
/** Over the first pane, where gaps are told. */
const HEAD = 18;

export const scaleName = (pane: number, side: Side): string => `${side}${pane}`;
export const SCALES: readonly string[] = Array.from({ length: MOST_PANES }, (_, pane) => [
  scaleName(pane, "left"),
  scaleName(pane, "right"),
]).flat();

/** An axis of figures has one scale, or where it is one of equal ratios another. */
export const scaleOf = (panes: readonly ChartPane[], pane: number, side: Side): string =>
  `${panes[pane]?.[side]?.isLog === true ? "log-" : ""}${scaleName(pane, side)}`;

/** @param scale as `scaleOf` names it */
export const axisOf = (scale: string) => ({
  pane: Number(scale.at(-1)),
  side: scale.includes("left") ? ("left" as const) : ("right" as const),
  isLog: scale.startsWith("log-"),
});

/** @throws RangeError when there are more panes than a plot has room for */
export function placePanes(panes: readonly ChartPane[], height: number): PanePlace[] {
  if (panes.length > MOST_PANES) throw new RangeError(`A chart has at most ${MOST_PANES} panes.`);
  const weights = panes.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const room = Math.max(1, height - HEAD - BETWEEN * (panes.length - 1));
  let top = HEAD;
  return panes.map(({ weight }) => {
    const bottom = top + (room * weight) / weights;
    const place = { top, bottom };
    top = bottom + BETWEEN;
    return place;
  });
}

/** Ends of an axis, around its figures and what it always holds. */
export function axisRange(axis: ChartAxis | null, least: number | null, most: number | null) {
  const holds = axis?.holds;
  if (holds === undefined || least === null || most === null) return valueRange(least, most);
  if (least === holds && most === holds) return [holds, holds + 1] as const;
  const [low, high] = valueRange(Math.min(least, holds), Math.max(most, holds));
  // What it always holds is its edge, unless there are figures on both sides of it.
  return [least >= holds ? holds : low, most <= holds ? holds : high] as const;
}

/** Ends of the scale over the whole plot, so that the axis' own ends are those of its pane. */
export function spread(
  [low, high]: readonly [number, number],
  { top, bottom }: PanePlace,
  height: number,
): readonly [number, number] {
  const perPixel = (high - low) / Math.max(1, bottom - top);
  return [low - (height - bottom) * perPixel, high + top * perPixel];
}

/** What of a band an axis shows, low and high; null nothing. */
export function bandPart(
  { from, to }: { readonly from: number; readonly to: number },
  [low, high]: readonly [number, number],
): readonly [number, number] | null {
  const part = [Math.max(from, low), Math.min(to, high)] as const;
  return part[0] < part[1] ? part : null;
}
