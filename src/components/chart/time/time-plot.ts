import type uPlot from "uplot";
import { labelFont } from "../../analysis/plot/plot-theme.ts";
import { createFrame, type PlotFrame } from "../frame/plot-frame.ts";
import { viewOf, windowOf } from "../frame/window.ts";
import type { ChartLine } from "../types.ts";
import { columnsBeside, type LayeredPlotProps } from "./chart-layer.ts";
import { paintBars, paintGround } from "./paint-ground.ts";
import { paintWords } from "./paint-words.ts";
import { axisOf, axisRange, placePanes, SCALES, scaleOf, spread } from "./pane-scale.ts";
import { isSamePast } from "./same-past.ts";
import { type Drawn, drawnOf, isSamePicture } from "./same-picture.ts";
import { breaksOf, createTimeFeed, type TimeColumns } from "./time-feed.ts";
import { lonePoints } from "./time-scale.ts";
import type { TimeState } from "./time-state.ts";

/** What a component tells of it. */
export interface TimePlotEvents {
  /** @param index of the bar under the cursor; -1 none */
  onCursor(index: number, isByKey: boolean): void;
}

/** Lines over market bars, made once: what comes later is data. Arrays that were given before may only have grown at their ends. */
export interface TimePlot {
  readonly frame: PlotFrame;
  show(props: LayeredPlotProps): void;
  destroy(): void;
}

const VALUE_AXIS = 56;
const TIME_AXIS = 24;
/** Names have room beside the plot from this width on; the readout has them always. CSS pixels. */
const NAMED_FROM = 560;
const WIDEST_NAME = 132;

export function createTimePlot(host: HTMLElement, first: LayeredPlotProps, events: TimePlotEvents): TimePlot {
  let props: LayeredPlotProps = first;
  let data: TimeColumns = { times: [], columns: [], breaks: [] };
  /** Bars before the last one when they were last taken. */
  let settled = 0;
  let drawnLines: readonly ChartLine[] = [];
  let drawnScales = "";
  let names = 0;
  const feed = createTimeFeed();
  const layer = first.layer?.create() ?? null;
  const log = first.layer?.log ?? null;
  const ranges = new Map<string, readonly [number, number]>();
  const pen = document.createElement("canvas").getContext("2d");

  const labelRoom = (width: number): number => (width < NAMED_FROM ? 0 : names);
  const state = (): TimeState => ({ ...props, labelRoom: labelRoom(frame.width), ranges, log });

  const frame = createFrame(host, {
    height: first.height,
    scales: SCALES,
    logScales: log?.scales ?? [],
    range(scale, least, most, height) {
      const { pane, side, isLog } = axisOf(scale);
      const place = placePanes(props.panes, height)[pane];
      // Of both kinds that an axis has one is in use.
      if (place === undefined || scale !== scaleOf(props.panes, pane, side)) return isLog ? [1, 10] : [0, 1];
      if (isLog && log !== null) {
        const ends = log.range(least, most);
        ranges.set(scale, ends);
        return log.spread(ends, place, height);
      }
      const lines = props.lines.filter((line) => line.pane === pane && line.axis === side);
      const axis = props.panes[pane]![side];
      const holds = axis?.holds ?? (lines.some(({ shape }) => shape === "bars") ? 0 : undefined);
      const ends = axisRange(axis === null || holds === undefined ? axis : { ...axis, holds }, least, most);
      ranges.set(scale, ends);
      return spread(ends, place, height);
    },
    room: (width) => ({
      top: 4,
      left: VALUE_AXIS,
      right: labelRoom(width) + (props.panes.some(({ right }) => right !== null) ? VALUE_AXIS : 12),
      bottom: TIME_AXIS,
    }),
    count: () => props.times.length,
    data: (window, width) => feed.rows(data, window, width) as unknown as uPlot.AlignedData,
    under(self) {
      paintGround(self, state());
      paintBars(self, state());
      layer?.under(self, state());
    },
    over(self) {
      layer?.over(self, state());
      for (const overlay of props.overlays ?? []) overlay.paint(self, state());
      paintWords(self, state());
      drawn = drawnOf(props, self);
    },
    onCursor(index, isByKey) {
      layer?.moved?.(index);
      events.onCursor(index, isByKey);
    },
    onWindow: (window) => props.onView(viewOf(props.times, window)),
    onPress: () => {},
    onSeen() {
      if (missed !== null) show(missed);
    },
  });

  /** As many lines as there are, each as it is described. */
  function describe({ lines, panes, layer }: LayeredPlotProps): void {
    const { u } = frame;
    while (u.series.length > 1) u.delSeries(u.series.length - 1);
    for (const [i, { pane, axis, colour, dash, width, shape }] of lines.entries()) {
      const isPainted = shape !== undefined && shape !== "line";
      const stroke = (): string => frame.theme.colours[colour];
      u.addSeries({
        scale: scaleOf(panes, pane, axis),
        stroke,
        width: width ?? 1.75,
        ...(dash === undefined || dash.length === 0 ? {} : { dash: [...dash] }),
        ...(isPainted ? { paths: () => null } : {}),
        points: {
          show: false,
          size: 5,
          fill: stroke,
          filter: () => (isPainted ? [] : lonePoints(u.data[i + 1] ?? [])),
        },
      });
    }
    // Behind all lines: what else of theirs the scales have to hold.
    for (const line of lines) {
      for (const _ of columnsBeside(line, layer)) {
        const scale = scaleOf(panes, line.pane, line.axis);
        u.addSeries({ scale, paths: () => null, points: { show: false } });
      }
    }
    if (pen === null) return;
    pen.font = labelFont(frame.theme, 1, 500);
    const widest = lines.reduce((most, { name }) => Math.max(most, pen.measureText(name).width), 0);
    names = widest === 0 ? 0 : Math.min(WIDEST_NAME, Math.ceil(widest) + 14);
  }

  const looksLike = (a: readonly ChartLine[], b: readonly ChartLine[]): boolean =>
    a.length === b.length &&
    a.every((line, i) => {
      const { pane, axis, colour, dash, width, shape, name } = b[i]!;
      return (
        line.pane === pane &&
        line.axis === axis &&
        line.colour === colour &&
        line.width === width &&
        line.shape === shape &&
        line.name === name &&
        (line.dash ?? []).join() === (dash ?? []).join()
      );
    });

  /** Where the view lay at the end of what was there, it stays there. */
  function followEnd(times: readonly number[]): boolean {
    const { from, to } = frame.window;
    const last = settled;
    const added = times.length - 1 - last;
    if (added <= 0 || last <= 0 || from <= 0 || to < last || times[0] !== data.times[0]) return false;
    frame.follow(added);
    return true;
  }

  let seenView: LayeredPlotProps["view"] = null;
  /** What came while it was out of sight. */
  let missed: LayeredPlotProps | null = null;
  let drawn: Drawn | null = null;

  function show(next: LayeredPlotProps): void {
    missed = frame.isSeen ? null : next;
    if (missed !== null) return;
    const now: TimeColumns = {
      times: next.times,
      columns: [
        ...next.lines.map(({ values }) => values),
        ...next.lines.flatMap((line) => columnsBeside(line, next.layer)),
      ],
      breaks: breaksOf(next.times, next.gaps),
    };
    const isSame = isSamePast(data, now, settled);
    const isFollowed = isSame && followEnd(next.times);
    if (!isSame) {
      feed.reset();
      layer?.reset();
    }
    props = next;
    data = now;
    settled = Math.max(0, next.times.length - 1);
    const scales = next.lines.map(({ pane, axis }) => scaleOf(next.panes, pane, axis)).join();
    const isOtherLook = scales !== drawnScales || !looksLike(drawnLines, next.lines);
    if (isOtherLook) {
      describe(next);
      layer?.reset();
    }
    [drawnLines, drawnScales] = [next.lines, scales];
    const isOther = next.view?.from !== seenView?.from || next.view?.to !== seenView?.to;
    if (isOther || (!isSame && !isFollowed)) frame.view(windowOf(next.times, next.view));
    seenView = next.view;
    frame.resize(next.height);
    if (!isSame || isOtherLook || drawn === null || !isSamePicture(drawn, next, frame)) frame.draw();
    if (isFollowed) next.onView(viewOf(next.times, frame.window));
  }
  return { frame, show, destroy: () => frame.destroy() };
}
