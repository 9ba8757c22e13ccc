import type { TimeChartProps } from "../types.ts";

/** What the plot is given. */
export type TimePlotProps = Omit<TimeChartProps, "name" | "isStale" | "notice" | "source">;

/** All that is painted. */
export interface TimeState
  extends Pick<
    TimePlotProps,
    "times" | "panes" | "lines" | "gaps" | "recordedSince" | "runningAt" | "strips"
  > {
  /** CSS pixels beside the plot for the names of lines; 0 none */
  readonly labelRoom: number;
  /** Ends of the axes in use, by their scales. */
  readonly ranges: ReadonlyMap<string, readonly [number, number]>;
}
