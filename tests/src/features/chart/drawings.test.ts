// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { DrawnLine } from "#src/components/chart/prices/drawn/drawn-lines.ts";
import { createBoard } from "#src/features/chart/drawings/board.ts";
import { DRAWINGS_KEY } from "#src/features/chart/drawings/drawing-store.ts";
import { mayHaveDrawings } from "#src/features/chart/drawings/has-drawings.ts";
import {
  MOST_DRAWINGS,
  MOST_TEXT,
  readDrawings,
  writeDrawings,
} from "#src/features/chart/drawings/kept-drawings.ts";

const point = (at: number, price: number) => ({ at, price });
const level = (price: number): DrawnLine => ({ kind: "level", points: [point(5, price)] });
const trend: DrawnLine = { kind: "trend", points: [point(1, 10.05), point(9, 20)] };

describe("[CHART-12] drawings that are kept", () => {
  test("are the same when they were written and read, by symbol", () => {
    const all = new Map([
      ["NIFTY", [level(24_500.05), trend]],
      ["M&M", [{ ...trend, kind: "ray" as const }]],
    ]);
    expect(readDrawings(writeDrawings(all)!)).toEqual(all);
  });

  test("of a symbol without any are not kept at all", () => {
    expect(writeDrawings(new Map([["NIFTY", []]]))).toBe('{"version":1,"symbols":{}}');
  });

  test.each([
    "",
    "null",
    "[]",
    "{",
    '{"version":2,"symbols":{}}',
    '{"version":1,"symbols":[["NIFTY"]]}',
    '{"version":1,"symbols":{"NIFTY":{}}}',
    `{"version":1,"symbols":{"${"N".repeat(41)}":[]}}`,
    '{"version":1,"symbols":{"NIFTY":[["circle",1,2]]}}',
    '{"version":1,"symbols":{"NIFTY":[["level",1]]}}',
    '{"version":1,"symbols":{"NIFTY":[["level",1,0]]}}',
    '{"version":1,"symbols":{"NIFTY":[["level",1.5,10]]}}',
    '{"version":1,"symbols":{"NIFTY":[["level",1,1e999]]}}',
    '{"version":1,"symbols":{"NIFTY":[["trend",1,2]]}}',
    '{"version":1,"symbols":{"NIFTY":[["level",1,2],null]}}',
  ])("%s is damaged, and none is taken of it", (text) => expect(readDrawings(text)).toBeNull());

  test("are no more than there may be, of a symbol and of all", () => {
    const list = Array.from({ length: MOST_DRAWINGS + 1 }, () => ["level", 1, 2]);
    expect(readDrawings(JSON.stringify({ version: 1, symbols: { NIFTY: list } }))).toBeNull();
    expect(readDrawings(" ".repeat(MOST_TEXT + 1))).toBeNull();
    const many = new Map(
      Array.from({ length: 800 }, (_, i) => [
        `S${i}`,
        Array.from({ length: MOST_DRAWINGS }, () => level(10)),
      ]),
    );
    expect(writeDrawings(many) === null).toBe(true);
  });
});

describe("[CHART-12] this browser", () => {
  beforeEach(() => {
    localStorage.clear();
    vi.resetModules();
  });
  const store = () => import("#src/features/chart/drawings/drawing-store.ts");

  test("keeps them by symbol, and says when there are too many", async () => {
    const { keepDrawings, drawingsOf, drawingFault } = await store();
    const all = Array.from({ length: MOST_DRAWINGS }, (_, i) => level(i + 1));
    expect(keepDrawings("NIFTY", all)).toBe(true);
    expect(mayHaveDrawings("NIFTY")).toBe(true);
    expect(mayHaveDrawings("BANKNIFTY")).toBe(false);
    expect(keepDrawings("NIFTY", [...all, trend])).toBe(false);
    expect(drawingFault()).toBe("full");
    expect(drawingsOf("NIFTY")).toHaveLength(MOST_DRAWINGS);
  });

  test("takes none of damaged ones, and says so until that is understood, which throws them away", async () => {
    localStorage.setItem(DRAWINGS_KEY, '{"version":1,"symbols":{"NIFTY":[["level"]]}}');
    const { drawingsOf, drawingFault, forgetFault } = await store();
    expect([drawingsOf("NIFTY"), drawingFault()]).toEqual([[], "damaged"]);
    // What was told and not understood is told anew, by a chart that is opened later and after a reload.
    expect(mayHaveDrawings("NIFTY")).toBe(true);
    vi.resetModules();
    expect((await store()).drawingFault()).toBe("damaged");
    forgetFault();
    expect([drawingFault(), localStorage.getItem(DRAWINGS_KEY)]).toEqual([null, null]);
  });

  test("keeps what is drawn in the place of damaged ones, and goes on saying that those are gone", async () => {
    localStorage.setItem(DRAWINGS_KEY, "{");
    const { drawingsOf, keepDrawings, drawingFault, forgetFault } = await store();
    expect(keepDrawings("NIFTY", [trend])).toBe(true);
    expect(drawingFault()).toBe("damaged");
    forgetFault();
    expect([drawingFault(), drawingsOf("NIFTY")]).toEqual([null, [trend]]);
    expect(readDrawings(localStorage.getItem(DRAWINGS_KEY)!)).toEqual(new Map([["NIFTY", [trend]]]));
  });

  test.each(["", "{", '{"version":2,"symbols":{}}', '{"version":1,"symbols":{"NIF'])(
    "wants the code of drawings on every chart where %j is kept, for it says that this is damaged",
    (text) => {
      localStorage.setItem(DRAWINGS_KEY, text);
      expect(mayHaveDrawings("NIFTY")).toBe(true);
    },
  );

  test("wants it of sound ones where their symbol's chart is open, and where there are none not at all", () => {
    expect(mayHaveDrawings("NIFTY")).toBe(false);
    for (const kept of [new Map(), new Map([["BANKNIFTY", [trend]]])]) {
      localStorage.setItem(DRAWINGS_KEY, writeDrawings(kept)!);
      expect(mayHaveDrawings("NIFTY")).toBe(false);
    }
    expect(mayHaveDrawings("BANKNIFTY")).toBe(true);
  });

  test("says that those in sight are gone, when another tab comes upon damaged ones", async () => {
    const { subscribeDrawings, keepDrawings, drawingsOf, drawingFault } = await store();
    const end = subscribeDrawings(vi.fn());
    keepDrawings("NIFTY", [trend]);
    localStorage.setItem(DRAWINGS_KEY, "{");
    window.dispatchEvent(new StorageEvent("storage", { key: DRAWINGS_KEY }));
    expect([drawingsOf("NIFTY"), drawingFault()]).toEqual([[], "damaged"]);
    end();
  });

  test("has those that another tab has drawn", async () => {
    const { subscribeDrawings, drawingsOf } = await store();
    const told = vi.fn();
    const end = subscribeDrawings(told);
    expect(drawingsOf("NIFTY")).toEqual([]);
    localStorage.setItem(DRAWINGS_KEY, writeDrawings(new Map([["NIFTY", [trend]]]))!);
    window.dispatchEvent(new StorageEvent("storage", { key: DRAWINGS_KEY }));
    expect(told).toHaveBeenCalled();
    expect(drawingsOf("NIFTY")).toEqual([trend]);
    end();
  });

  test("without room for them has them until it is closed, and says so", async () => {
    const { keepDrawings, drawingsOf, drawingFault } = await store();
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem() {
        throw new Error("full");
      },
    });
    expect(keepDrawings("NIFTY", [trend])).toBe(true);
    vi.unstubAllGlobals();
    expect([drawingFault(), drawingsOf("NIFTY")]).toEqual(["notKept", [trend]]);
  });
});

describe("[CHART-11] a board", () => {
  const boardOf = (...first: DrawnLine[]) => {
    let lines: readonly DrawnLine[] = first;
    const board = createBoard({
      read: () => lines,
      keep(next) {
        if (next.length > 2) return false;
        lines = next;
        return true;
      },
    });
    return { board, lines: () => lines };
  };

  test("draws a level with one press, a trend line with two, and puts the tool down", () => {
    const { board, lines } = boardOf();
    board.choose("level");
    board.press(point(5, 7));
    expect(lines()).toEqual([level(7)]);
    expect(board.state).toMatchObject({ tool: null, selected: 0 });
    board.choose("trend");
    board.press(trend.points[0]!);
    // Twice at one place is no line.
    board.press(trend.points[0]!);
    expect(lines()).toHaveLength(1);
    board.point(point(3, 3), false);
    expect(board.scene()).toMatchObject({
      draft: { kind: "trend", points: [trend.points[0]] },
      next: point(3, 3),
    });
    board.press(trend.points[1]!);
    expect(lines()).toEqual([level(7), trend]);
    expect(board.state).toMatchObject({ tool: null, points: [], selected: 1 });
  });

  test("draws none where there is no room, and selects nothing", () => {
    const { board, lines } = boardOf(level(1), level(2));
    board.choose("level");
    board.press(point(5, 7));
    expect(lines()).toHaveLength(2);
    expect(board.state.selected).toBe(-1);
  });

  test("moves a handle in the hand, and keeps it when it is let go", () => {
    const { board, lines } = boardOf(trend);
    board.drag(0, 1, point(8, 30));
    expect(board.scene().lines[0]!.points[1]).toEqual(point(8, 30));
    expect(lines()).toEqual([trend]);
    board.drop();
    expect(lines()[0]!.points).toEqual([trend.points[0], point(8, 30)]);
    // Onto its other end: that would be no line any more.
    board.drag(0, 1, trend.points[0]!);
    board.drop();
    expect(lines()[0]!.points[1]).toEqual(point(8, 30));
  });

  test("takes away what is selected, and nothing else", () => {
    const { board, lines } = boardOf(level(1), level(2));
    expect(board.remove()).toBe(false);
    board.select(0);
    expect(board.remove()).toBe(true);
    expect(lines()).toEqual([level(2)]);
    expect(board.state.selected).toBe(-1);
  });

  test("puts the tool down with Escape, then lets go of the line, then leaves the key to the chart", () => {
    const { board } = boardOf(level(1));
    board.choose("ray");
    board.press(point(1, 1));
    expect(board.escape()).toBe(true);
    expect(board.state).toMatchObject({ tool: null, points: [] });
    board.select(0);
    expect([board.escape(), board.escape()]).toEqual([true, false]);
  });
});
