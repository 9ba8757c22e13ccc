/** What hand and keys do on the plot itself: the crosshair, and zooming by wheel, pinch, selection and keys. */

import type { Zoom } from "#domain/strategy/analyzer/model.ts";
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

/** CSS pixels from which a press is a selection and no click. */
const SELECTS_FROM = 6;
/** Pixels of the wheel that halve or double what is seen. */
const WHEEL_PIXELS = 500;
const BIG_STEP = 10;

/** @param host has the focus; @param over covers the plot; @returns ends it */
export function listenToPlot(host: HTMLElement, over: HTMLElement, actions: Actions): () => void {
  const { state } = actions;
  const fingers = new Map<number, number>();
  /** Where a selection began; NaN none. */
  let from = Number.NaN;
  let pinch: { readonly window: Window; readonly price: number; readonly distance: number } | null = null;

  const inPlot = (event: { readonly clientX: number }): number =>
    event.clientX - over.getBoundingClientRect().left;
  const priceAt = (x: number): number => {
    const geometry = actions.geometry();
    return geometry.priceOf(geometry.left + x);
  };
  const endSelection = (): void => {
    from = Number.NaN;
    actions.select(Number.NaN, Number.NaN);
  };

  function startPinch(): void {
    const [a, b] = [...fingers.values()] as [number, number];
    endSelection();
    pinch = { window: state.window, price: priceAt((a + b) / 2), distance: Math.max(1, Math.abs(a - b)) };
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, inPlot(event));
    over.setPointerCapture(event.pointerId);
    if (fingers.size === 2) startPinch();
    else if (event.pointerType !== "touch") from = inPlot(event);
    actions.setCrosshair(priceAt(inPlot(event)), false);
  }

  function move(event: PointerEvent): void {
    const x = inPlot(event);
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, x);
    if (pinch !== null && fingers.size === 2 && state.full !== null) {
      const [a, b] = [...fingers.values()] as [number, number];
      const factor = pinch.distance / Math.max(1, Math.abs(a - b));
      actions.zoom(zoomAround(pinch.window, state.full, pinch.price, factor));
      return;
    }
    if (Math.abs(x - from) >= SELECTS_FROM) actions.select(from, x);
    actions.setCrosshair(priceAt(x), false);
  }

  function up(event: PointerEvent): void {
    const x = inPlot(event);
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    if (Math.abs(x - from) >= SELECTS_FROM && state.full !== null && event.type === "pointerup") {
      actions.zoom(zoomTo(state.full, priceAt(from), priceAt(x)));
    }
    endSelection();
  }

  const leave = (event: PointerEvent): void => {
    if (event.pointerType !== "touch") actions.setCrosshair(Number.NaN, false);
  };

  /** The page scrolls under a chart that is only passed; with Ctrl, or once the chart has the focus, the wheel is the chart's. */
  function wheel(event: WheelEvent): void {
    if (state.full === null || !(event.ctrlKey || event.metaKey || host === document.activeElement)) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
    const factor = 2 ** (pixels / (event.ctrlKey ? WHEEL_PIXELS / 5 : WHEEL_PIXELS));
    actions.zoom(zoomAround(state.window, state.full, priceAt(inPlot(event)), factor));
  }

  function key(event: KeyboardEvent): void {
    if (event.target !== host || event.ctrlKey || event.metaKey || event.altKey || state.full === null)
      return;
    const { window, options, crosshair, view } = state;
    const start = Number.isNaN(crosshair) ? view.target : crosshair;
    const step = options.priceStep * (event.shiftKey ? BIG_STEP : 1);
    const to = (price: number): void =>
      actions.setCrosshair(Math.min(Math.max(price, window.min), window.max), true);
    const zoomBy = (direction: "in" | "out"): void =>
      actions.zoom(stepZoom(options.zoom, window, state.full!, direction));
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => to(start - step),
      ArrowRight: () => to(start + step),
      Home: () => to(window.min),
      End: () => to(window.max),
      "+": () => zoomBy("in"),
      "=": () => zoomBy("in"),
      "-": () => zoomBy("out"),
      0: () => actions.zoom({ kind: "ZoomOut" }),
      Escape: () => {
        endSelection();
        actions.setCrosshair(Number.NaN, false);
      },
    };
    const act = keys[event.key];
    if (act === undefined) return;
    // Escape that clears nothing here is for what the chart stands in.
    if (event.key !== "Escape" || !Number.isNaN(crosshair)) event.preventDefault();
    act();
  }

  const double = (): void => actions.zoom({ kind: "ZoomOut" });
  const end = new AbortController();
  const { signal } = end;
  over.addEventListener("pointerdown", down, { signal });
  over.addEventListener("pointermove", move, { signal });
  over.addEventListener("pointerup", up, { signal });
  over.addEventListener("pointercancel", up, { signal });
  over.addEventListener("pointerleave", leave, { signal });
  over.addEventListener("dblclick", double, { signal });
  over.addEventListener("wheel", wheel, { signal, passive: false });
  host.addEventListener("keydown", key, { signal });
  return () => end.abort();
}
