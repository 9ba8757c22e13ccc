/** What hand and keys do on a chart, in places: the cursor, panning, zooming by wheel, pinch and keys, pressing. */

import { allOf, isAll, type PlaceWindow, panWindow, zoomWindow } from "./window.ts";

interface Actions {
  /** Places there are. */
  count(): number;
  window(): PlaceWindow;
  /** -1 none */
  cursor(): number;
  /** @param x CSS pixels inside the plot @returns a place, or between two */
  placeAt(x: number): number;
  /** @param place -1 takes it away; @param isByKey read out, and brought into view */
  moveCursor(place: number, isByKey: boolean): void;
  /** In the hand: drawn, and not told before `rest`. */
  setWindow(window: PlaceWindow): void;
  /** The hand has let go. */
  rest(): void;
  press(place: number): void;
}

/** CSS pixels from which a press is a drag and no click. */
const DRAGS_FROM = 6;
/** Pixels of the wheel that halve or double what is seen. */
const WHEEL_PIXELS = 500;
/** A wheel that stands still so long, ms, has come to rest. */
const WHEEL_RESTS = 200;
const BIG_STEP = 10;
const KEY_ZOOM = 1.5;

/** @param host has the focus; @param over covers the plot; @returns ends it */
export function listenToChart(host: HTMLElement, over: HTMLElement, actions: Actions): () => void {
  const fingers = new Map<number, number>();
  let drag: { readonly x: number; readonly window: PlaceWindow; isMoving: boolean } | null = null;
  let pinch: { readonly window: PlaceWindow; readonly place: number; readonly distance: number } | null =
    null;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const inPlot = ({ clientX }: { readonly clientX: number }): number =>
    clientX - over.getBoundingClientRect().left;
  const nearest = (x: number): number =>
    Math.min(actions.count() - 1, Math.max(0, Math.round(actions.placeAt(x))));
  const point = (x: number): void => {
    if (actions.count() > 0) actions.moveCursor(nearest(x), false);
  };

  function startPinch(): void {
    const [a, b] = [...fingers.values()] as [number, number];
    drag = null;
    pinch = {
      window: actions.window(),
      place: actions.placeAt((a + b) / 2),
      distance: Math.max(1, Math.abs(a - b)),
    };
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0 || actions.count() === 0) return;
    const x = inPlot(event);
    fingers.set(event.pointerId, x);
    over.setPointerCapture(event.pointerId);
    if (fingers.size === 2) startPinch();
    else drag = { x, window: actions.window(), isMoving: false };
    point(x);
  }

  function pan(x: number): void {
    if (drag === null) return;
    const { window } = drag;
    if (Math.abs(x - drag.x) >= DRAGS_FROM) drag.isMoving = true;
    if (!drag.isMoving || isAll(window, actions.count())) return;
    const perPixel = (window.to - window.from + 1) / Math.max(1, over.clientWidth);
    actions.setWindow(panWindow(window, actions.count(), (drag.x - x) * perPixel));
  }

  function move(event: PointerEvent): void {
    const x = inPlot(event);
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, x);
    if (pinch !== null && fingers.size === 2) {
      const [a, b] = [...fingers.values()] as [number, number];
      const factor = pinch.distance / Math.max(1, Math.abs(a - b));
      actions.setWindow(zoomWindow(pinch.window, actions.count(), pinch.place, factor));
      return;
    }
    pan(x);
    point(x);
  }

  function up(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    const isClick = drag !== null && !drag.isMoving && pinch === null && event.type === "pointerup";
    const hasMoved = drag?.isMoving === true || pinch !== null;
    if (fingers.size < 2) pinch = null;
    drag = null;
    if (hasMoved) actions.rest();
    if (isClick) actions.press(nearest(inPlot(event)));
  }

  const leave = (event: PointerEvent): void => {
    if (event.pointerType !== "touch") actions.moveCursor(-1, false);
  };

  function restSoon(): void {
    clearTimeout(resting);
    resting = setTimeout(() => actions.rest(), WHEEL_RESTS);
  }

  /** The page scrolls under a chart that is only passed; with Ctrl, or once the chart has the focus, the wheel is the chart's. */
  function wheel(event: WheelEvent): void {
    if (actions.count() === 0 || !(event.ctrlKey || event.metaKey || host === document.activeElement)) return;
    event.preventDefault();
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const [window, count] = [actions.window(), actions.count()];
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const perPixel = (window.to - window.from + 1) / Math.max(1, over.clientWidth);
      actions.setWindow(panWindow(window, count, event.deltaX * scale * perPixel));
    } else {
      const pixels = event.deltaY * scale;
      const factor = 2 ** (pixels / (event.ctrlKey ? WHEEL_PIXELS / 5 : WHEEL_PIXELS));
      actions.setWindow(zoomWindow(window, count, actions.placeAt(inPlot(event)), factor));
    }
    restSoon();
  }

  function showAll(): void {
    actions.setWindow(allOf(actions.count()));
    actions.rest();
  }

  function zoomBy(factor: number): void {
    const window = actions.window();
    const cursor = actions.cursor();
    const around = cursor < 0 ? (window.from + window.to) / 2 : cursor;
    actions.setWindow(zoomWindow(window, actions.count(), around, factor));
    actions.rest();
  }

  function key(event: KeyboardEvent): void {
    if (event.target !== host || event.ctrlKey || event.metaKey || event.altKey || actions.count() === 0)
      return;
    const last = actions.count() - 1;
    const cursor = actions.cursor();
    const { from, to } = actions.window();
    const start = cursor < 0 ? Math.round(to) : cursor;
    const step = event.shiftKey ? BIG_STEP : 1;
    const go = (place: number): void => actions.moveCursor(Math.min(Math.max(place, 0), last), true);
    const isClear = cursor < 0 && isAll({ from, to }, last + 1);
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => go(start - step),
      ArrowRight: () => go(start + step),
      Home: () => go(0),
      End: () => go(last),
      "+": () => zoomBy(1 / KEY_ZOOM),
      "=": () => zoomBy(1 / KEY_ZOOM),
      "-": () => zoomBy(KEY_ZOOM),
      "0": showAll,
      Enter: () => {
        if (cursor >= 0) actions.press(cursor);
      },
      Escape: () => {
        actions.moveCursor(-1, false);
        if (!isAll({ from, to }, last + 1)) showAll();
      },
    };
    const act = keys[event.key];
    if (act === undefined) return;
    // Escape that clears nothing here is for what the chart stands in.
    if (event.key !== "Escape" || !isClear) event.preventDefault();
    act();
  }

  const end = new AbortController();
  const { signal } = end;
  over.addEventListener("pointerdown", down, { signal });
  over.addEventListener("pointermove", move, { signal });
  over.addEventListener("pointerup", up, { signal });
  over.addEventListener("pointercancel", up, { signal });
  over.addEventListener("pointerleave", leave, { signal });
  over.addEventListener("dblclick", showAll, { signal });
  over.addEventListener("wheel", wheel, { signal, passive: false });
  host.addEventListener("keydown", key, { signal });
  return () => {
    clearTimeout(resting);
    end.abort();
  };
}
