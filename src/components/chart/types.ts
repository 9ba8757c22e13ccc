import type { ReactNode } from "react";
import type { PlotTheme } from "../analysis/plot/plot-theme.ts";

/** A stretch of time of which nothing is known, epoch ms: left open and hatched, and never drawn across. */
export interface ChartGap {
  readonly from: number;
  readonly to: number;
}

export type LineShape = "line" | "bars" | "candles" | "ohlc";

/** What a bar of prices has beside its close, one of each of `times`; null is not known. */
export interface BarPrices {
  readonly open: readonly (number | null)[];
  readonly high: readonly (number | null)[];
  readonly low: readonly (number | null)[];
}

/** Every colour has a dash or a hatch beside it: nothing is told by colour alone. */
export interface ChartLine {
  readonly id: string;
  /** "24,500 CE" : beside the end of the line, in the readout, in the table and the files */
  readonly name: string;
  /** pane from the top, 0 the first */
  readonly pane: number;
  readonly axis: "left" | "right";
  readonly colour: keyof PlotTheme["colours"];
  readonly dash?: readonly number[];
  /** CSS pixels; 1.75 by default */
  readonly width?: number;
  /** bars stand on zero: volumes and changes; candles and ohlc are bars of prices, with `prices` */
  readonly shape?: LineShape;
  /** one of each of `times`; null is not known */
  readonly values: readonly (number | null)[];
  /** of candles and ohlc, whose `values` are the closes */
  readonly prices?: BarPrices;
  /** Of a figure in readout, table and files: "12.4 L". */
  format(value: number): string;
}

/** What is said of single bars, in words: in the readout beside the time, in the table and the files. */
export interface ChartWords {
  /** "Candle pattern": the head of its column */
  readonly name: string;
  /** null nothing */
  at(index: number): string | null;
}

/** Figures of one axis of a pane. */
export interface ChartAxis {
  format(ticks: readonly number[], step: number): string[];
  /** the axis always holds it: 0 of open interest */
  readonly holds?: number;
  /** equal ratios are equally far apart: of prices, which are above zero; of charts with the layer of prices */
  readonly isLog?: boolean;
}

/** A figure that is named across a pane, such as a day's high before; drawn where the axis has it, which it does not widen. */
export interface ChartLevel {
  readonly id: string;
  /** "Previous high 24,512.30" */
  readonly name: string;
  readonly pane: number;
  readonly axis: "left" | "right";
  readonly value: number;
  readonly colour: keyof PlotTheme["colours"];
  readonly dash: readonly number[];
}

/** Figures of the left axis that say the same: shaded, with its name. */
export interface ChartBand {
  /** the lower end, may be infinite, as the upper one may */
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

export interface ChartPane {
  /** said before its figures in the readout where there are several panes */
  readonly name: string;
  /** share of the height */
  readonly weight: number;
  readonly left: ChartAxis;
  readonly right: ChartAxis | null;
  readonly bands?: readonly ChartBand[];
  /** why nothing is drawn in it; of charts with the layer of prices */
  readonly note?: string;
}

/** A stretch of bars of which something is to be said: hatched at the foot of the first pane, with its name. */
export interface ChartStrip {
  /** start of its first bar and of its last, epoch ms */
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** Places that are named otherwise than by the time of their bar, such as by what is left until an end. */
export interface ChartPlaces {
  /** of its column in table and files: "Minutes to expiry" */
  readonly name: string;
  /** Of a bar, in the readout. */
  text(index: number): string;
  /** Of a bar, as a program reads it. */
  value(index: number): number;
  /** Bars of those in view that are named under the plot. @param end the bar after the last @param most that have room */
  ticks(
    first: number,
    end: number,
    most: number,
  ): readonly { readonly index: number; readonly text: string }[];
}

/** What files and pictures say about themselves. */
export interface ChartSource {
  /** NIFTY */
  readonly symbol: string;
  /** "OI over time" */
  readonly title: string;
  /** where the figures come from: "recorded here since 09:15" */
  readonly origin: string;
  /** market time of the newest figure, epoch ms */
  readonly asOf: number | null;
}

/** Arrays are not changed once they were given, but that they may grow at their end and their last figure may become another. */
export interface TimeChartProps {
  /** what assistive technology calls it */
  readonly name: string;
  /** of the chart in tests; its readout has it with "-readout" */
  readonly testId?: string;
  /** starts of bars, epoch ms, ascending: one place each, so that nights and holidays take no room */
  readonly times: readonly number[];
  /** "Expiry": what times are, where they are not those of bars; in the readout, the table and the files */
  readonly timeName?: string;
  /** what bars are named by where it is not their time */
  readonly places?: ChartPlaces;
  readonly panes: readonly ChartPane[];
  readonly lines: readonly ChartLine[];
  readonly gaps: readonly ChartGap[];
  readonly strips?: readonly ChartStrip[];
  /** of charts with the layer of prices */
  readonly levels?: readonly ChartLevel[];
  /** What is to be said of a bar beside its time, such as where it comes from; null nothing. */
  note?(index: number): string | null;
  readonly words?: readonly ChartWords[];
  /** start of the first minute that was recorded here: labelled where it lies inside the chart */
  readonly recordedSince: number | null;
  /** the bar that has not ended, epoch ms */
  readonly runningAt: number | null;
  readonly isStale: boolean;
  /** CSS pixels; the width is the host's */
  readonly height: number;
  /** the bars in view, epoch ms, null all; the owner keeps it (in the address) */
  readonly view: { readonly from: number; readonly to: number } | null;
  onView(view: { readonly from: number; readonly to: number } | null): void;
  readonly source: ChartSource;
  /** instead of the plot: the skeleton of the final shape, or why there is nothing */
  readonly notice: ReactNode | null;
}

/** One side of every strike; null is not known. */
export interface StrikeSides {
  readonly call: readonly (number | null)[];
  readonly put: readonly (number | null)[];
}

export interface StrikeBarsProps {
  readonly name: string;
  /** rupees, ascending */
  readonly strikes: readonly number[];
  readonly now: StrikeSides;
  /** drawn as a ghost behind; null of changes, and where nothing is compared */
  readonly before: StrikeSides | null;
  /** `change`: bars go both ways from zero */
  readonly measure: "oi" | "change";
  /** `mirrored`: calls to one side of a common axis of strikes, puts to the other */
  readonly layout: "beside" | "mirrored";
  /** hairlines, each with its name; null is not known */
  readonly spot: number | null;
  readonly forward: number | null;
  readonly atmStrike: number | null;
  /** a diamond; `before`'s is hollow */
  readonly maxPain: number | null;
  readonly maxPainBefore: number | null;
  /** of a figure: lots or units, as the owner wishes */
  format(value: number): string;
  readonly axis: ChartAxis;
  formatStrike(strike: number): string;
  readonly isStale: boolean;
  readonly height: number;
  /** strikes in view, null all */
  readonly view: { readonly from: number; readonly to: number } | null;
  onView(view: { readonly from: number; readonly to: number } | null): void;
  /** a strike was pressed, or Enter on it */
  onStrike(strike: number): void;
  readonly source: ChartSource;
  readonly notice: ReactNode | null;
}
