// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FLAG_STALE_LTP } from "#domain/chain/flags.ts";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { MARK_OUTSIDE } from "#protocol/frames/cell-marks.ts";
import { createMirrorRows, type MirrorRows } from "#src/features/chain/mirror-rows.ts";
import type { MirrorRow } from "#workers/painter/api.ts";

const options = {
  view: "ltp",
  width: 1200,
  page: 0,
  quantity: quantityUnit(1e6),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
} as const;
const layout = layoutChain(options);
const COLUMNS = layout.columns.length;
const row = (at: number, text = `r${at}`): MirrorRow => ({
  row: at,
  cells: layout.columns.map((_, column) => `${text}c${column}`),
  marks: [],
});
const range = (from: number, to: number, text?: string): MirrorRow[] =>
  Array.from({ length: to - from + 1 }, (_, i) => row(from + i, text && `${text}${from + i}`));

let host: HTMLElement;
let rows: MirrorRows;
let frames: (() => void)[] = [];
/** ms that each look at the clock takes, as writing does. */
let slowness = 0;

beforeEach(() => {
  frames = [];
  slowness = 0;
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (clock += slowness));
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => frames.push(callback));
  vi.stubGlobal("cancelAnimationFrame", (id: number) => {
    if (id > 0) frames[id - 1] = () => {};
  });
  host = document.createElement("div");
  document.body.replaceChildren(host);
  rows = createMirrorRows(host);
  rows.place(layout, 28);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const lines = (): HTMLElement[] => [...host.children] as HTMLElement[];
const places = (): number[] => lines().map((line) => Number(line.getAttribute("aria-rowindex")) - 2);
const textOf = (at: number): string =>
  lines()
    .find((line) => line.getAttribute("aria-rowindex") === String(at + 2))
    ?.children.item(0)?.textContent ?? "";

test("rows stand in the document in their order, each in its place and with its cells' roles", () => {
  rows.show(range(10, 12));
  expect(places()).toEqual([10, 11, 12]);
  expect(lines().map((line) => line.style.top)).toEqual(["280px", "308px", "336px"]);
  expect(lines()[0]!.children).toHaveLength(COLUMNS);
  const strike = layout.columns.findIndex((column) => column.id === "strike");
  expect(lines()[0]!.children.item(strike)!.getAttribute("role")).toBe("rowheader");
  expect(lines()[0]!.children.item(0)!.getAttribute("role")).toBe("gridcell");
});

test("a row that stays keeps its element and its text nodes, so that what is selected in it stays selected", () => {
  rows.show(range(10, 14));
  const kept = lines()[2]!;
  const text = kept.children.item(0)!.firstChild;
  rows.show(range(12, 16, "new"));
  expect(places()).toEqual([12, 13, 14, 15, 16]);
  expect(lines()[0]).toBe(kept);
  expect(kept.children.item(0)!.firstChild).toBe(text);
  expect(text?.textContent).toBe("new12c0");
});

test("scrolled upwards, what comes in stands before what stays", () => {
  rows.show(range(10, 14));
  rows.show(range(7, 11));
  expect(places()).toEqual([7, 8, 9, 10, 11]);
  rows.show([row(3), row(9), row(20)]);
  expect(places()).toEqual([3, 9, 20]);
});

test("elements that leave serve the rows that come: nothing is made while scrolling", () => {
  rows.show(range(0, 4));
  const made = vi.spyOn(document, "createElement");
  rows.show(range(50, 54));
  expect(made).not.toHaveBeenCalled();
  expect(places()).toEqual([50, 51, 52, 53, 54]);
  expect(textOf(52)).toBe("r52c0");
});

test("text that says the same is not written: each write costs a layout", async () => {
  rows.show(range(0, 4));
  const written: MutationRecord[] = [];
  const observer = new MutationObserver((records) => written.push(...records));
  observer.observe(host, { subtree: true, characterData: true, childList: true });
  const next = range(0, 4);
  rows.show(next.with(3, { ...next[3]!, cells: next[3]!.cells.with(5, "moved") }));
  await new Promise((resolve) => setTimeout(resolve));
  written.push(...observer.takeRecords());
  expect(written.map(({ type }) => type)).toEqual(["characterData"]);
});

test("a screenful is written in slices, one a frame, and every row comes at last", () => {
  slowness = 1;
  rows.show(range(0, 19));
  const first = places().length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(10);
  for (let turns = 0; frames.length > turns && turns < 50; turns++) frames[turns]!();
  expect(places()).toEqual(Array.from({ length: 20 }, (_, i) => i));
  expect(textOf(19)).toBe("r19c0");
});

test("newer rows end the writing of older ones", () => {
  slowness = 1;
  rows.show(range(0, 19, "old"));
  rows.show(range(40, 41, "new"));
  for (let turns = 0; frames.length > turns && turns < 50; turns++) frames[turns]!();
  expect(places()).toEqual([40, 41]);
  expect(host.textContent).not.toContain("old");
});

test("the focused cell is marked as soon as its row is written, once only, and not in the row that takes its element", () => {
  rows.focus(2, 1);
  rows.show(range(0, 1));
  expect(host.querySelector("[aria-selected]")).toBeNull();
  rows.show(range(0, 3));
  const cell = host.querySelector("[aria-selected]");
  expect(cell?.textContent).toBe("r2c1");
  expect(cell?.id).not.toBe("");
  rows.show(range(60, 63));
  expect(host.querySelectorAll("[aria-selected]")).toHaveLength(0);
  rows.show(range(1, 4));
  rows.focus(3, 0);
  expect([...host.querySelectorAll("[aria-selected]")].map((one) => one.textContent)).toEqual(["r3c0"]);
});

test("a new layout begins with nothing, and missing texts are empty", () => {
  rows.show(range(0, 3));
  rows.place({ ...layout, columns: layout.columns.slice(0, 3) }, 24);
  expect(lines()).toHaveLength(0);
  rows.show([{ row: 5, cells: ["only"], marks: [] }]);
  expect([...lines()[0]!.children].map((cell) => cell.textContent)).toEqual(["only", "", ""]);
  expect(lines()[0]!.style.top).toBe("120px");
});

test("rows of another layout stand alone: what was still to be written of the old one is not", () => {
  slowness = 1;
  rows.show(range(0, 19, "old"));
  rows.stop();
  const next = createMirrorRows(host);
  next.place(layout, 30);
  next.show(range(0, 19, "new"));
  for (let turns = 0; frames.length > turns && turns < 50; turns++) frames[turns]!();
  expect(places()).toEqual(Array.from({ length: 20 }, (_, i) => i));
  expect(host.textContent).not.toContain("old");
});

test("rows stand in order at every moment, however shows and frames fall together", () => {
  slowness = 1;
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  let run = 0;
  for (let turn = 0; turn < 2_000; turn++) {
    if (random(3) === 0) {
      const from = random(40);
      rows.show(range(from, from + random(24)));
    } else if (run < frames.length) frames[run++]!();
    expect(places(), `turn ${turn}`).toEqual([...places()].sort((a, b) => a - b));
  }
});

test("[CHAIN-42] what is marked in a cell is said at it, and no more once it is not", () => {
  const ltp = layout.columns.findIndex(({ id }) => id === "ltp");
  const marked = (bits: number): MirrorRow[] => [
    { ...row(0), marks: layout.columns.map((_, column) => (column === ltp ? bits : 0)) },
  ];
  const titles = () => [...lines()[0]!.children].map((cell) => (cell as HTMLElement).title);
  rows.show(marked(FLAG_STALE_LTP | MARK_OUTSIDE));
  expect(titles()[ltp]).toBe("Old price: no trade for 15 minutes. The last price lies outside bid and ask");
  expect(titles().filter(Boolean)).toHaveLength(1);
  rows.show(marked(0));
  expect(titles().filter(Boolean)).toEqual([]);
});

test("[CHAIN-40] the strikes of columns wider than the screen are held in sight, the other cells at their places", () => {
  const wide = layoutChain({ ...options, view: "all", width: 800 });
  rows.place(wide, 24);
  rows.show([{ row: 0, cells: wide.columns.map(({ id }) => id), marks: [] }]);
  const cells = [...lines()[0]!.children] as HTMLElement[];
  const strike = wide.columns.findIndex(({ id }) => id === "strike");
  expect(cells.flatMap((cell, i) => (cell.dataset.pinned === "true" ? [i] : []))).toEqual([strike]);
  expect([cells[strike]!.style.left, cells[strike]!.style.marginLeft]).toEqual([
    "",
    `${wide.edges[strike]}px`,
  ]);
  expect(cells[0]!.style.left).toBe("0px");
});

test("where newer rows come before the last are written, all of them have their turn", () => {
  // Each frame has time for one of twenty rows, and newer rows come with every fifth.
  slowness = 5;
  const written = new Set<number>();
  for (let turn = 0; turn < 5; turn++) {
    rows.show(range(0, 19, `t${turn}r`));
    for (let frame = 0; frame < 5; frame++) frames.at(-1)?.();
  }
  expect(places()).toEqual(Array.from({ length: 20 }, (_, i) => i));
  for (let turn = 5; turn < 9; turn++) {
    rows.show(range(0, 19, `t${turn}r`));
    for (let frame = 0; frame < 4; frame++) frames.at(-1)?.();
    for (let at = 0; at < 20; at++) if (textOf(at).startsWith(`t${turn}r`)) written.add(at);
  }
  expect(written.size).toBe(20);
  expect(places()).toEqual(Array.from({ length: 20 }, (_, i) => i));
});
