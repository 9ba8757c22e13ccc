import uPlot from "uplot";
import { labelFont, type PlotTheme, readPlotTheme } from "../plot/plot-theme.ts";
import { watchPlot } from "../plot/watch-plot.ts";
import css from "./TimeChart.module.css";
import { lonePoints, timeTicks, valueRange } from "./time-scale.ts";

export interface TimeSeries {
  /** The right axis has a scale of its own. */
  readonly side: "left" | "right";
  readonly colour: keyof PlotTheme["colours"];
  readonly width: number;
  readonly dash?: readonly number[];
}

/** Columns of one length, oldest first; null is a gap. */
export interface TimeData {
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  readonly columns: readonly (readonly (number | null)[])[];
}

export interface TimePlotOptions {
  readonly height: number;
  readonly axes: { readonly left: AxisText; readonly right: AxisText | null };
  /** CSS pixels beside the plot for labels. */
  readonly room: number;
  /** Over the lines. */
  paint(u: uPlot, data: TimeData, theme: PlotTheme): void;
  /** @param index of the bar under the crosshair; -1 none */
  onCursor(index: number, isByKey: boolean): void;
}

type AxisText = (ticks: readonly number[], step: number) => string[];

/** Lines over market bars, made once: what comes later is data. */
export interface TimePlot {
  show(data: TimeData): void;
  /** @param height CSS pixels with the axes */
  resize(height: number): void;
  destroy(): void;
}

const TIME_AXIS = 24;
const VALUE_AXIS = 58;
/** CSS pixels a time needs. */
const TICK_ROOM = 64;
const BIG_STEP = 10;
const NOTHING: TimeData = { times: [], series: [], columns: [] };

export function createTimePlot(host: HTMLElement, options: TimePlotOptions): TimePlot {
  let data = NOTHING;
  let theme = readPlotTheme();
  let cursor = -1;
  const font = labelFont(theme);
  const colour = (name: keyof PlotTheme["colours"]) => () => theme.colours[name];
  const grid = { stroke: colour("line"), width: 1 };
  const axis = { font, stroke: colour("ink-3"), ticks: { show: false }, gap: 4 } as const;
  const ticks = () =>
    timeTicks(data.times, Math.max(2, Math.floor(u.bbox.width / uPlot.pxRatio / TICK_ROOM)));
  const range: uPlot.Range.Function = (_, least, most) => [...valueRange(least, most)];

  const u = new uPlot(
    {
      width: Math.max(1, Math.floor(host.clientWidth)),
      height: options.height,
      padding: [7, options.room, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: {
        x: { time: false, range: () => [-0.5, Math.max(0.5, data.times.length - 0.5)] },
        left: { range },
        right: { range },
      },
      series: [{}],
      axes: [
        {
          ...axis,
          size: TIME_AXIS,
          grid,
          splits: () => ticks().map(({ index }) => index),
          values: () => ticks().map(({ text }) => text),
        },
        {
          ...axis,
          scale: "left",
          size: VALUE_AXIS,
          space: 36,
          grid,
          values: (_, at, __, ___, step) => options.axes.left(at, step),
        },
        {
          ...axis,
          scale: "right",
          side: 1,
          show: options.axes.right !== null,
          size: VALUE_AXIS,
          space: 36,
          grid: { show: false },
          values: (_, at, __, ___, step) => options.axes.right?.(at, step) ?? [],
        },
      ],
      hooks: {
        draw: [
          (self) => {
            options.paint(self, data, theme);
            place();
          },
        ],
      },
    },
    [[]],
    host,
  );
  const line = document.createElement("div");
  line.className = css.crosshair ?? "";
  line.hidden = true;
  u.over.append(line);

  function place(): void {
    const isShown = cursor >= 0 && cursor < data.times.length;
    line.hidden = !isShown;
    if (isShown) line.style.transform = `translateX(${Math.round(u.valToPos(cursor, "x"))}px)`;
  }

  function move(index: number, isByKey: boolean): void {
    const next = index < 0 ? -1 : Math.min(index, data.times.length - 1);
    if (next === cursor) return;
    cursor = next;
    place();
    options.onCursor(cursor, isByKey);
  }

  /** As many lines as there are, each as it is described. */
  function describe(series: readonly TimeSeries[]): void {
    while (u.series.length > 1) u.delSeries(u.series.length - 1);
    for (const [i, { side, width, dash, colour: name }] of series.entries()) {
      u.addSeries({
        scale: side,
        stroke: colour(name),
        width,
        ...(dash === undefined ? {} : { dash: [...dash] }),
        points: { show: false, size: 5, fill: colour(name), filter: () => lonePoints(data.columns[i] ?? []) },
      });
    }
  }

  const isLike = (a: readonly TimeSeries[], b: readonly TimeSeries[]): boolean =>
    a.length === b.length && a.every((each, i) => JSON.stringify(each) === JSON.stringify(b[i]));

  const pointer = (event: PointerEvent): void => {
    const x = event.clientX - u.over.getBoundingClientRect().left;
    move(Math.max(0, Math.round(u.posToVal(x, "x"))), false);
  };
  const leave = (event: PointerEvent): void => {
    if (event.pointerType !== "touch") move(-1, false);
  };

  function key(event: KeyboardEvent): void {
    const last = data.times.length - 1;
    if (last < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? BIG_STEP : 1;
    const from = cursor < 0 ? last : cursor;
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, from - step),
      ArrowRight: Math.min(last, from + step),
      Home: 0,
      End: last,
      Escape: -1,
    };
    const next = to[event.key];
    if (next === undefined) return;
    // Escape that clears nothing here is for what the chart stands in.
    if (event.key !== "Escape" || cursor >= 0) event.preventDefault();
    move(next, true);
  }

  const end = new AbortController();
  const { signal } = end;
  u.over.addEventListener("pointerdown", pointer, { signal });
  u.over.addEventListener("pointermove", pointer, { signal });
  u.over.addEventListener("pointerleave", leave, { signal });
  host.addEventListener("keydown", key, { signal });
  function resize(width: number, height: number): void {
    if (width !== u.width || height !== u.height) u.setSize({ width, height });
  }

  const endWatch = watchPlot({
    host,
    onWidth: (width) => resize(width, u.height),
    onTheme: () => {
      theme = readPlotTheme();
      u.redraw(false);
    },
  });

  return {
    show(next) {
      const isOther = !isLike(next.series, data.series);
      data = next;
      u.batch(() => {
        if (isOther) describe(next.series);
        u.setData([[...next.times.keys()], ...next.columns] as unknown as uPlot.AlignedData);
      });
      if (cursor >= next.times.length) move(-1, false);
    },
    resize: (height) => resize(u.width, height),
    destroy() {
      end.abort();
      endWatch();
      u.destroy();
    },
  };
}
