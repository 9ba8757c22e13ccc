// @vitest-environment happy-dom
/** What hand and keys do on the payoff's plot: a plot of 800 px over 20,000 to 28,000, so that a pixel is 10 rupees. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Zoom } from "#domain/strategy/analyzer/model.ts";
import { windowOf } from "#src/components/analysis/payoff/payoff-scales.ts";
import { listenToPlot } from "#src/components/analysis/payoff/plot-gestures.ts";
import type { PlotGeometry, PlotState } from "#src/components/analysis/payoff/plot-state.ts";
import { payoff, view } from "./payoff-figures.ts";

const FULL = { min: 20_000, max: 28_000 };
const WIDTH = 800;

let host: HTMLElement;
let over: HTMLElement;
let state: PlotState;
let end: () => void;
let zooms: Zoom[];
let selections: (readonly [number, number])[];

beforeEach(() => {
  host = document.createElement("div");
  host.tabIndex = 0;
  over = document.createElement("div");
  over.setPointerCapture = () => undefined;
  host.append(over);
  document.body.append(host);
  zooms = [];
  selections = [];
  const zoom: Zoom = { kind: "ZoomOut" };
  state = {
    view: view(),
    options: { zoom, strikesOf: () => [], priceStep: 5, decimals: 2, oiMode: null },
    window: FULL,
    full: FULL,
    crosshair: Number.NaN,
    held: [],
  } as unknown as PlotState;
  const geometry = (): PlotGeometry => {
    const { min, max } = state.window;
    return {
      left: 0,
      width: WIDTH,
      xOf: (price) => ((price - min) / (max - min)) * WIDTH,
      priceOf: (x) => min + (x / WIDTH) * (max - min),
    };
  };
  end = listenToPlot(host, over, {
    state,
    geometry,
    setCrosshair: (price) => {
      state.crosshair = price;
    },
    select: (from, to) => void selections.push([from, to]),
    // As the page does: what is wanted is shown, and the next gesture begins there.
    zoom: (wanted) => {
      zooms.push(wanted);
      state.options = { ...state.options, zoom: wanted };
      state.window = windowOf(wanted, payoff());
    },
  });
});
afterEach(() => {
  end();
  document.body.replaceChildren();
});

const point = (type: string, clientX: number, more: PointerEventInit = {}): void => {
  over.dispatchEvent(new PointerEvent(type, { clientX, pointerId: 1, button: 0, bubbles: true, ...more }));
};
/** The wheel of happy-dom knows neither keys nor where it is turned. */
const wheel = ({ clientX = 400, ctrlKey = false, ...more }: WheelEventInit): WheelEvent => {
  const event = new WheelEvent("wheel", { cancelable: true, bubbles: true, ...more });
  Object.assign(event, { clientX, ctrlKey });
  over.dispatchEvent(event);
  return event;
};
const press = (key: string, more: KeyboardEventInit = {}): KeyboardEvent => {
  const event = new KeyboardEvent("keydown", { key, cancelable: true, bubbles: true, ...more });
  host.dispatchEvent(event);
  return event;
};

describe("the wheel", () => {
  test("is the page's where the chart is only passed, and the chart's with Ctrl or once it has the focus", () => {
    expect(wheel({ deltaY: -500 }).defaultPrevented).toBe(false);
    expect(zooms).toEqual([]);
    expect(wheel({ deltaY: -100, ctrlKey: true }).defaultPrevented).toBe(true);
    expect(zooms.at(-1)).toEqual({ kind: "CustomZoomIn", min: 22_000, max: 26_000 });
    host.focus();
    expect(wheel({ deltaY: 500 }).defaultPrevented).toBe(true);
    expect(zooms.at(-1)).toEqual({ kind: "ZoomOut" });
  });

  test("keeps the price under the pointer where it is", () => {
    host.focus();
    wheel({ deltaY: -500, clientX: 200 });
    const { min, max } = state.window;
    expect(min + (200 / WIDTH) * (max - min)).toBeCloseTo(22_000, 6);
    expect(max - min).toBeCloseTo(4_000, 6);
  });
});

describe("fingers", () => {
  const touch = { pointerType: "touch" };

  test("twice as far apart see half as much, around the price between them", () => {
    point("pointerdown", 300, { ...touch, pointerId: 1 });
    point("pointerdown", 500, { ...touch, pointerId: 2 });
    point("pointermove", 200, { ...touch, pointerId: 1 });
    point("pointermove", 600, { ...touch, pointerId: 2 });
    expect(zooms.at(-1)).toEqual({ kind: "CustomZoomIn", min: 22_000, max: 26_000 });
    point("pointermove", 300, { ...touch, pointerId: 1 });
    point("pointermove", 500, { ...touch, pointerId: 2 });
    expect(zooms.at(-1)).toEqual({ kind: "ZoomOut" });
  });

  test("one alone, or the one that is left, moves the crosshair and zooms nothing", () => {
    point("pointerdown", 300, touch);
    point("pointermove", 400, touch);
    point("pointerup", 400, touch);
    expect(zooms).toEqual([]);
    expect(state.crosshair).toBe(24_000);
    point("pointerdown", 300, { ...touch, pointerId: 1 });
    point("pointerdown", 500, { ...touch, pointerId: 2 });
    point("pointercancel", 500, { ...touch, pointerId: 2 });
    point("pointermove", 100, { ...touch, pointerId: 1 });
    expect(zooms).toEqual([]);
  });
});

describe("the mouse", () => {
  test("draws out what is seen, in either direction, and a click draws nothing", () => {
    point("pointerdown", 600);
    point("pointermove", 300);
    expect(selections.at(-1)).toEqual([600, 300]);
    point("pointerup", 300);
    expect(zooms).toEqual([{ kind: "CustomZoomIn", min: 23_000, max: 26_000 }]);
    expect(selections.at(-1)).toEqual([Number.NaN, Number.NaN]);
    point("pointerdown", 300);
    point("pointermove", 303);
    point("pointerup", 303);
    expect(zooms).toHaveLength(1);
  });

  test("a selection that is taken away zooms nothing, and other buttons select nothing", () => {
    point("pointerdown", 300);
    point("pointermove", 500);
    point("pointercancel", 500);
    point("pointerdown", 300, { button: 2 });
    point("pointermove", 500);
    point("pointerup", 500, { button: 2 });
    expect(zooms).toEqual([]);
  });

  test("pressed twice shows all again; left, it takes the crosshair with it", () => {
    over.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
    expect(zooms).toEqual([{ kind: "ZoomOut" }]);
    point("pointermove", 100);
    expect(state.crosshair).toBe(21_000);
    point("pointerleave", 900);
    expect(state.crosshair).toBeNaN();
  });
});

describe("keys", () => {
  test("step from all to the near view, on by halves, back by doubles, and to all at once", () => {
    press("+");
    expect(zooms.at(-1)).toEqual({ kind: "ZoomIn" });
    const near = state.window;
    press("=");
    const { min, max } = state.window;
    expect(zooms.at(-1)!.kind).toBe("CustomZoomIn");
    expect(max - min).toBeCloseTo((near.max - near.min) / 2, 6);
    expect(min + max).toBeCloseTo(near.min + near.max, 6);
    press("-");
    expect(state.window.max - state.window.min).toBeCloseTo(near.max - near.min, 6);
    press("0");
    expect(zooms.at(-1)).toEqual({ kind: "ZoomOut" });
  });

  test("move the crosshair from the target by a step or ten, to the ends and no further", () => {
    press("ArrowRight");
    expect(state.crosshair).toBe(24_005);
    press("ArrowLeft", { shiftKey: true });
    expect(state.crosshair).toBe(23_955);
    press("End");
    press("ArrowRight");
    expect(state.crosshair).toBe(FULL.max);
    press("Home");
    expect(state.crosshair).toBe(FULL.min);
  });

  test("Escape is the chart's while there is something to take away, else what the chart stands in hears it", () => {
    press("ArrowRight");
    expect(press("Escape").defaultPrevented).toBe(true);
    expect(state.crosshair).toBeNaN();
    expect(press("Escape").defaultPrevented).toBe(false);
  });

  test("do nothing with Ctrl, and nothing before there are curves", () => {
    press("+", { ctrlKey: true });
    state.full = null;
    press("+");
    host.focus();
    wheel({ deltaY: -500 });
    expect(zooms).toEqual([]);
  });

  test("nor anything once the plot is gone", () => {
    end();
    press("+");
    point("pointerdown", 300);
    point("pointerup", 600);
    expect(zooms).toEqual([]);
  });
});
