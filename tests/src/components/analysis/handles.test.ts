// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createDragSession } from "#src/components/analysis/payoff/drag-session.ts";
import type { PlotEvents, PlotGeometry, PlotState } from "#src/components/analysis/payoff/plot-state.ts";
import { createStrikeLane } from "#src/components/analysis/payoff/strike-lane.ts";
import { createTargetHandle } from "#src/components/analysis/payoff/target-handle.ts";
import type { ChartLeg } from "#src/components/analysis/types.ts";
import { view } from "./payoff-figures.ts";

/** A pixel is ten rupees, from 20,000 at 50 px on. */
const geometry: PlotGeometry = {
  left: 50,
  width: 800,
  xOf: (price) => 50 + (price - 20_000) / 10,
  priceOf: (x) => 20_000 + (x - 50) * 10,
};
const STRIKES = Array.from({ length: 81 }, (_, i) => 20_000 + i * 100);
const NEAR = "2026-11-24";
const FAR = "2026-12-29";
const LEGS: readonly ChartLeg[] = [
  { id: "a", type: "CE", strike: 24_500, expiry: NEAR, quantity: -65 },
  { id: "b", type: "CE", strike: 24_800, expiry: NEAR, quantity: 65 },
  { id: "c", type: "PE", strike: 23_500, expiry: NEAR, quantity: -65 },
];

let host: HTMLElement;
let told: string[];
let state: PlotState;
let undo: (() => void)[];

beforeEach(() => {
  host = document.createElement("div");
  // Captured or not is the browser's to know; here each pointer that went down is.
  const captured = new Set<number>();
  vi.spyOn(HTMLElement.prototype, "setPointerCapture").mockImplementation((id) => void captured.add(id));
  vi.spyOn(HTMLElement.prototype, "hasPointerCapture").mockImplementation((id) => captured.has(id));
  document.body.replaceChildren(host);
  told = [];
  undo = [];
  state = {
    view: view({ legs: LEGS }),
    options: {
      zoom: { kind: "ZoomOut" },
      strikesOf: () => STRIKES,
      priceStep: 10,
      decimals: 2,
      oiMode: "off",
    },
    theme: { colours: {} as PlotState["theme"]["colours"], family: "" },
    window: { min: 20_000, max: 28_000 },
    full: { min: 20_000, max: 28_000 },
    crosshair: Number.NaN,
    held: [],
  };
});
afterEach(() => {
  for (const each of undo) each();
  vi.restoreAllMocks();
});

const events: PlotEvents = {
  onDragStart: () => void told.push("start"),
  onDragEnd: () => void told.push("end"),
  onDragCancel: () => void told.push("cancel"),
  onDragStrikes: (ids, by, mirror) => void told.push(`${ids.join()} ${by}${mirror ? " mirrored" : ""}`),
  onTargetPrice: (price) => void told.push(`target ${price}`),
  onTargetTime: () => {},
  onIvOffset: () => {},
  onZoom: () => {},
};

function strikes() {
  const lane = createStrikeLane(host, state, createDragSession(events, window), events);
  lane.update(geometry);
  undo.push(() => lane.destroy());
  return lane;
}

function target() {
  const moved = (price: number): void => {
    state.view = { ...state.view, target: price };
  };
  const handle = createTargetHandle(host, state, createDragSession(events, window), events, moved);
  handle.update(geometry, false);
  undo.push(() => handle.destroy());
  return handle;
}

const slider = (text: string): HTMLElement => {
  const found = [...host.querySelectorAll<HTMLElement>('[role="slider"]')].find((each) =>
    each.getAttribute("aria-valuetext")?.startsWith(text),
  );
  if (found === undefined) throw new Error(`no handle says ${text}`);
  return found;
};
const key = (on: HTMLElement, type: "keydown" | "keyup", name: string, more: KeyboardEventInit = {}): void =>
  void on.dispatchEvent(new KeyboardEvent(type, { key: name, bubbles: true, cancelable: true, ...more }));
const pointer = (on: HTMLElement, type: string, x: number, more: PointerEventInit = {}): void =>
  void on.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      pointerId: 1,
      button: 0,
      clientX: x,
      clientY: 11,
      ...more,
    }),
  );

describe("strike handles", () => {
  test("say what they are to those who do not see them", () => {
    strikes();
    const handle = slider("Sell 24,500 CE");
    expect(handle.getAttribute("aria-valuetext")).toBe("Sell 24,500 CE, strike 24,500");
    expect(handle.getAttribute("aria-valuenow")).toBe("24500");
    expect(handle.getAttribute("aria-valuemin")).toBe("20000");
    expect(handle.getAttribute("aria-valuemax")).toBe("28000");
    expect(handle.tabIndex).toBe(0);
    expect(host.querySelectorAll('[role="slider"]')).toHaveLength(3);
  });

  test("go by keys as by hand: held down is one drag, Shift moves all, Alt mirrors; page keys go five strikes", () => {
    strikes();
    const handle = slider("Sell 24,500 CE");
    expect(handle.title).toMatch(
      /arrow key; Page Up and Page Down go five strikes\. Shift moves all legs, Alt/,
    );
    key(handle, "keydown", "ArrowRight");
    key(handle, "keydown", "ArrowRight");
    key(handle, "keyup", "ArrowRight");
    key(handle, "keydown", "ArrowLeft", { shiftKey: true });
    key(handle, "keyup", "ArrowLeft");
    key(handle, "keydown", "ArrowUp", { altKey: true });
    key(handle, "keyup", "ArrowUp");
    key(handle, "keydown", "PageDown");
    key(handle, "keyup", "PageDown");
    key(handle, "keydown", "PageUp", { shiftKey: true });
    key(handle, "keyup", "PageUp");
    expect(told).toEqual([
      "start",
      "a 100",
      "a 200",
      "end",
      "start",
      "a,b,c -100",
      "end",
      "start",
      "a 100 mirrored",
      "end",
      "start",
      "a -500",
      "end",
      "start",
      "a,b,c 500",
      "end",
    ]);
  });

  test("are put back by Escape, and the key that is still down ends nothing more", () => {
    strikes();
    const handle = slider("Sell 24,500 CE");
    key(handle, "keydown", "ArrowRight");
    key(handle, "keydown", "Escape");
    key(handle, "keyup", "ArrowRight");
    expect(told).toEqual(["start", "a 100", "cancel"]);
    expect(state.held).toEqual([]);
  });

  test("end their drag when the focus goes elsewhere", () => {
    strikes();
    const handle = slider("Sell 24,500 CE");
    key(handle, "keydown", "ArrowRight");
    handle.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    expect(told).toEqual(["start", "a 100", "end"]);
  });

  test("go by hand from one listed strike to the next, and tell each once", () => {
    strikes();
    pointer(host, "pointerdown", geometry.xOf(24_500) + 3);
    for (const x of [505, 508, 512, 513]) pointer(host, "pointermove", x);
    pointer(host, "pointerup", 513);
    expect(told).toEqual(["start", "a 100", "end"]);
  });

  test("all move with Shift, and the opposite ones the other way with Alt", () => {
    strikes();
    pointer(host, "pointerdown", geometry.xOf(24_500));
    pointer(host, "pointermove", geometry.xOf(24_600), { shiftKey: true });
    pointer(host, "pointermove", geometry.xOf(24_600), { altKey: true });
    pointer(host, "pointerup", geometry.xOf(24_600));
    expect(told).toEqual(["start", "a,b,c 100", "a 100 mirrored", "end"]);
  });

  test("a browser that takes the pointer away cancels", () => {
    strikes();
    pointer(host, "pointerdown", geometry.xOf(24_500));
    pointer(host, "pointermove", geometry.xOf(24_700));
    pointer(host, "pointercancel", geometry.xOf(24_700));
    expect(told).toEqual(["start", "a 200", "cancel"]);
  });

  test("stay the same element while they are dragged, and hand the focus on when they become one", () => {
    const lane = strikes();
    const handle = slider("Sell 24,500 CE");
    handle.focus();
    key(handle, "keydown", "ArrowRight");
    const moved = [
      { ...LEGS[0]!, strike: 24_600 },
      { ...LEGS[0]!, id: "d", strike: 24_600 },
    ];
    state.view = { ...state.view, legs: moved };
    lane.update(geometry);
    expect(document.activeElement).toBe(handle);
    expect(host.querySelectorAll('[role="slider"]')).toHaveLength(2);
    key(handle, "keyup", "ArrowRight");
    expect(host.querySelectorAll('[role="slider"]')).toHaveLength(1);
    expect(document.activeElement?.getAttribute("aria-valuetext")).toBe(
      "Sell 24,600 CE, 2 legs, strike 24,600",
    );
  });

  test("each go along the strikes of their own type and expiry", () => {
    state.options = {
      ...state.options,
      strikesOf: ({ expiry }) => STRIKES.filter((strike) => strike % (expiry === FAR ? 500 : 100) === 0),
    };
    state.view = { ...state.view, legs: [{ ...LEGS[0]!, expiry: FAR }, LEGS[1]!] };
    strikes();
    for (const [handle, name] of [
      [slider("Sell 24,500 CE"), "ArrowRight"],
      [slider("Buy 24,800 CE"), "ArrowRight"],
    ] as const) {
      key(handle, "keydown", name);
      key(handle, "keyup", name);
    }
    pointer(host, "pointerdown", geometry.xOf(24_800));
    pointer(host, "pointermove", geometry.xOf(24_950));
    pointer(host, "pointerup", geometry.xOf(24_950));
    expect(told).toEqual(["start", "a 500", "end", "start", "b 100", "end", "start", "b 100", "end"]);
  });

  test("that are over have none, and neither stop the others nor go along with them", () => {
    const over: ChartLeg = { ...LEGS[0]!, id: "x", strike: 24_000, expiry: "2026-11-17", isExpired: true };
    state.options = { ...state.options, strikesOf: ({ expiry }) => (expiry === NEAR ? STRIKES : []) };
    state.view = { ...state.view, legs: [over, ...LEGS] };
    strikes();
    expect(host.querySelectorAll('[role="slider"]')).toHaveLength(3);
    const handle = slider("Sell 24,500 CE");
    expect(handle.getAttribute("aria-disabled")).toBe("false");
    key(handle, "keydown", "ArrowRight", { shiftKey: true });
    expect(told).toEqual(["start", "a,b,c 100"]);
  });

  test("can all be grabbed where four of them stand at one strike", () => {
    const four = [-65, 65].flatMap((quantity) =>
      (["CE", "PE"] as const).map(
        (type): ChartLeg => ({
          id: `${type} ${quantity}`,
          type,
          strike: 24_500,
          expiry: quantity < 0 ? NEAR : FAR,
          quantity,
        }),
      ),
    );
    state.view = { ...state.view, legs: four };
    const lane = strikes();
    expect(host.style.height).toBe("88px");
    const at = (row: number): void => {
      pointer(host, "pointerdown", geometry.xOf(24_500), { clientY: 22 * row + 11 });
      pointer(host, "pointermove", geometry.xOf(24_600), { clientY: 22 * row + 11 });
      pointer(host, "pointerup", geometry.xOf(24_600), { clientY: 22 * row + 11 });
    };
    for (const row of [0, 1, 2, 3]) at(row);
    const moved = told.filter((each) => each.endsWith(" 100"));
    expect(moved.toSorted()).toEqual(four.map(({ id }) => `${id} 100`).toSorted());
    // The room goes with the crowd, but not under the hand.
    pointer(host, "pointerdown", geometry.xOf(24_500));
    state.view = { ...state.view, legs: four.map((leg, i) => ({ ...leg, strike: 24_000 + 1000 * i })) };
    lane.update(geometry);
    expect(host.style.height).toBe("88px");
    pointer(host, "pointerup", geometry.xOf(24_500));
    lane.update(geometry);
    expect(host.style.height).toBe("");
  });

  test("beyond an end of the axis lie beside one another, not over one another", () => {
    state.view = { ...state.view, legs: LEGS.map((leg, i) => ({ ...leg, strike: 28_500 + 1000 * i })) };
    strikes();
    const places = [...host.querySelectorAll<HTMLElement>('[role="slider"]')].map(
      (each) => each.style.transform,
    );
    expect(new Set(places).size).toBe(3);
  });

  test("can be moved once strikes are known", () => {
    state.options = { ...state.options, strikesOf: null };
    const lane = strikes();
    state.options = { ...state.options, strikesOf: () => STRIKES };
    lane.update(geometry);
    expect(slider("Sell 24,500 CE").getAttribute("aria-disabled")).toBe("false");
  });

  test("cannot be moved while no strikes are known, and are not there before an answer", () => {
    state.options = { ...state.options, strikesOf: null };
    const lane = strikes();
    const handle = slider("Sell 24,500 CE");
    expect(handle.getAttribute("aria-disabled")).toBe("true");
    key(handle, "keydown", "ArrowRight");
    pointer(host, "pointerdown", geometry.xOf(24_500));
    expect(told).toEqual([]);
    state.full = null;
    lane.update(geometry);
    expect(host.querySelectorAll('[role="slider"]')).toHaveLength(0);
  });
});

describe("the target's handle", () => {
  test("says its price and how far from the spot", () => {
    state.view = { ...state.view, target: 24_240 };
    target();
    expect(slider("24,240.00").getAttribute("aria-valuetext")).toBe("24,240.00, +1.00% from spot");
    expect(slider("24,240.00").getAttribute("aria-label")).toBe("Target price");
  });

  test("goes by steps, by big steps with Shift, and back to the spot with Delete", () => {
    target();
    const handle = slider("24,000.00");
    key(handle, "keydown", "ArrowRight");
    key(handle, "keydown", "ArrowRight", { shiftKey: true });
    key(handle, "keyup", "ArrowRight");
    key(handle, "keydown", "Delete");
    expect(told).toEqual(["start", "target 24010", "target 24110", "end", "start", "target null", "end"]);
  });

  test("goes by hand, from where it was taken, and stays inside what is known", () => {
    target();
    const handle = slider("24,000.00");
    pointer(handle, "pointerdown", geometry.xOf(24_000) + 20);
    pointer(handle, "pointermove", geometry.xOf(24_300) + 20);
    pointer(handle, "pointermove", 5000);
    pointer(handle, "pointerup", 5000);
    expect(told).toEqual(["start", "target 24300", "target 28000", "end"]);
  });

  test("asks about the first move of a frame as it comes, and about the others with the frame", () => {
    const frames: FrameRequestCallback[] = [];
    vi.spyOn(window, "requestAnimationFrame").mockImplementation((run) => frames.push(run));
    target();
    const handle = slider("24,000.00");
    pointer(handle, "pointerdown", geometry.xOf(24_000));
    for (const price of [24_100, 24_200, 24_300]) pointer(handle, "pointerrawupdate", geometry.xOf(price));
    pointer(handle, "pointermove", geometry.xOf(24_300));
    expect(told).toEqual(["start", "target 24100", "target 24300"]);
    for (const run of frames.splice(0)) run(0);
    pointer(handle, "pointerrawupdate", geometry.xOf(24_400));
    expect(told.at(-1)).toBe("target 24400");
    pointer(handle, "pointerup", geometry.xOf(24_400));
  });

  test("asks before it is drawn: an answer of the same frame is in the picture", () => {
    const order: string[] = [];
    const told = { ...events, onTargetPrice: () => void order.push("asked") };
    const session = createDragSession(told, window);
    const handle = createTargetHandle(host, state, session, told, () => void order.push("drawn"));
    undo.push(() => handle.destroy());
    handle.update(geometry, false);
    pointer(slider("24,000.00"), "pointerdown", geometry.xOf(24_000));
    pointer(slider("24,000.00"), "pointermove", geometry.xOf(24_100));
    pointer(slider("24,000.00"), "pointerup", geometry.xOf(24_100));
    expect(order).toEqual(["asked", "drawn"]);
  });

  test("stays while a pointer holds it and its picture is drawn over it: what it says goes on; keys move it", () => {
    const handle = target();
    const element = slider("24,000.00");
    const placed = element.style.transform;
    pointer(element, "pointerdown", geometry.xOf(24_000));
    pointer(element, "pointermove", geometry.xOf(24_100));
    handle.update(geometry, true);
    expect(element.dataset.drawn).toBe("true");
    expect(element.style.transform).toBe(placed);
    expect(element.getAttribute("aria-valuenow")).toBe("24100");
    pointer(element, "pointerup", geometry.xOf(24_100));
    handle.update(geometry, true);
    expect(element.dataset.drawn).toBe("false");
    expect(element.style.transform).toBe(`translateX(${geometry.xOf(24_100)}px)`);
    key(element, "keydown", "ArrowRight");
    handle.update(geometry, true);
    expect(element.style.transform).toBe(`translateX(${geometry.xOf(24_110)}px)`);
    key(element, "keyup", "ArrowRight");
  });

  test("is put back by Escape in the middle of a drag", () => {
    target();
    const handle = slider("24,000.00");
    pointer(handle, "pointerdown", geometry.xOf(24_000));
    pointer(handle, "pointermove", geometry.xOf(24_100));
    key(handle, "keydown", "Escape");
    pointer(handle, "pointermove", geometry.xOf(24_200));
    pointer(handle, "pointerup", geometry.xOf(24_200));
    expect(told).toEqual(["start", "target 24100", "cancel"]);
  });

  test("is not there without a price", () => {
    state.view = { ...state.view, target: Number.NaN };
    target();
    expect(host.querySelector<HTMLElement>('[role="slider"]')?.hidden).toBe(true);
  });
});
