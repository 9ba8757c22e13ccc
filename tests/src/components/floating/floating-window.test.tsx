// @vitest-environment happy-dom
import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FloatingWindow } from "#src/components/floating/FloatingWindow.tsx";
import type { Place } from "#src/components/floating/geometry.ts";
import { readPlaces } from "#src/components/floating/kept-places.ts";
import { NO_WINDOWS, placeOf, type Restrictions } from "#src/components/floating/window-state.ts";
import { windows } from "#src/components/floating/windows.ts";

let root: Root;
let isPhone = false;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  isPhone = false;
  vi.stubGlobal("matchMedia", () => ({
    matches: isPhone,
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(1366);
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(768);
  sessionStorage.clear();
  windows.state = NO_WINDOWS;
  const host = document.createElement("div");
  const outside = document.createElement("button");
  document.body.replaceChildren(host, outside);
  outside.focus();
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const outside = (): HTMLElement => document.body.querySelector("div + button")!;
const windowNamed = (id: string): HTMLElement => document.querySelector(`[data-testid="window-${id}"]`)!;
const part = (id: string, name: string): HTMLElement =>
  windowNamed(id).querySelector(`[data-testid="window-${name}"]`)!;
const press = (on: HTMLElement, key: string, other: object = {}): void =>
  act(
    () =>
      void on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...other })),
  );
const place = (id: string): Place => placeOf(windows.state, id)!;

function Windows({ ids, restrictions }: { ids: readonly string[]; restrictions?: Restrictions }) {
  const [open, setOpen] = useState(ids);
  const [down, setDown] = useState<readonly string[]>([]);
  return open.map((id) => (
    <FloatingWindow
      key={id}
      id={id}
      title={id}
      isMinimized={down.includes(id)}
      onMinimizedChange={(is) => setDown(is ? [...down, id] : down.filter((each) => each !== id))}
      onClose={() => setOpen(open.filter((each) => each !== id))}
      {...(restrictions && { restrictions })}
    >
      <input />
    </FloatingWindow>
  ));
}
const show = (ids: readonly string[], restrictions?: Restrictions): void =>
  act(() => root.render(<Windows ids={ids} {...(restrictions && { restrictions })} />));

describe("[SHELL-26] focus and Escape", () => {
  test("a window takes the focus and gives it back when it closes", () => {
    show(["a"]);
    expect(document.activeElement).toBe(windowNamed("a"));
    act(() => part("a", "close").click());
    expect(windowNamed("a")).toBeNull();
    expect(document.activeElement).toBe(outside());
  });

  test("closed from elsewhere it leaves the focus where it is", () => {
    show(["a"]);
    const other = document.createElement("input");
    document.body.append(other);
    other.focus();
    act(() => part("a", "close").click());
    expect(document.activeElement).toBe(other);
  });

  test("Escape minimises it and gives the focus back; its content is gone until it is up again", () => {
    show(["a"]);
    press(windowNamed("a").querySelector("input")!, "Escape");
    expect(windowNamed("a").querySelector("input")).toBeNull();
    expect(place("a")).toMatchObject({ width: 350, height: 36 });
    expect(document.activeElement).toBe(outside());
    act(() => part("a", "minimize").click());
    expect(windowNamed("a").querySelector("input")).not.toBeNull();
  });

  test("one that cannot be minimised is closed by it, and one that cannot be closed either stays", () => {
    show(["a"], { cannotMinimize: true });
    press(windowNamed("a"), "Escape");
    expect(windowNamed("a")).toBeNull();
    act(() =>
      root.render(<Windows key="b" ids={["b"]} restrictions={{ cannotMinimize: true, cannotClose: true }} />),
    );
    press(windowNamed("b"), "Escape");
    expect(windowNamed("b")).not.toBeNull();
    expect(part("b", "close")).toBeNull();
  });

  test("what is inside has Escape first", () => {
    show(["a"]);
    const input = windowNamed("a").querySelector("input")!;
    input.addEventListener("keydown", (event) => event.preventDefault());
    press(input, "Escape");
    expect(place("a").height).toBeGreaterThan(36);
  });
});

test("[SHELL-24] [SHELL-27] its handle moves and resizes it by arrows, says where it is, and the tab remembers", () => {
  show(["a"]);
  const before = place("a");
  const handle = part("a", "handle");
  press(handle, "ArrowLeft");
  press(handle, "ArrowUp");
  expect(place("a")).toEqual({ ...before, x: before.x - 16, y: before.y - 16 });
  expect(windowNamed("a").querySelector("[role=status]")!.textContent).toBe(
    "628 pixels from the left, 302 from the top",
  );
  press(handle, "ArrowUp", { shiftKey: true });
  expect(windowNamed("a").querySelector("[role=status]")!.textContent).toBe("650 by 434 pixels");
  expect(readPlaces()).toEqual({ a: place("a") });
});

test("[SHELL-27] what was kept and is no place is left out", () => {
  sessionStorage.setItem(
    "strikewise.windows",
    '{"a":{"x":1,"y":2,"width":500,"height":400},"b":{"x":"1"},"c":null}',
  );
  expect(readPlaces()).toEqual({ a: { x: 1, y: 2, width: 500, height: 400 } });
  sessionStorage.setItem("strikewise.windows", "[");
  expect(readPlaces()).toEqual({});
});

test("[SHELL-25] a press anywhere in a window, or the focus coming to it, puts it in front", async () => {
  show(["a", "b"]);
  const inFront = (): string | undefined => windows.state.stack.at(-1)?.id;
  expect(inFront()).toBe("b");
  await act(
    async () => void windowNamed("a").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })),
  );
  expect(inFront()).toBe("a");
  await act(async () => windowNamed("b").querySelector("input")!.focus());
  expect(inFront()).toBe("b");
  expect(Number(windowNamed("b").style.zIndex)).toBeGreaterThan(Number(windowNamed("a").style.zIndex));
});

test("[SHELL-28] on a phone it is a sheet: no handle, no edges, no place of its own", () => {
  isPhone = true;
  show(["a"]);
  expect(windowNamed("a").dataset.sheet).toBe("tall");
  expect(part("a", "handle")).toBeNull();
  expect(windowNamed("a").querySelector("[data-testid^=edge]")).toBeNull();
  expect(windowNamed("a").style.left).toBe("");
});
