import uPlot from "uplot";
import type { PlotTheme } from "../../analysis/plot/plot-theme.ts";
import { watchPlot } from "../../analysis/plot/watch-plot.ts";
import css from "../Chart.module.css";
import { readChartTheme, watchForcedColours } from "./chart-theme.ts";
import { listenToChart } from "./gestures.ts";
import { allOf, holding, isAll, type PlaceWindow, snapped } from "./window.ts";

/** CSS pixels beside the plot. */
export interface Room {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

interface FrameOptions {
  /** CSS pixels with the axes. */
  readonly height: number;
  /** Names of the scales of figures, but for those of `logScales`. */
  readonly scales: readonly string[];
  /** Those on which equal ratios are equally far apart. */
  readonly logScales?: readonly string[];
  /** Ends of a scale. @param least of the figures in view, null without any; @param height CSS pixels of the plot */
  range(scale: string, least: number | null, most: number | null, height: number): readonly [number, number];
  /** @param width CSS pixels with the axes */
  room(width: number): Room;
  /** Places there are. */
  count(): number;
  /** What is drawn of the places in view. */
  data(window: PlaceWindow, width: number): uPlot.AlignedData;
  under(frame: PlotFrame): void;
  over(frame: PlotFrame): void;
  /** @param place under the cursor; -1 none */
  onCursor(place: number, isByKey: boolean): void;
  /** The hand has let go of another view; null all. */
  onWindow(window: PlaceWindow | null): void;
  onPress(place: number): void;
  /** It is in sight again. */
  onSeen?(): void;
}

/** Where a chart is drawn: a plot made once, whose places, size, theme and view change. */
export interface PlotFrame {
  readonly u: uPlot;
  readonly theme: PlotTheme;
  /** CSS pixels with the axes. */
  readonly width: number;
  readonly window: PlaceWindow;
  readonly isSeen: boolean;
  /** The place under the cursor; -1 none. */
  readonly cursor: number;
  /** Draws what there is, or notes that there is something to draw when it is in sight again. */
  draw(): void;
  /** As it is now, in sight or not: for a picture of it. */
  drawNow(): void;
  /** null all; what is in the hand stays there. */
  view(window: PlaceWindow | null): void;
  /** The view follows its end, where it lay there, by so many new places. */
  follow(added: number): void;
  /** Drawn with what is drawn next. @param height CSS pixels with the axes */
  resize(height: number): void;
  moveCursor(place: number, isByKey: boolean): void;
  destroy(): void;
}

export function createFrame(host: HTMLElement, options: FrameOptions): PlotFrame {
  let theme = readChartTheme(host);
  /** null all */
  let shown: PlaceWindow | null = null;
  let isInHand = false;
  let cursor = -1;
  let isSeen = true;
  let isBehind = false;
  let size = { width: Math.max(1, Math.floor(host.clientWidth)), height: options.height };
  let roomy = options.room(size.width);

  const windowNow = (): PlaceWindow => shown ?? allOf(options.count());
  const range =
    (scale: string): uPlot.Range.Function =>
    (_, least, most) => {
      const height = Math.max(1, size.height - roomy.top - roomy.bottom);
      const [low, high] = options.range(scale, least ?? null, most ?? null, height);
      return [low, high];
    };
  const side = (name: keyof Room) => (): number => roomy[name];

  const u = new uPlot(
    {
      ...size,
      padding: [side("top"), side("right"), side("bottom"), side("left")],
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: {
        x: { time: false, range: () => [windowNow().from - 0.5, windowNow().to + 0.5] },
        ...Object.fromEntries(options.scales.map((scale) => [scale, { range: range(scale) }])),
        ...Object.fromEntries(
          (options.logScales ?? []).map((scale) => [scale, { range: range(scale), distr: 3 as const }]),
        ),
      },
      series: [{}],
      axes: [{ show: false }, { show: false }],
      hooks: {
        drawClear: [() => options.under(frame)],
        draw: [
          () => {
            options.over(frame);
            place();
          },
        ],
      },
    },
    [[]],
    host,
  );
  const line = document.createElement("div");
  line.className = css.cursor ?? "";
  line.hidden = true;
  u.over.append(line);

  function place(): void {
    const { from, to } = windowNow();
    const isShown = cursor >= from - 0.5 && cursor <= to + 0.5 && cursor >= 0;
    line.hidden = !isShown;
    if (!isShown) return;
    const each = u.over.clientWidth / Math.max(1, to - from + 1);
    line.style.width = `${each}px`;
    line.style.transform = `translateX(${(cursor - from) * each}px)`;
  }

  function drawNow(): void {
    isBehind = false;
    const next = options.room(size.width);
    const isRoomOther = (Object.keys(next) as (keyof Room)[]).some((name) => next[name] !== roomy[name]);
    roomy = next;
    u.batch(() => {
      if (isRoomOther || size.width !== u.width || size.height !== u.height) u.setSize(size);
      u.setData(options.data(windowNow(), size.width - roomy.left - roomy.right));
    });
  }

  function draw(): void {
    isBehind = !isSeen;
    if (isSeen) drawNow();
  }

  function moveCursor(next: number, isByKey: boolean): void {
    const to = next < 0 ? -1 : Math.min(next, options.count() - 1);
    if (isByKey && to >= 0 && shown !== null) {
      const held = holding(shown, options.count(), to);
      if (held !== shown) {
        setWindow(held);
        rest();
      }
    }
    if (to === cursor) return;
    cursor = to;
    place();
    options.onCursor(cursor, isByKey);
  }

  function setWindow(next: PlaceWindow): void {
    isInHand = true;
    shown = isAll(next, options.count()) ? null : next;
    draw();
  }

  function rest(): void {
    if (!isInHand) return;
    isInHand = false;
    if (shown !== null) shown = snapped(shown);
    draw();
    options.onWindow(shown);
  }

  const endGestures = listenToChart(host, u.over, {
    count: () => options.count(),
    window: windowNow,
    cursor: () => cursor,
    placeAt: (x) => u.posToVal(x, "x"),
    moveCursor,
    setWindow,
    rest,
    press: (at) => options.onPress(at),
  });
  const onTheme = (): void => {
    theme = readChartTheme(host);
    draw();
  };
  const endForced = watchForcedColours(onTheme);
  const endWatch = watchPlot({
    host,
    onWidth: (width) => {
      if (width === size.width) return;
      size = { ...size, width };
      draw();
    },
    onTheme,
    onSeen: (isNow) => {
      const isBack = isNow && !isSeen;
      isSeen = isNow;
      if (isBack) options.onSeen?.();
      if (isSeen && isBehind) drawNow();
    },
  });

  const frame: PlotFrame = {
    u,
    get theme() {
      return theme;
    },
    get width() {
      return size.width;
    },
    get window() {
      return windowNow();
    },
    get cursor() {
      return cursor;
    },
    get isSeen() {
      return isSeen;
    },
    draw,
    drawNow,
    view(window) {
      if (!isInHand) shown = window;
    },
    follow(added) {
      if (shown === null) return;
      shown = { from: shown.from + added, to: shown.to + added };
    },
    resize(height) {
      size = { ...size, height };
    },
    moveCursor,
    destroy() {
      endGestures();
      endForced();
      endWatch();
      u.destroy();
    },
  };
  return frame;
}
