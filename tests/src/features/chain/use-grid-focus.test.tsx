// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { useGridFocus } from "#src/features/chain/use-grid-focus.ts";

const ROWS = 61;
const COLUMNS = 12;
const HOME = { row: 30, column: 5 };
const layout = layoutChain({
  ...{ view: "ltp", width: 1366, page: 0, quantity: quantityUnit(1e7) },
  ...{ tickSize: 0.05, strikeStep: 50, isCurrency: false, isLastDay: false },
});

interface Shown {
  readonly rows: number;
  readonly home: { readonly row: number; readonly column: number };
}

let root: Root;
let place: HTMLElement;
let focus: ReturnType<typeof useGridFocus>;

function Grid({ rows, home }: Shown) {
  focus = useGridFocus({ painter: null, rows, layout, rowHeight: 28, home, scroller: null, body: null });
  const { onKeyDown, onFocus, onBlur } = focus;
  return <div role="grid" tabIndex={0} onKeyDown={onKeyDown} onFocus={onFocus} onBlur={onBlur} />;
}

const show = (shown: Shown): void => act(() => root.render(<Grid {...shown} />));
const grid = (): HTMLElement => place.querySelector<HTMLElement>("[role=grid]")!;
/** @returns whether the browser does with the key what it does anywhere */
function press(key: string, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  act(() => void grid().dispatchEvent(event));
  return !event.defaultPrevented;
}
const cell = () => [focus.row, focus.column];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

describe("the cell that keys are in", () => {
  /** The focus is in the grid while its chain is not there yet: it has no cell. */
  function focusBeforeRows(): void {
    show({ rows: 0, home: { row: 0, column: 0 } });
    act(() => grid().focus());
    expect(cell()).toEqual([-1, -1]);
    show({ rows: ROWS, home: HOME });
    expect(cell()).toEqual([-1, -1]);
  }

  test.each([
    ["ArrowDown", {}, [31, 5]],
    ["ArrowUp", {}, [29, 5]],
    ["ArrowLeft", {}, [30, 4]],
    ["ArrowRight", {}, [30, 6]],
    ["PageDown", {}, [31, 5]],
    ["PageUp", {}, [29, 5]],
    ["Home", {}, [30, 0]],
    ["End", {}, [30, COLUMNS - 1]],
    ["Home", { ctrlKey: true }, [0, 5]],
    ["End", { ctrlKey: true }, [ROWS - 1, 5]],
  ] as const)("%s %o starts at the money where none is known", (key, more, to) => {
    expect(layout.columns).toHaveLength(COLUMNS);
    focusBeforeRows();
    expect(press(key, more)).toBe(false);
    expect(cell()).toEqual(to);
  });

  test("is at the money again in a chain that is too short for the one it was in", () => {
    focusBeforeRows();
    press("End", { ctrlKey: true });
    show({ rows: 20, home: { row: 10, column: 5 } });
    expect(cell()).toEqual([-1, -1]);
    press("ArrowDown");
    expect(cell()).toEqual([11, 5]);
  });

  test("goes on from where it is, and stays in the grid", () => {
    focusBeforeRows();
    press("ArrowDown");
    press("ArrowDown");
    expect(cell()).toEqual([32, 5]);
    press("Home");
    press("ArrowLeft");
    expect(cell()).toEqual([32, 0]);
  });

  test("is not led by other keys, nor by those of the browser", () => {
    focusBeforeRows();
    for (const [key, more] of [
      ["x", {}],
      ["ArrowLeft", { altKey: true }],
      ["ArrowDown", { metaKey: true }],
    ] as const)
      expect(press(key, more)).toBe(true);
    expect(cell()).toEqual([-1, -1]);
  });

  test("shows while the grid has the focus, and is remembered when it has not", () => {
    focusBeforeRows();
    press("ArrowDown");
    act(() => grid().blur());
    expect([cell(), focus.isShown]).toEqual([[-1, -1], false]);
    act(() => grid().focus());
    expect([cell(), focus.isShown]).toEqual([[31, 5], true]);
  });
});
