// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { DrawnLine } from "#src/components/chart/prices/drawn/drawn-lines.ts";
import { segmentOf } from "#src/components/chart/prices/drawn/drawn-lines.ts";
import { createBoard } from "#src/features/chart/drawings/board.ts";
import { listenToBoard } from "#src/features/chart/drawings/board-hand.ts";

const box = { left: 0, right: 200, top: 0, bottom: 100 };
/** A place is a pixel, and a price is a hundred less the pixels from the top. */
const map = () => {
  const spotOf = ({ at, price }: { at: number; price: number }) => ({ x: at, y: 100 - price });
  return {
    box,
    spotOf,
    pointOf: ({ x, y }: { x: number; y: number }) => ({ at: x, price: 100 - y }),
    seen: (line: DrawnLine) => {
      const spots = line.points.map(spotOf);
      return { spots, segment: segmentOf(line.kind, spots, box) };
    },
  };
};

let lines: readonly DrawnLine[];
let host: HTMLElement;
let over: HTMLElement;
let board: ReturnType<typeof createBoard>;
/** What the chart below would have done. */
let chart: ReturnType<typeof vi.fn>;
let place: number;
let end: () => void;

beforeEach(() => {
  lines = [];
  place = 40;
  host = document.createElement("div");
  over = document.createElement("div");
  host.tabIndex = 0;
  host.append(over);
  document.body.replaceChildren(host);
  over.setPointerCapture = () => undefined;
  chart = vi.fn();
  over.addEventListener("pointerdown", chart as never);
  over.addEventListener("dblclick", chart as never);
  host.addEventListener("keydown", chart as never);
  board = createBoard({
    read: () => lines,
    keep(next) {
      lines = next;
      return true;
    },
  });
  const closeAt = (at: number) => ({ at, price: 50 });
  end = listenToBoard({ host, over, place: () => place, closeAt, map }, board);
});

const pointer = (type: string, x: number, y: number, pointerType = "mouse"): void => {
  const init = {
    bubbles: true,
    cancelable: true,
    clientX: x,
    clientY: y,
    pointerId: 1,
    isPrimary: true,
    pointerType,
  };
  over.dispatchEvent(new PointerEvent(type, { ...init, button: 0, buttons: type === "pointermove" ? 1 : 0 }));
};
const press = (x: number, y: number): void => {
  pointer("pointerdown", x, y);
  pointer("pointerup", x, y);
};
const key = (name: string, init: KeyboardEventInit = {}): void =>
  void host.dispatchEvent(
    new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init }),
  );
const at = (x: number, y: number) => ({ at: x, price: 100 - y });
const level = (price: number): DrawnLine => ({ kind: "level", points: [{ at: 20, price }] });

describe("[CHART-11] the hand", () => {
  test("draws with a tool, and the chart below has nothing of it", () => {
    board.choose("trend");
    press(10, 20);
    press(60, 70);
    expect(lines).toEqual([{ kind: "trend", points: [at(10, 20), at(60, 70)] }]);
    over.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
    expect(chart).not.toHaveBeenCalled();
  });

  test("draws in one go from where it pressed to where it let go", () => {
    board.choose("ray");
    pointer("pointerdown", 10, 20, "touch");
    pointer("pointermove", 50, 40, "touch");
    pointer("pointerup", 50, 40, "touch");
    expect(lines).toEqual([{ kind: "ray", points: [at(10, 20), at(50, 40)] }]);
  });

  test("selects a line, drags a handle, and leaves the chart what is neither", () => {
    lines = [{ kind: "trend", points: [at(10, 20), at(110, 20)] }];
    press(60, 23);
    expect(board.state.selected).toBe(0);
    pointer("pointerdown", 109, 21);
    pointer("pointermove", 130, 60);
    expect(lines[0]!.points[1]).toEqual(at(110, 20));
    pointer("pointerup", 130, 60);
    expect(lines[0]!.points).toEqual([at(10, 20), at(130, 60)]);
    expect(chart).not.toHaveBeenCalled();
    press(60, 90);
    expect([board.state.selected, chart.mock.calls.length]).toEqual([-1, 1]);
  });

  test("moves a level by any of its places; a press alone moves nothing", () => {
    lines = [level(50)];
    press(150, 51);
    expect(lines).toEqual([level(50)]);
    pointer("pointerdown", 150, 50);
    pointer("pointermove", 155, 30);
    pointer("pointerup", 155, 30);
    expect(lines[0]!.points[0]!.price).toBe(70);
  });

  test("reaches further with a finger", () => {
    lines = [level(50)];
    pointer("pointerdown", 150, 61);
    expect(board.state.selected).toBe(-1);
    pointer("pointerdown", 150, 61, "touch");
    expect(board.state.selected).toBe(0);
  });
});

describe("[CHART-11] keys", () => {
  test("set a point at the bar's close, or where the arrows have moved it", () => {
    board.choose("trend");
    key("Enter");
    place = 90;
    key("ArrowUp");
    key("ArrowUp", { shiftKey: true });
    expect(board.state).toMatchObject({ next: { at: 90, price: 72 }, isByKey: true });
    key("Enter");
    expect(lines[0]!.points).toEqual([
      { at: 40, price: 50 },
      { at: 90, price: 72 },
    ]);
    expect(chart).not.toHaveBeenCalled();
  });

  test("go on to the chart across the bars, and the point goes along", () => {
    board.choose("level");
    key("ArrowLeft");
    expect(chart).toHaveBeenCalledTimes(1);
    expect(board.state.next).toEqual({ at: 40, price: 50 });
  });

  test("take the selected line away; without one, and after the end, they are the chart's", () => {
    lines = [level(50)];
    key("Delete");
    key("Escape");
    expect(chart).toHaveBeenCalledTimes(2);
    board.select(0);
    key("Backspace");
    expect([lines, chart.mock.calls.length]).toEqual([[], 2]);
    end();
    board.choose("level");
    key("Enter");
    expect([lines, chart.mock.calls.length]).toEqual([[], 3]);
  });
});
