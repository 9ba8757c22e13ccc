// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import {
  FLAG_IS_LIQUID,
  FLAG_NO_BID,
  FLAG_NO_VOLUME,
  FLAG_ODD_STRIKE,
  FLAG_STALE_LTP,
} from "#domain/chain/flags.ts";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { createGridState } from "#protocol/frames/grid-state.ts";
import { buildCell, markFocused, writeCell, writeTags } from "#src/features/chain/dom-cells.ts";
import { sizeBar } from "#src/features/chain/dom-marks.ts";

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

test("[CHAIN-18] what is planned or held stands before the price, said to readers, and only once", () => {
  const { cells, write } = world();
  const cell = cells[at("ltp", "call")]!;
  const tag = {
    token: 1,
    expiry: "2026-11-24",
    strike: 24_000,
    option: "call",
    kind: "leg",
    side: "BUY",
    count: 2,
    price: 100,
    spoken: "buy 2 lots at 100.00",
  } as const;
  write();
  writeTags(cell, [tag]);
  const mark = cell.element.firstElementChild;
  expect(mark?.textContent).toBe("+2");
  expect(mark?.getAttribute("aria-label")).toBe("buy 2 lots at 100.00");
  writeTags(cell, [tag]);
  expect(cell.element.firstElementChild).toBe(mark);
  writeTags(cell, [{ ...tag, kind: "position", side: "SELL", count: 1 }]);
  expect([...cell.element.querySelectorAll("[data-kind]")].map(({ textContent }) => textContent)).toEqual([
    "S 1",
  ]);
  writeTags(cell, []);
  expect(cell.element.querySelector("[data-kind]")).toBeNull();
});

test("[CHAIN-42] marks stand before the figure and are said in words; gone, they leave nothing", () => {
  const { grid, cells, write } = world();
  const cell = cells[at("ltp", "call")]!;
  const shown = () => [...cell.element.querySelectorAll("svg")].map(({ dataset }) => dataset.mark);
  grid.values[CHAIN_FIELD_INDEX["call.ltp"]] = 99;
  grid.values[CHAIN_FIELD_INDEX["call.flags"]] = FLAG_NO_BID | FLAG_NO_VOLUME | FLAG_STALE_LTP;
  write();
  expect(shown()).toEqual(["NO_BID", "NO_VOLUME"]);
  expect(cell.element.title).toBe("No bid. Old price: no trade for 15 minutes. Not traded today");
  expect(cell.text.previousSibling).toBe(cell.element.querySelector("svg")?.parentNode);
  grid.values[CHAIN_FIELD_INDEX["call.flags"]] = FLAG_IS_LIQUID;
  grid.values[CHAIN_FIELD_INDEX["call.bid"]] = 100;
  write();
  expect([shown(), cell.element.dataset.outside]).toEqual([[], "true"]);
  grid.values[CHAIN_FIELD_INDEX["call.ltp"]] = 100;
  write();
  expect([cell.element.dataset.outside, cell.element.title]).toEqual(["false", ""]);
});

test("[CHAIN-42] an odd strike and max pain are marked at the strike", () => {
  const { grid, cells, write } = world();
  const strike = cells[at("strike", null)]!.element;
  grid.head[HEAD_INDEX.maxPainRow] = 0;
  grid.values[CHAIN_FIELD_INDEX["put.flags"]] = FLAG_ODD_STRIKE;
  write();
  expect([strike.dataset.odd, strike.dataset.pain]).toEqual(["true", "true"]);
  expect(strike.title).toContain("Max pain");
});

test("[CHAIN-44] a bar lies beside the figure, below it where there is no room, and nowhere without one", () => {
  const { grid, cells } = world();
  const index = at("oi", "call");
  const { bar } = cells[index]!;
  grid.values[CHAIN_FIELD_INDEX["call.oi"]] = 5e5;
  grid.values[CHAIN_FIELD_INDEX["call.oiChange"]] = -2.5e5;
  const width = layout.edges[index + 1]! - layout.edges[index]!;
  sizeBar(bar!, grid, 0, index, layout, 1e6, 40);
  const room = width - 4 - 54;
  expect([bar!.hidden, bar!.dataset.foot]).toEqual([false, "false"]);
  expect(Number.parseFloat(bar!.style.width)).toBeCloseTo(room * 0.75, -0.5);
  // All of it left of the digits.
  const end = Number.parseFloat(bar!.style.left) + Number.parseFloat(bar!.style.width);
  expect(end).toBeLessThanOrEqual(width - 54);
  sizeBar(bar!, grid, 0, index, layout, 1e6, width - 30);
  expect(bar!.dataset.foot).toBe("true");
  grid.values[CHAIN_FIELD_INDEX["call.oi"]] = 0;
  sizeBar(bar!, grid, 0, index, layout, 1e6, 40);
  expect(bar!.hidden).toBe(true);
  expect(cells[at("volume", "call")]!.bar).toBeNull();
});
