// @vitest-environment happy-dom
/** The plain renderer writes the rows whose figures came, and all of them where what they share has moved. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChainField } from "#domain/chain/fields.ts";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { FRAME_DELTA, FRAME_FULL, type HeadField } from "#protocol/frames/chain-frame.ts";
import { createDomPainter } from "#src/features/chain/dom-painter.ts";
import { frame, HEAD, STRIKES } from "../../../workers/painter/stage.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

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

function world() {
  const body = document.createElement("div");
  document.body.replaceChildren(body);
  const painter = createDomPainter(body, () => {});
  const port = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    postMessage() {},
    close() {},
  };
  painter.post({ type: "attach", port: port as unknown as MessagePort });
  painter.post({ type: "layout", layout });
  const deliver = (
    kind: number,
    cells: [number, ChainField, number][],
    head: Partial<Record<HeadField, number>> = {},
  ): void => port.onmessage?.({ data: frame(kind, { ...HEAD, ...head }, STRIKES, cells) });
  const tell: typeof deliver = (...said) => {
    deliver(...said);
    vi.advanceTimersByTime(300);
  };
  const rows = () => [...body.querySelectorAll<HTMLElement>('[role="row"]')];
  const cell = (row: number, id: string, side: string) =>
    rows()[row]!.children.item(
      layout.columns.findIndex((c) => c.id === id && c.side === side),
    ) as HTMLElement;
  const ltp = (row: number, side: "call" | "put") => cell(row, "ltp", side).textContent?.split(" ")[0];
  tell(FRAME_FULL, [
    [0, "call.ltp", 120.5],
    [1, "call.ltp", 88],
    [2, "put.ltp", 101.25],
  ]);
  return { painter, deliver, tell, rows, cell, ltp };
}

test("a row is written when a figure of it came, and another row keeps its own", () => {
  const { tell, ltp, cell } = world();
  expect([ltp(0, "call"), ltp(1, "call"), ltp(2, "put")]).toEqual(["120.50", "88.00", "101.25"]);
  // What nothing writes stays as it is: so the test sees which rows were written.
  cell(0, "ltp", "call").dataset.itm = "untouched";
  cell(1, "ltp", "call").firstChild!.textContent = "untouched";
  tell(FRAME_DELTA, [[1, "call.ltp", 89.5]], { frame: 2 });
  expect([ltp(0, "call"), ltp(1, "call"), ltp(2, "put")]).toEqual(["120.50", "89.50", "101.25"]);
  expect(cell(0, "ltp", "call").dataset.itm).toBe("untouched");
});

test("figures of several frames before a paint are all written", () => {
  const { deliver, ltp } = world();
  deliver(FRAME_DELTA, [[0, "call.ltp", 121]], { frame: 2 });
  deliver(FRAME_DELTA, [[2, "put.ltp", 99]], { frame: 3 });
  vi.advanceTimersByTime(300);
  expect([ltp(0, "call"), ltp(2, "put")]).toEqual(["121.00", "99.00"]);
});

test("the forward that crosses a strike, or stands on it, shades every row anew", () => {
  const { tell, cell } = world();
  const shaded = () =>
    STRIKES.map((_, row) => ["call", "put"].map((side) => cell(row, "ltp", side).dataset.itm === "true"));
  expect(shaded()).toEqual([
    [true, false],
    [false, true],
    [false, true],
  ]);
  tell(FRAME_DELTA, [], { frame: 2, forward: 24_050 });
  expect(shaded()[1]).toEqual([false, false]);
  tell(FRAME_DELTA, [], { frame: 3, forward: 24_051 });
  expect(shaded()[1]).toEqual([true, false]);
  tell(FRAME_DELTA, [], { frame: 4, forward: Number.NaN });
  expect(shaded().flat()).toEqual([false, false, false, false, false, false]);
});

test("at the money, the lines and the focus move without a figure", () => {
  const { painter, tell, rows, cell } = world();
  const atm = () => rows().map(({ dataset }) => dataset.atm === "true");
  expect(atm()).toEqual([false, true, false]);
  tell(FRAME_DELTA, [], { frame: 2, atmRow: 2, forwardLine: 2 });
  expect(atm()).toEqual([false, false, true]);
  expect(rows().map(({ dataset }) => dataset.line)).toEqual([undefined, "spot", "forward"]);
  painter.post({ type: "focus", row: 2, column: 0 });
  vi.advanceTimersByTime(300);
  expect(cell(2, layout.columns[0]!.id, "call").getAttribute("aria-selected")).toBe("true");
});

test("what is planned is written without a figure, and taken off again", () => {
  const { painter, tell, cell } = world();
  tell(FRAME_FULL, [[1, "call.ltp", 88]], { underlying: 7, expiry: 20_261_124 });
  const tag = {
    token: 1,
    expiry: "2026-11-24",
    strike: 24_050,
    option: "call",
    kind: "leg",
    side: "BUY",
    count: 2,
  } as const;
  const marks = () => cell(1, "ltp", "call").querySelectorAll("[data-tag]").length;
  painter.post({
    type: "tags",
    kind: "leg",
    underlying: 7,
    tags: [{ ...tag, price: 88, spoken: "buy 2 lots" }],
  });
  vi.advanceTimersByTime(300);
  expect(marks()).toBe(1);
  painter.post({ type: "tags", kind: "leg", underlying: 7, tags: [] });
  vi.advanceTimersByTime(300);
  expect(marks()).toBe(0);
});
