// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { createGridState } from "#protocol/frames/grid-state.ts";
import { buildCell, markFocused, writeCell } from "#src/features/chain/dom-cells.ts";

const layout = layoutChain({
  view: "ltp",
  width: 1200,
  page: 0,
  quantity: quantityUnit(1e6),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
});
const at = (id: string, side: string | null): number =>
  layout.columns.findIndex((column) => column.id === id && (side === null || column.side === side));

/** A chain of one strike, 24,000. */
function world() {
  const grid = createGridState();
  grid.rows = 1;
  grid.strikes = Float64Array.of(24_000);
  grid.values = new Float64Array(CHAIN_FIELDS.length).fill(Number.NaN);
  grid.head[HEAD_INDEX.forward] = 24_100;
  const line = document.createElement("div");
  const cells = layout.columns.map((column, i) => buildCell(line, layout, column, i));
  const write = (): void =>
    layout.columns.forEach((column, i) => void writeCell(cells[i]!, grid, 0, column, layout));
  return { grid, line, cells, write };
}

test("each cell stands at its column's place, and says so to readers", () => {
  const { line, cells } = world();
  expect(line.children).toHaveLength(layout.columns.length);
  cells.forEach(({ element }, i) => {
    expect(element.style.left).toBe(`${layout.edges[i]}px`);
    expect(element.getAttribute("aria-colindex")).toBe(String(i + 1));
  });
  expect(line.querySelectorAll('[role="rowheader"]')).toHaveLength(1);
});

test("figures, their change and their side of the forward follow the grid", () => {
  const { grid, cells, write } = world();
  const [call, put] = [cells[at("ltp", "call")]!, cells[at("ltp", "put")]!];
  write();
  expect(cells[at("strike", null)]!.text.data).toBe("24,000");
  expect(call.text.data).toBe("--");
  expect([call.element.dataset.itm, put.element.dataset.itm]).toEqual(["true", undefined]);
  grid.values[CHAIN_FIELD_INDEX["call.ltp"]] = 151.25;
  grid.head[HEAD_INDEX.forward] = 23_900;
  write();
  expect(call.text.data).toBe("151.25");
  expect([call.element.dataset.itm, put.element.dataset.itm]).toEqual(["false", "true"]);
});

test("a change is toned by its sign, and its tone goes with it", () => {
  const { grid, cells, write } = world();
  const index = layout.columns.findIndex(({ companion, side }) => companion !== null && side === "call");
  const field = CHAIN_FIELD_INDEX[layout.columns[index]!.companion!];
  const { note, noteText } = cells[index]!;
  const tones = [-0.5, 0.5, Number.NaN].map((change) => {
    grid.values[field] = change;
    write();
    return [noteText!.data.slice(0, 1), note!.dataset.tone];
  });
  expect(tones).toEqual([
    ["−", "down"],
    ["+", "up"],
    ["", ""],
  ]);
});

test("one cell is the focused one until it is not", () => {
  const [cell] = world().cells;
  markFocused(cell!, true);
  expect(cell!.element.getAttribute("aria-selected")).toBe("true");
  expect(cell!.element.id).not.toBe("");
  markFocused(cell!, false);
  expect(cell!.element.hasAttribute("aria-selected")).toBe(false);
  expect(cell!.element.id).toBe("");
});
