// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type MirrorPace, useMirrorPace } from "#src/features/chain/use-mirror-pace.ts";

let grid: HTMLElement;
let elsewhere: HTMLElement;
let root: Root;
let pace: MirrorPace;
let selected: Node | null = null;

function Probe(): null {
  pace = useMirrorPace(grid);
  return null;
}

const UNREAD = { everyMs: 20_000, isDrawn: false };
const FOCUSED = { everyMs: 1000, isDrawn: false };
const MARKED = { everyMs: 1000, isDrawn: true };
const SEARCH_MS = 60_000;

const key = (init: KeyboardEventInit): void =>
  act(() => void document.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init })));

function select(node: Node | null): void {
  selected = node;
  act(() => void document.dispatchEvent(new Event("selectionchange")));
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  selected = null;
  vi.spyOn(document, "getSelection").mockImplementation(
    () =>
      ({
        isCollapsed: selected === null,
        containsNode: (node: Node) => selected !== null && node.contains(selected),
      }) as unknown as Selection,
  );
  document.body.innerHTML = '<div id="grid" tabindex="0"><p>24,500</p></div><button id="other">x</button>';
  grid = document.getElementById("grid")!;
  elsewhere = document.getElementById("other")!;
  root = createRoot(document.createElement("div"));
  act(() => root.render(<Probe />));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("text that is not read is rarely written and never drawn", () => {
  expect(pace).toEqual(UNREAD);
  key({ key: "f" });
  key({ key: "ArrowDown", ctrlKey: true });
  expect(pace).toEqual(UNREAD);
});

test("with the focus in the grid it is fresh, and still not drawn: a reader of the text hears it", () => {
  act(() => grid.focus());
  expect(pace).toEqual(FOCUSED);
  act(() => elsewhere.focus());
  expect(pace).toEqual(UNREAD);
});

test("a selection in the grid is drawn as long as it lasts; one elsewhere is not the grid's", () => {
  select(elsewhere.firstChild);
  expect(pace).toEqual(UNREAD);
  select(grid.querySelector("p")!.firstChild);
  expect(pace).toEqual(MARKED);
  act(() => elsewhere.focus());
  expect(pace).toEqual(MARKED);
  select(null);
  expect(pace).toEqual(UNREAD);
});

test.each([{ key: "f", ctrlKey: true }, { key: "F", metaKey: true }, { key: "F3" }])(
  "a search by $key shows its hits for a minute after the last key",
  (init) => {
    key(init);
    expect(pace).toEqual(MARKED);
    act(() => vi.advanceTimersByTime(SEARCH_MS - 1000));
    key(init);
    act(() => vi.advanceTimersByTime(SEARCH_MS - 1000));
    expect(pace).toEqual(MARKED);
    act(() => vi.advanceTimersByTime(1000));
    expect(pace).toEqual(UNREAD);
  },
);

test("a search from the browser's menu shows by the focus that leaves the page", () => {
  act(() => grid.focus());
  act(() => void window.dispatchEvent(new Event("blur")));
  expect(pace).toEqual(MARKED);
  act(() => vi.advanceTimersByTime(SEARCH_MS));
  expect(pace).toEqual(FOCUSED);
});

test("a grid that has gone is listened to no more", () => {
  key({ key: "F3" });
  act(() => root.unmount());
  expect(vi.getTimerCount()).toBe(0);
  const before = pace;
  document.dispatchEvent(new Event("selectionchange"));
  window.dispatchEvent(new Event("blur"));
  expect(vi.getTimerCount()).toBe(0);
  expect(pace).toBe(before);
  root = createRoot(document.createElement("div"));
});
