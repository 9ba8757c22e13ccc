// @vitest-environment happy-dom
/** What hand and keys do on a chart of 100 places, 800 px wide, so that a place is 8 px. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { listenToChart } from "#src/components/chart/frame/gestures.ts";
import type { PlaceWindow } from "#src/components/chart/frame/window.ts";

const COUNT = 100;
const WIDTH = 800;

let host: HTMLElement;
let over: HTMLElement;
let window: PlaceWindow;
let cursor: number;
let rests: PlaceWindow[];
let pressed: number[];
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  host = document.createElement("div");
  host.tabIndex = 0;
  over = document.createElement("div");
  over.setPointerCapture = () => undefined;
  Object.defineProperty(over, "clientWidth", { value: WIDTH });
  host.append(over);
  document.body.append(host);
  window = { from: 0, to: COUNT - 1 };
  cursor = -1;
  rests = [];
  pressed = [];
  end = listenToChart(host, over, {
    count: () => COUNT,
    window: () => window,
    cursor: () => cursor,
    placeAt: (x) => window.from - 0.5 + (x / WIDTH) * (window.to - window.from + 1),
    moveCursor: (place) => {
      cursor = place;
    },
    setWindow: (next) => {
      window = next;
    },
    rest: () => void rests.push(window),
    press: (place) => void pressed.push(place),
  });
});
afterEach(() => {
  end();
  document.body.replaceChildren();
  vi.useRealTimers();
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
const width = ({ from, to }: PlaceWindow): number => to - from;

describe("the pointer", () => {
  test("moves the cursor to the nearest place, and takes it away when it leaves", () => {
    point("pointermove", 84);
    expect(cursor).toBe(10);
    point("pointerleave", 900);
    expect(cursor).toBe(-1);
  });

  test("leaves the cursor where a finger was lifted", () => {
    point("pointermove", 84, { pointerType: "touch" });
    point("pointerleave", 84, { pointerType: "touch" });
    expect(cursor).toBe(10);
  });

  test("pressed and let go is a press on that place; dragged it is none", () => {
    point("pointerdown", 84);
    point("pointerup", 85);
    expect(pressed).toEqual([10]);
    window = { from: 20, to: 59 };
    point("pointerdown", 400);
    point("pointermove", 200);
    point("pointerup", 200);
    expect(pressed).toEqual([10]);
  });

  test("drags a chart that is zoomed, within what there is, and tells where it was let go", () => {
    window = { from: 20, to: 59 };
    point("pointerdown", 400);
    point("pointermove", 300);
    expect(window).toEqual({ from: 25, to: 64 });
    expect(rests).toEqual([]);
    point("pointermove", -5000);
    expect(window).toEqual({ from: 60, to: 99 });
    point("pointerup", -5000);
    expect(rests).toEqual([{ from: 60, to: 99 }]);
  });

  test("drags nothing where all is shown", () => {
    point("pointerdown", 400);
    point("pointermove", 100);
    expect(window).toEqual({ from: 0, to: 99 });
  });

  test("twice shows all", () => {
    window = { from: 20, to: 59 };
    over.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
    expect(rests).toEqual([{ from: 0, to: 99 }]);
  });
});

describe("two fingers", () => {
  test("zoom around the place between them, and press nothing", () => {
    point("pointerdown", 300, { pointerType: "touch" });
    point("pointerdown", 500, { pointerId: 2, pointerType: "touch" });
    point("pointermove", 200, { pointerType: "touch" });
    point("pointermove", 600, { pointerId: 2, pointerType: "touch" });
    expect(width(window)).toBeCloseTo(99 / 2);
    expect((window.from + window.to) / 2).toBeCloseTo(49.5, 0);
    point("pointerup", 200, { pointerType: "touch" });
    point("pointerup", 600, { pointerId: 2, pointerType: "touch" });
    expect(rests.length).toBeGreaterThan(0);
    expect(pressed).toEqual([]);
  });
});

describe("the wheel", () => {
  test("is the page's where the chart is only passed, and the chart's with Ctrl or once it has the focus", () => {
    expect(wheel({ deltaY: -500 }).defaultPrevented).toBe(false);
    expect(width(window)).toBe(99);
    expect(wheel({ deltaY: -100, ctrlKey: true }).defaultPrevented).toBe(true);
    expect(width(window)).toBeCloseTo(99 / 2);
    host.focus();
    expect(wheel({ deltaY: 500 }).defaultPrevented).toBe(true);
    expect(width(window)).toBe(99);
  });

  test("turned sideways pans, and is told once it rests", () => {
    host.focus();
    window = { from: 20, to: 59 };
    wheel({ deltaX: 40, deltaY: 0 });
    wheel({ deltaX: 40, deltaY: 0 });
    expect(window).toEqual({ from: 24, to: 63 });
    expect(rests).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(rests).toEqual([{ from: 24, to: 63 }]);
  });
});

describe("keys", () => {
  test("move the cursor by one, by ten with Shift, and to both ends, never beyond", () => {
    press("ArrowLeft");
    expect(cursor).toBe(98);
    press("ArrowLeft", { shiftKey: true });
    expect(cursor).toBe(88);
    press("Home");
    press("ArrowLeft");
    expect(cursor).toBe(0);
    press("End");
    press("ArrowRight");
    expect(cursor).toBe(99);
  });

  test("press the place under the cursor, and nothing without one", () => {
    press("Enter");
    expect(pressed).toEqual([]);
    press("Home");
    press("Enter");
    expect(pressed).toEqual([0]);
  });

  test("zoom around the cursor, and show all again", () => {
    press("Home");
    press("+");
    expect(window.from).toBe(0);
    expect(width(window)).toBeCloseTo(66);
    press("-");
    expect(width(window)).toBeCloseTo(99);
    press("+");
    press("0");
    expect(rests.at(-1)).toEqual({ from: 0, to: 99 });
  });

  test("Escape takes cursor and zoom away; where there is neither it is for what the chart stands in", () => {
    press("Home");
    press("+");
    expect(press("Escape").defaultPrevented).toBe(true);
    expect([cursor, width(window)]).toEqual([-1, 99]);
    expect(press("Escape").defaultPrevented).toBe(false);
  });

  test("that are the browser's stay the browser's", () => {
    for (const key of ["a", "Tab", "PageDown"]) expect(press(key).defaultPrevented).toBe(false);
    expect(press("0", { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(press("ArrowLeft", { altKey: true }).defaultPrevented).toBe(false);
  });
});
