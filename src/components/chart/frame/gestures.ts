/** What hand and keys do on a chart, in places: the cursor, panning, zooming by wheel, pinch and keys, pressing. */

import { BIG_STEP, DRAGS_FROM, listenToHand, wheelScale } from "../../analysis/plot/hand.ts";
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

/** A wheel that stands still so long, ms, has come to rest. */
const WHEEL_RESTS = 200;
const KEY_ZOOM = 1.5;

/** What a pinch begins with. */
interface Pinched {
  readonly window: PlaceWindow;
  readonly place: number;
}

/** @param host has the focus; @param over covers the plot; @returns ends it */
export function listenToChart(host: HTMLElement, over: HTMLElement, actions: Actions): () => void {
  let drag: { readonly x: number; readonly window: PlaceWindow; isMoving: boolean } | null = null;
  let isPinched = false;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const nearest = (x: number): number =>
    Math.min(actions.count() - 1, Math.max(0, Math.round(actions.placeAt(x))));
  const point = (x: number): void => {
    if (actions.count() > 0) actions.moveCursor(nearest(x), false);
  };
  const panBy = (window: PlaceWindow, pixels: number): void => {
    const perPixel = (window.to - window.from + 1) / Math.max(1, over.clientWidth);
    actions.setWindow(panWindow(window, actions.count(), pixels * perPixel));
  };

  function pan(x: number): void {
    if (drag === null) return;
    const { window } = drag;
    if (Math.abs(x - drag.x) >= DRAGS_FROM) drag.isMoving = true;
    if (drag.isMoving && !isAll(window, actions.count())) panBy(window, drag.x - x);
  }

  function restSoon(): void {
    clearTimeout(resting);
    resting = setTimeout(() => actions.rest(), WHEEL_RESTS);
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

  function keys({ shiftKey }: KeyboardEvent): Readonly<Record<string, () => void>> {
    const last = actions.count() - 1;
    const cursor = actions.cursor();
    const start = cursor < 0 ? Math.round(actions.window().to) : cursor;
    const step = shiftKey ? BIG_STEP : 1;
    const go = (place: number): void => actions.moveCursor(Math.min(Math.max(place, 0), last), true);
    return {
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
        if (!isAll(actions.window(), last + 1)) showAll();
      },
    };
  }

  const end = listenToHand<Pinched>(host, over, {
    isReady: () => actions.count() > 0,
    press(x) {
      if (!isPinched) drag = { x, window: actions.window(), isMoving: false };
      point(x);
    },
    move(x) {
      pan(x);
      point(x);
    },
    release(x, { type }, wasPinched) {
      isPinched = false;
      const isClick = drag !== null && !drag.isMoving && !wasPinched && type === "pointerup";
      const hasMoved = drag?.isMoving === true || wasPinched;
      drag = null;
      if (hasMoved) actions.rest();
      if (isClick) actions.press(nearest(x));
    },
    leave: () => actions.moveCursor(-1, false),
    startPinch(middle) {
      drag = null;
      isPinched = true;
      return { window: actions.window(), place: actions.placeAt(middle) };
    },
    pinch: ({ window, place }, factor) =>
      actions.setWindow(zoomWindow(window, actions.count(), place, factor)),
    wheel(x, factor, event) {
      const window = actions.window();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) panBy(window, event.deltaX * wheelScale(event));
      else actions.setWindow(zoomWindow(window, actions.count(), actions.placeAt(x), factor));
      restSoon();
    },
    showAll,
    keys,
    isClear: () => actions.cursor() < 0 && isAll(actions.window(), actions.count()),
  });
  return () => {
    clearTimeout(resting);
    end();
  };
}
