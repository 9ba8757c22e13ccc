import type { PlotFrame } from "../frame/plot-frame.ts";
import { columnsBeside, type LayeredPlotProps } from "./chart-layer.ts";
import { scaleOf } from "./pane-scale.ts";
import type { TimePlotProps } from "./time-state.ts";

/** CSS pixels that no eye tells apart. */
const UNSEEN = 0.5;

/** What of a picture another would differ in. */
export interface Drawn {
  readonly props: Pick<
    LayeredPlotProps,
    "panes" | "gaps" | "strips" | "levels" | "overlays" | "recordedSince" | "height" | "view"
  >;
  readonly isRunning: boolean;
  /** Bars there were. */
  readonly count: number;
  /** CSS pixels of a bar. */
  readonly each: number;
  /** Where each line ends, CSS pixels from the plot's upper edge; null where its last figure is not known. */
  readonly ends: readonly (number | null)[];
}

function endsOf({ lines, times, panes, layer }: LayeredPlotProps, { u }: PlotFrame): (number | null)[] {
  return lines.flatMap((line) =>
    [line.values, ...columnsBeside(line, layer)].map((column) => {
      const end = column[times.length - 1] ?? null;
      return end === null ? null : u.valToPos(end, scaleOf(panes, line.pane, line.axis));
    }),
  );
}

export function drawnOf(props: LayeredPlotProps, frame: PlotFrame): Drawn {
  const { panes, gaps, strips, levels, overlays, recordedSince, height, view, runningAt, times } = props;
  return {
    props: {
      ...{ panes, gaps, recordedSince, height, view },
      ...(strips === undefined ? {} : { strips }),
      ...(levels === undefined ? {} : { levels }),
      ...(overlays === undefined ? {} : { overlays }),
    },
    isRunning: runningAt !== null,
    count: times.length,
    each: frame.u.over.clientWidth / Math.max(1, frame.window.to - frame.window.from + 1),
    ends: endsOf(props, frame),
  };
}

const isLikeGaps = (a: TimePlotProps["gaps"], b: TimePlotProps["gaps"]): boolean =>
  a === b || (a.length === b.length && a.every(({ from, to }, i) => from === b[i]!.from && to === b[i]!.to));

/**
 * Whether bars that were added, the past being the same, would move nothing by as much as half a pixel: of a hundred thousand bars a
 * new one mostly lies where the last one was drawn.
 */
export function isSamePicture(before: Drawn, next: LayeredPlotProps, frame: PlotFrame): boolean {
  const { props, count, each, ends, isRunning } = before;
  if (next.view !== null || props.view !== null || isRunning !== (next.runningAt !== null)) return false;
  if (props.panes !== next.panes || props.strips !== next.strips || props.levels !== next.levels)
    return false;
  if (props.height !== next.height || props.overlays !== next.overlays) return false;
  if (props.recordedSince !== next.recordedSince || !isLikeGaps(props.gaps, next.gaps)) return false;
  if ((next.times.length - count) * each >= UNSEEN) return false;
  return endsOf(next, frame).every((end, i) => {
    const was = ends[i] ?? null;
    return end === null || was === null ? end === was : Math.abs(end - was) < UNSEEN;
  });
}
