import type { ReactNode } from "react";
import type { PlotFrame } from "../frame/plot-frame.ts";
import type { ChartLine } from "../types.ts";
import type { LogAxes, TimePlotProps, TimeState } from "./time-state.ts";

/** What is drawn beside what every chart draws. */
export interface ChartLayer {
  /** All bars have changed. */
  reset(): void;
  /** Under the lines. */
  under(frame: PlotFrame, state: TimeState): void;
  /** Over the lines, under their names. */
  over(frame: PlotFrame, state: TimeState): void;
  /** The cursor has gone to another place, -1 none. */
  moved?(place: number): void;
}

/** What only some charts have, handed in by their page, so that the code of the others has none of it. */
export interface LayerKind {
  /** Of one plot. */
  create(): ChartLayer;
  /** Columns that a line has beside its values, which its axis holds and the readout names. */
  beside(line: ChartLine): readonly { readonly name: string; readonly column: readonly (number | null)[] }[];
  /** Its sign beside its name; null where it is a line's. */
  swatch(line: ChartLine): ReactNode | null;
  readonly log: LogAxes;
}

/** What lies over the lines of one chart, under their names; another object where it is to be drawn anew. */
export interface ChartOverlay {
  paint(frame: PlotFrame, state: TimeState): void;
}

export interface Layered {
  /** Bars of prices, levels, notes and axes of equal ratios (`PRICE_LAYER`); the same for as long as there is the chart. */
  readonly layer?: LayerKind | undefined;
  readonly overlays?: readonly ChartOverlay[];
}

/** What a plot is made with. */
export type LayeredPlotProps = TimePlotProps & Layered;

export const columnsBeside = (line: ChartLine, layer: LayerKind | undefined) =>
  (layer?.beside(line) ?? []).map(({ column }) => column);
