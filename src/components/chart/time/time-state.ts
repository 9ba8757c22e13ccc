import type { Ticks } from "../frame/ticks.ts";
import type { TimeChartProps } from "../types.ts";
import type { PanePlace } from "./pane-scale.ts";

/** What the plot is given. */
export type TimePlotProps = Omit<TimeChartProps, "name" | "isStale" | "notice" | "source">;

type Ends = readonly [number, number];

/** Axes on which equal ratios are equally far apart. */
export interface LogAxes {
  /** as `scaleOf` names them */
  readonly scales: readonly string[];
  range(least: number | null, most: number | null): Ends;
  /** Ends of the scale over the whole plot. @param height CSS pixels of the plot */
  spread(ends: Ends, place: PanePlace, height: number): Ends;
  /** @param pixels CSS pixels from end to end */
  ticks(least: number, most: number, pixels: number): Ticks;
}

/** All that is painted. */
export interface TimeState
  extends Pick<
    TimePlotProps,
    "times" | "places" | "panes" | "lines" | "gaps" | "recordedSince" | "runningAt" | "strips" | "levels"
  > {
  /** CSS pixels beside the plot for the names of lines; 0 none */
  readonly labelRoom: number;
  /** Ends of the axes in use, by their scales. */
  readonly ranges: ReadonlyMap<string, Ends>;
  /** null of charts that have none */
  readonly log: LogAxes | null;
}
