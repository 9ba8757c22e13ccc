/** What hand and keys do on the plot itself: the crosshair, and zooming by wheel, pinch, selection and keys. */

import type { Zoom } from "#domain/strategy/analyzer/model.ts";
import { BIG_STEP, DRAGS_FROM, listenToHand } from "../plot/hand.ts";
import { stepZoom, type Window, zoomAround, zoomTo } from "./payoff-scales.ts";
import type { PlotGeometry, PlotState } from "./plot-state.ts";

interface Actions {
  readonly state: PlotState;
  geometry(): PlotGeometry;
  /** NaN takes it away. @param isByKey read out too */
  setCrosshair(price: number, isByKey: boolean): void;
  /** CSS pixels inside the plot; NaN nothing. */
  select(from: number, to: number): void;
  zoom(zoom: Zoom): void;
}

/** What a pinch begins with. */
interface Pinched {
  readonly window: Window;
  readonly price: number;
}

/** @param host has the focus; @param over covers the plot; @returns ends it */
export function listenToPlot(host: HTMLElement, over: HTMLElement, actions: Actions): () => void {
  const { state } = actions;
  /** Where a selection began; NaN none. */
  let from = Number.NaN;
  let isPinched = false;

  const priceAt = (x: number): number => {
    const geometry = actions.geometry();
    return geometry.priceOf(geometry.left + x);
  };
  const endSelection = (): void => {
    from = Number.NaN;
    actions.select(Number.NaN, Number.NaN);
  };
  const showAll = (): void => actions.zoom({ kind: "ZoomOut" });

  function keys({ shiftKey }: KeyboardEvent): Readonly<Record<string, () => void>> {
    const { window, options, crosshair, view } = state;
    const start = Number.isNaN(crosshair) ? view.target : crosshair;
    const step = options.priceStep * (shiftKey ? BIG_STEP : 1);
    const to = (price: number): void =>
      actions.setCrosshair(Math.min(Math.max(price, window.min), window.max), true);
    const zoomBy = (direction: "in" | "out"): void =>
      actions.zoom(stepZoom(options.zoom, window, state.full!, direction));
    return {
      ArrowLeft: () => to(start - step),
      ArrowRight: () => to(start + step),
      Home: () => to(window.min),
      End: () => to(window.max),
      "+": () => zoomBy("in"),
      "=": () => zoomBy("in"),
      "-": () => zoomBy("out"),
      0: showAll,
      Escape: () => {
        endSelection();
        actions.setCrosshair(Number.NaN, false);
      },
    };
  }

  return listenToHand<Pinched>(host, over, {
    isReady: () => state.full !== null,
    press(x, { pointerType }) {
      if (!isPinched && pointerType !== "touch") from = x;
      actions.setCrosshair(priceAt(x), false);
    },
    move(x) {
      if (Math.abs(x - from) >= DRAGS_FROM) actions.select(from, x);
      actions.setCrosshair(priceAt(x), false);
    },
    release(x, { type }) {
      isPinched = false;
      if (Math.abs(x - from) >= DRAGS_FROM && state.full !== null && type === "pointerup")
        actions.zoom(zoomTo(state.full, priceAt(from), priceAt(x)));
      endSelection();
    },
    leave: () => actions.setCrosshair(Number.NaN, false),
    startPinch(middle) {
      endSelection();
      isPinched = true;
      return { window: state.window, price: priceAt(middle) };
    },
    pinch: ({ window, price }, factor) => actions.zoom(zoomAround(window, state.full!, price, factor)),
    wheel: (x, factor) => actions.zoom(zoomAround(state.window, state.full!, priceAt(x), factor)),
    showAll,
    keys,
    isClear: () => Number.isNaN(state.crosshair),
  });
}
