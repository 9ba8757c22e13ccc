import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DEFAULT_SIZE,
  DOCKS,
  type Dock,
  dockedPlace,
  HEADER_HEIGHT,
  LEAST,
  minimizedPlace,
  type Place,
  placeWithin,
  resized,
  type Screen,
  sizeWithin,
} from "#src/components/floating/geometry.ts";
import { windowStep } from "#src/components/floating/window-keys.ts";
import {
  activated,
  isActive,
  movedWindow,
  NO_WINDOWS,
  type OpenWindow,
  onScreen,
  placeOf,
  putBack,
  resizedWindow,
  type WindowsState,
  withoutWindow,
  withWindow,
} from "#src/components/floating/window-state.ts";

const SCREEN: Screen = { width: 1366, height: 768, foot: 0 };
const BOTH = { x: "right", y: "bottom" } as const;

const made = (id: string, other: Partial<OpenWindow> = {}): OpenWindow => ({
  id,
  placeName: id,
  dock: "bottomRight",
  size: DEFAULT_SIZE,
  restrictions: {},
  isMinimized: false,
  ...other,
});
const on = (screen: Screen, ...all: OpenWindow[]): WindowsState =>
  all.reduce(withWindow, onScreen(NO_WINDOWS, screen));

const isOn = ({ x, y, width, height }: Place, screen: Screen): boolean =>
  x >= 0 && y >= 0 && x + width <= screen.width && y + height <= screen.height;

const lengths = fc.integer({ min: -4_000, max: 4_000 });
const screens = fc.record({
  width: fc.integer({ min: 320, max: 4_000 }),
  height: fc.integer({ min: 200, max: 2_400 }),
  foot: fc.integer({ min: 0, max: 150 }),
});
const places = fc.record({ x: lengths, y: lengths, width: lengths, height: lengths });

describe("[SHELL-20] sizes", () => {
  test("650 by 450 unless told, at least 450 by 300, at most the screen less 100 each way", () => {
    expect(DEFAULT_SIZE).toEqual({ width: 650, height: 450 });
    expect(sizeWithin({ width: 10, height: 10 }, SCREEN)).toEqual({ width: 450, height: 300 });
    expect(sizeWithin({ width: 5_000, height: 5_000 }, SCREEN)).toEqual({ width: 1266, height: 668 });
  });

  test("a screen that has not even the least has all of itself", () => {
    expect(sizeWithin(DEFAULT_SIZE, { width: 400, height: 280 })).toEqual({ width: 400, height: 280 });
    expect(sizeWithin(DEFAULT_SIZE, { width: 500, height: 360 })).toEqual({ width: 450, height: 300 });
  });
});

describe("[SHELL-21] on the screen", () => {
  test("any place ends wholly on any screen, within the sizes, and a second time changes nothing", () => {
    fc.assert(
      fc.property(places, screens, (place, screen) => {
        const is = placeWithin(place, screen);
        expect(isOn(is, screen)).toBe(true);
        expect(is.width).toBeGreaterThanOrEqual(Math.min(LEAST.width, screen.width));
        expect(is.height).toBeGreaterThanOrEqual(Math.min(LEAST.height, screen.height));
        expect(placeWithin(is, screen)).toEqual(is);
      }),
    );
  });

  test("an edge in the hand leaves the opposite one where it is, and the screen's edge where that is", () => {
    fc.assert(
      fc.property(places, screens, lengths, lengths, (place, screen, dx, dy) => {
        const from = placeWithin(place, screen);
        const topLeft = resized(from, { x: "left", y: "top" }, dx, dy, screen);
        expect(topLeft.x + topLeft.width).toBe(from.x + from.width);
        expect(topLeft.y + topLeft.height).toBe(from.y + from.height);
        const far = resized(from, BOTH, dx, dy, screen);
        expect([far.x, far.y]).toEqual([from.x, from.y]);
        for (const is of [topLeft, far]) expect(isOn(is, screen)).toBe(true);
      }),
    );
  });

  test("a window on a screen that becomes smaller moves in, and is where it was left when the screen is large again", () => {
    const before = movedWindow(on(SCREEN, made("a")), "a", { dx: -100, dy: -50 });
    const left = placeOf(before, "a")!;
    const small = onScreen(before, { width: 700, height: 420, foot: 0 });
    expect(placeOf(small, "a")).toEqual({ x: 100, y: 100, width: 600, height: 320 });
    expect(placeOf(onScreen(small, SCREEN), "a")).toEqual(left);
  });
});

describe("[SHELL-22] docks", () => {
  test.each([
    ["bottomRight", 1366 - 72 - 650],
    ["bottomLeft", 0],
    ["bottomCenter", 358],
  ] satisfies [Dock, number][])("at %s a window begins %i px from the left, on the lower edge", (dock, x) => {
    expect(dockedPlace(dock, DEFAULT_SIZE, SCREEN)).toEqual({ x, y: 318, width: 650, height: 450 });
  });

  test("minimised it is 350 px wide and as high as its header, above what the page keeps of the lower edge", () => {
    const state = on({ ...SCREEN, foot: 84 }, made("a", { isMinimized: true }));
    expect(placeOf(state, "a")).toEqual({ x: 1366 - 72 - 350, y: 768 - 84 - 36, width: 350, height: 36 });
    expect(HEADER_HEIGHT).toBe(36);
  });

  test("minimised windows stand side by side, then above one another; none covers another", () => {
    fc.assert(
      fc.property(fc.constantFrom(...DOCKS), fc.integer({ min: 320, max: 3_000 }), (dock, width) => {
        const screen = { width, height: 2_000, foot: 0 };
        const all = Array.from({ length: 8 }, (_, before) => minimizedPlace(dock, before, screen));
        for (const [i, a] of all.entries()) {
          expect(isOn(a, screen)).toBe(true);
          for (const b of all.slice(i + 1)) {
            const isApart = Math.abs(a.x - b.x) >= a.width || Math.abs(a.y - b.y) >= a.height;
            expect(isApart).toBe(true);
          }
        }
      }),
    );
  });

  test("one that comes up again lets those after it move together", () => {
    const down = (id: string): OpenWindow => made(id, { isMinimized: true });
    const both = on(SCREEN, down("a"), down("b"));
    expect(placeOf(both, "b")!.x).toBeLessThan(placeOf(both, "a")!.x);
    const one = withWindow(both, made("a"));
    expect(placeOf(one, "b")!.x).toBe(placeOf(both, "a")!.x);
    expect(isActive(one, "a")).toBe(true);
  });
});

describe("[SHELL-19] what may not be done", () => {
  test("a fixed window is not moved, one of a fixed size not resized, a minimised one neither", () => {
    const state = on(
      SCREEN,
      made("a", { restrictions: { isFixed: true } }),
      made("b", { restrictions: { isSizeFixed: true } }),
      made("c", { isMinimized: true }),
    );
    const by = { dx: -40, dy: -40 };
    expect(movedWindow(state, "a", by)).toBe(state);
    expect(resizedWindow(state, "b", { ...by, edges: BOTH })).toBe(state);
    expect(movedWindow(state, "c", by)).toBe(state);
    expect(resizedWindow(state, "c", { ...by, edges: null })).toBe(state);
    expect(movedWindow(state, "unknown", by)).toBe(state);
  });

  test("one of a fixed size that was kept with another size has its own", () => {
    const kept = { ...NO_WINDOWS, screen: SCREEN, places: { a: { x: 10, y: 20, width: 900, height: 500 } } };
    const state = withWindow(kept, made("a", { restrictions: { isSizeFixed: true } }));
    expect(placeOf(state, "a")).toEqual({ x: 10, y: 20, ...DEFAULT_SIZE });
  });
});

describe("[SHELL-23] dragged", () => {
  test("a drag is counted from where it began: beyond the edge and back is where it was", () => {
    const state = on(SCREEN, made("a"));
    const from = placeOf(state, "a")!;
    const beyond = movedWindow(state, "a", { dx: 5_000, dy: 5_000, from });
    expect(placeOf(beyond, "a")).toEqual({ ...from, x: 1366 - 650, y: 768 - 450 });
    const back = movedWindow(beyond, "a", { dx: -30, dy: -20, from });
    expect(placeOf(back, "a")).toEqual({ ...from, x: from.x - 30, y: from.y - 20 });
    expect(placeOf(putBack(back, "a", from), "a")).toEqual(from);
  });

  test("a window keeps a place for each of its forms", () => {
    const wide = made("a", { placeName: "a.wide", size: { width: 900, height: 600 } });
    const state = movedWindow(on(SCREEN, wide), "a", { dx: -100, dy: -60 });
    const left = placeOf(state, "a");
    const narrow = withWindow(state, made("a", { placeName: "a.narrow" }));
    expect(placeOf(narrow, "a")).toEqual(dockedPlace("bottomRight", DEFAULT_SIZE, SCREEN));
    expect(placeOf(withWindow(narrow, wide), "a")).toEqual(left);
  });
});

describe("[SHELL-24] keys", () => {
  const key = (name: string, other: object = {}) =>
    windowStep({ key: name, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...other });

  test("arrows move 16 px, with Shift they resize; others are not the window's", () => {
    expect(key("ArrowLeft")).toEqual({ what: "move", dx: -16, dy: 0 });
    expect(key("ArrowDown", { shiftKey: true })).toEqual({ what: "resize", dx: 0, dy: 16 });
    expect(key("ArrowDown", { ctrlKey: true })).toBeNull();
    expect(key("a")).toBeNull();
  });

  test("a window at the edge that is made larger grows the other way, until it is as large as it may be", () => {
    const wider = { dx: 16, dy: 0, edges: null };
    let state = movedWindow(on(SCREEN, made("a")), "a", { dx: 500, dy: 0 });
    state = resizedWindow(state, "a", wider);
    expect(placeOf(state, "a")).toMatchObject({ x: 1366 - 666, width: 666 });
    for (let i = 0; i < 100; i++) state = resizedWindow(state, "a", wider);
    expect(placeOf(state, "a")!.width).toBe(1266);
    expect(resizedWindow(state, "a", wider)).toBe(state);
  });
});

describe("[SHELL-25] in front", () => {
  test("the one opened or touched last is the active one; closing it makes the one behind active", () => {
    const state = on(SCREEN, made("a"), made("b"), made("c"));
    expect(isActive(state, "c")).toBe(true);
    const touched = activated(state, "a");
    expect(touched.stack.map(({ id }) => id)).toEqual(["b", "c", "a"]);
    expect(activated(touched, "a")).toBe(touched);
    expect(isActive(withoutWindow(touched, "a"), "c")).toBe(true);
  });
});
