import uPlot from "uplot";
import type { Zoom } from "#domain/strategy/analyzer/model.ts";
import { readPlotTheme } from "../plot/plot-theme.ts";
import { watchPlot } from "../plot/watch-plot.ts";
import type { PayoffView } from "../types.ts";
import { createCrosshair } from "./crosshair.ts";
import { createDragSession } from "./drag-session.ts";
import { createHandCanvas } from "./hand-canvas.ts";
import { createHatches, paintBands, paintOi, paintProfitAndLoss } from "./paint-ground.ts";
import { paintHand } from "./paint-hand.ts";
import { paintGhost, paintMarks } from "./paint-marks.ts";
import { paintNames } from "./paint-names.ts";
import { paintGross, paintOverlays, paintPins } from "./paint-overlays.ts";
import { NO_DATA, payoffOptions } from "./payoff-options.ts";
import { fullWindow, stepZoom, windowOf } from "./payoff-scales.ts";
import { isSamePicture } from "./picture.ts";
import { listenToPlot } from "./plot-gestures.ts";
import {
  geometryOf,
  type PlotEvents,
  type PlotGeometry,
  type PlotOptions,
  type PlotState,
} from "./plot-state.ts";
import { payoffAt, valueAt } from "./readout.ts";
import { createReadout } from "./readout-view.ts";
import { nearStrikes } from "./strike-handles.ts";
import { createStrikeLane } from "./strike-lane.ts";
import { createTargetHandle } from "./target-handle.ts";
import { createTargetLine } from "./target-line.ts";

export interface PlotHosts {
  /** Has the focus for arrow keys; the canvas goes in here. */
  readonly plot: HTMLElement;
  /** Over the canvas and under it, as wide as it is. */
  readonly top: HTMLElement;
  readonly bottom: HTMLElement;
  readonly readout: HTMLElement;
  /** A live region. */
  readonly said: HTMLElement;
}

/** The payoff on its canvas, made once; what is shown and asked of it later is drawn in the next frame. */
export interface PayoffPlot {
  show(view: Partial<PayoffView>): void;
  configure(options: PlotOptions): void;
  /** @param height CSS pixels with the axes */
  resize(height: number): void;
  step(direction: "in" | "out"): void;
  /** Draws what waits for a frame now, which is one. */
  flush(): void;
  /** Elements that the hand's canvas stands for meanwhile are written, as the page around them is anyway. */
  settle(): void;
  destroy(): void;
}

/** The greek at the prices of the curves, in a column that is filled anew. */
function createGreekColumn(): (view: PayoffView, prices: readonly number[]) => (number | null)[] {
  const column: (number | null)[] = [];
  return ({ greekCurve }, prices) => {
    column.length = prices.length;
    for (let i = 0; i < prices.length; i++) {
      const value =
        greekCurve === null ? Number.NaN : valueAt(greekCurve.prices, greekCurve.values, prices[i]!);
      column[i] = Number.isNaN(value) ? null : value;
    }
    return column;
  };
}

/** What a frame has to do: move what stands over the canvas, draw the canvas too, or read its columns anew first. */
const [PARTS, CANVAS, DATA] = [0, 1, 2] as const;
type Work = typeof PARTS | typeof CANVAS | typeof DATA;

export function createPayoffPlot(
  hosts: PlotHosts,
  first: { readonly view: PayoffView; readonly options: PlotOptions; readonly height: number },
  events: PlotEvents,
): PayoffPlot {
  const state: PlotState = {
    ...first,
    theme: readPlotTheme(),
    window: windowOf(
      first.options.zoom,
      first.view.payload,
      nearStrikes(first.view.legs, first.options.strikesOf),
    ),
    full: fullWindow(first.view.payload),
    crosshair: Number.NaN,
    held: [],
  };
  const hatchesOf = createHatches();
  const greekColumn = createGreekColumn();
  const readout = createReadout(hosts.readout, hosts.said);
  let isSeen = true;
  let isQueued = 0;
  let work: Work = DATA;
  let isStarted = false;

  const width = Math.max(1, Math.floor(hosts.plot.clientWidth));
  const u = new uPlot(
    payoffOptions(state, width, first.height, {
      drawClear: [
        (self) => paintBands(self, state),
        (self) => paintOi(self, state),
        (self) => paintPins(self, state),
      ],
      drawAxes: [(self) => paintProfitAndLoss(self, state, hatchesOf(self, state.theme))],
      draw: [
        (self) => paintGross(self, state),
        (self) => paintOverlays(self, state),
        (self) => paintGhost(self, state),
        (self) => paintMarks(self, state),
        (self) => paintNames(self, state),
        () => placeParts(),
      ],
    }),
    NO_DATA,
    hosts.plot,
  );
  const line = createTargetLine(u.over);
  const hand = createHandCanvas(hosts);
  /** The elements under the hand's canvas have been written since it was put there. */
  let isMoved = false;
  const crosshair = createCrosshair(u.over);
  const geometry = (): PlotGeometry => geometryOf(u, uPlot.pxRatio);
  const session = createDragSession(events, window);
  const lane = createStrikeLane(hosts.bottom, state, session, events);
  const target = createTargetHandle(hosts.top, state, session, events, (price) => {
    state.view = { ...state.view, target: price };
    queue(PARTS);
  });

  let drawnZoom = state.options.zoom;

  function placeCrosshair(): void {
    const at = payoffAt(state.view.payload, state.crosshair);
    crosshair.move(
      u.valToPos(state.crosshair, "x"),
      u.valToPos(at.atExpiry, "y"),
      u.valToPos(at.atTarget, "y"),
    );
  }

  const isInHand = (): boolean => state.view.ghost !== null;

  /** What follows the hand, over elements that follow it ten times a second. */
  function paintInHand(at: PlotGeometry): void {
    if (hand.place === null || isMoved) {
      if (hand.place === null) readout.show(state);
      readout.lift(hand.put());
      isMoved = false;
    }
    line.update(u, state, true);
    target.update(at, true);
    const { plot } = hand.place!;
    hand.paint((ctx) => {
      paintHand(ctx, u, state, plot);
      target.paint(ctx, plot);
      readout.paint(ctx, state);
    });
  }

  function letGo(): void {
    if (hand.place === null) return;
    hand.remove();
    readout.lift(null);
  }

  function placeAtHand(at: PlotGeometry): void {
    placeCrosshair();
    if (isInHand()) return paintInHand(at);
    letGo();
    line.update(u, state, false);
    target.update(at, false);
    readout.show(state);
  }

  /** What is not on the canvas follows it. uPlot draws once before its parts are made. */
  function placeParts(): void {
    if (!isStarted) return;
    const at = geometry();
    lane.update(at);
    placeAtHand(at);
  }

  function paint(): void {
    isQueued = 0;
    if (!isSeen) return;
    const todo = work;
    work = PARTS;
    if (todo === PARTS) return placeParts();
    state.full = fullWindow(state.view.payload);
    // The axis does not move under a hand that drags on it.
    if (state.view.ghost === null || state.options.zoom !== drawnZoom)
      state.window = windowOf(
        state.options.zoom,
        state.view.payload,
        nearStrikes(state.view.legs, state.options.strikesOf),
      );
    drawnZoom = state.options.zoom;
    if (todo === CANVAS) return u.redraw(false);
    const { payload } = state.view;
    const prices = payload?.payoff_prices ?? [];
    u.batch(() =>
      u.setData([
        prices,
        payload?.payoffs_at_expiry ?? [],
        payload?.payoffs_at_target ?? [],
        greekColumn(state.view, prices),
      ]),
    );
  }

  function queue(next: Work): void {
    if (next > work) work = next;
    if (isQueued === 0) isQueued = requestAnimationFrame(paint);
  }

  /** An answer to where the target was a moment ago does not take it out of the hand. */
  function show(view: Partial<PayoffView>): void {
    const held = target.isHeld ? { target: state.view.target } : {};
    const before = state.view;
    state.view = { ...before, ...view, ...held };
    queue(isSamePicture(before, state.view) ? PARTS : DATA);
  }

  function configure(options: PlotOptions): void {
    state.options = options;
    queue(DATA);
  }

  const zoom = (next: Zoom): void => {
    configure({ ...state.options, zoom: next });
    events.onZoom(next);
  };

  const endGestures = listenToPlot(hosts.plot, u.over, {
    state,
    geometry,
    zoom,
    select: (from, to) => crosshair.select(from, to),
    setCrosshair(price, isByKey) {
      state.crosshair = price;
      placeAtHand(geometry());
      if (isByKey) readout.say(state);
    },
  });
  function resize(width: number, height: number): void {
    isMoved = true;
    if (width !== u.width || height !== u.height) u.setSize({ width, height });
  }

  const endWatch = watchPlot({
    host: hosts.plot,
    onWidth: (next) => resize(next, u.height),
    onTheme: () => {
      state.theme = readPlotTheme();
      queue(CANVAS);
    },
    onSeen: (next) => {
      isSeen = next;
      if (next) queue(DATA);
    },
  });
  isStarted = true;
  queue(DATA);

  return {
    show,
    configure,
    resize: (height) => resize(u.width, height),
    step: (direction) => {
      if (state.full !== null) zoom(stepZoom(state.options.zoom, state.window, state.full, direction));
    },
    flush() {
      // Behind another tab there are no frames to be in.
      if (isQueued === 0 || document.hidden) return;
      cancelAnimationFrame(isQueued);
      paint();
    },
    settle() {
      if (hand.place === null) return;
      readout.show(state);
      isMoved = true;
      queue(PARTS);
    },
    destroy() {
      cancelAnimationFrame(isQueued);
      session.cancel();
      endWatch();
      endGestures();
      lane.destroy();
      target.destroy();
      readout.destroy();
      hand.remove();
      u.destroy();
    },
  };
}
