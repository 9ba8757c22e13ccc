// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { type AskedCell, useAskedCell } from "#src/features/chain/story/use-asked-cell.ts";
import type { GridPlace } from "#src/shared/beside-chain.ts";

const ROW = 24;
const layout = layoutChain({
  view: "ltp",
  width: 1366,
  page: 0,
  quantity: quantityUnit(1e6),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
});
const strikes = Float64Array.from([24_900, 24_950, 25_000]);
let root: Root;
let grid: GridPlace;
let asked: AskedCell | null;

function Probe(): null {
  [asked] = useAskedCell(grid, strikes);
  return null;
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const content = document.createElement("div");
  const scroller = document.createElement("div");
  const body = document.createElement("div");
  content.append(body);
  content.setAttribute("role", "grid");
  document.body.replaceChildren(content, scroller);
  grid = {
    content,
    scroller,
    body,
    frame: scroller,
    rowHeight: ROW,
    layout,
    painter: { post() {}, dispose() {} },
    row: 2,
    column: 0,
    goTo() {},
  };
  root = createRoot(document.createElement("div"));
  act(() => root.render(<Probe />));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function press(row: number, column: number, { moved = 0 } = {}): void {
  const at = { clientX: layout.edges[column]! + 3 + 10, clientY: row * ROW + 5, bubbles: true };
  act(() => {
    grid.body.dispatchEvent(new PointerEvent("pointerdown", { ...at, clientX: at.clientX - moved }));
  });
  // The press has moved the keys: the grid is another by the time it ends.
  grid = { ...grid, row, column };
  act(() => root.render(<Probe />));
  act(() => void grid.body.dispatchEvent(new MouseEvent("click", at)));
}
const key = (name: string) =>
  act(() => void grid.content.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true })));

test("[CHAIN-48] a press asks for the cell under it, the same again no longer, another for another", () => {
  press(1, 0);
  expect(asked).toMatchObject({ row: 1, strike: 24_950, column: layout.columns[0], byKey: false });
  press(2, 1);
  expect(asked).toMatchObject({ strike: 25_000, column: layout.columns[1] });
  press(2, 1);
  expect(asked).toBeNull();
});

test("[CHAIN-48] a pointer that moved, as one that marks text does, asks for nothing", () => {
  press(1, 0, { moved: 20 });
  expect(asked).toBeNull();
});

test("[CHAIN-48] Enter asks for the cell that keys are in; Escape, arrows and scrolling end it", () => {
  for (const end of [() => key("Escape"), () => key("ArrowDown")]) {
    key("Enter");
    expect(asked).toMatchObject({ strike: 25_000, byKey: true });
    end();
    expect(asked).toBeNull();
  }
  key("Enter");
  act(() => void grid.scroller.dispatchEvent(new Event("scroll")));
  expect(asked).toBeNull();
});
