import type uPlot from "uplot";
import type { Zoom } from "#domain/strategy/analyzer/model.ts";
import type { PlotTheme } from "../plot/plot-theme.ts";
import type { DragEvents, PayoffChartProps, PayoffView } from "../types.ts";
import type { Window } from "./payoff-scales.ts";

export type PlotOptions = Pick<PayoffChartProps, "zoom" | "strikesOf" | "priceStep" | "decimals" | "oiMode">;

export interface PlotEvents extends DragEvents {
  onZoom(zoom: Zoom): void;
}

/** What the parts of the plot share. It is changed in place: many frames a second make no garbage of it. */
export interface PlotState {
  view: PayoffView;
  options: PlotOptions;
  theme: PlotTheme;
  /** Prices shown. */
  window: Window;
  /** Prices known; null before any. */
  full: Window | null;
  /** The price that the crosshair stands at; NaN without it. */
  crosshair: number;
  /** Legs in the hand. */
  held: readonly string[];
}

/** CSS pixels, against the left edge of the canvas. */
export interface PlotGeometry {
  readonly left: number;
  readonly width: number;
  xOf(price: number): number;
  priceOf(x: number): number;
}

/** Of the plot as it is drawn now. @param ratio device pixels a CSS pixel */
export function geometryOf(u: uPlot, ratio: number): PlotGeometry {
  const left = u.bbox.left / ratio;
  return {
    left,
    width: u.bbox.width / ratio,
    xOf: (price) => left + u.valToPos(price, "x"),
    priceOf: (x) => u.posToVal(x - left, "x"),
  };
}
