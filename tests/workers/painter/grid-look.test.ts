import { beforeEach, describe, expect, test } from "vitest";
import type { BarFigure } from "#domain/chain/column-ids.ts";
import type { ChainField } from "#domain/chain/fields.ts";
import { FLAG_NO_BID, FLAG_ODD_STRIKE, FLAG_STALE_LTP, FLAG_WIDE_SPREAD } from "#domain/chain/flags.ts";
import { type ChainViewLayout, layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { LIQUIDITY_MARKS } from "#domain/format/liquidity-marks.ts";
import { ownView, VIEW_COLUMNS } from "#domain/format/own-columns.ts";
import { FRAME_DELTA, FRAME_FULL } from "#protocol/frames/chain-frame.ts";
import { createStage, frame, HEAD, STRIKES } from "./stage.ts";

const LETTER = 7;

interface Drawn {
  readonly texts: {
    readonly text: string;
    readonly colour: string;
    readonly left: number;
    readonly right: number;
  }[];
  readonly rects: { readonly colour: string; readonly x: number; readonly y: number; readonly w: number }[];
  readonly lines: { readonly colour: string; readonly points: number[] }[];
  readonly fills: { readonly colour: string; readonly points: number[] }[];
  readonly boxes: { readonly colour: string; readonly x: number; readonly y: number; readonly w: number }[];
}

/** A canvas that writes down what is drawn where. */
function recorder() {
  const drawn: Drawn = { texts: [], rects: [], lines: [], fills: [], boxes: [] };
  let points: number[] = [];
  const state: Record<string, unknown> = {};
  const calls: Record<string, (...args: never[]) => unknown> = {
    fillText: (text: string, x: number) => {
      const width = text.length * LETTER;
      const left = state.textAlign === "center" ? x - width / 2 : x - width;
      drawn.texts.push({ text, colour: String(state.fillStyle), left, right: left + width });
    },
    fillRect: (x: number, y: number, w: number) =>
      drawn.rects.push({ colour: String(state.fillStyle), x, y, w }),
    strokeRect: (x: number, y: number, w: number) =>
      drawn.boxes.push({ colour: String(state.strokeStyle), x, y, w }),
    beginPath: () => {
      points = [];
    },
    moveTo: (x: number, y: number) => points.push(x, y),
    lineTo: (x: number, y: number) => points.push(x, y),
    fill: () => drawn.fills.push({ colour: String(state.fillStyle), points }),
    stroke: () => drawn.lines.push({ colour: String(state.strokeStyle), points }),
    measureText: (text: string) => ({ width: text.length * LETTER }),
  };
  const context = new Proxy(state, {
    get: (_, name) => calls[String(name)] ?? state[String(name)] ?? (() => {}),
  });
  return { canvas: { width: 0, height: 0, getContext: () => context }, drawn };
}

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

const viewOf = (bars: BarFigure) =>
  ownView({ columns: VIEW_COLUMNS.ltp, perLot: false, bars, bidFirst: false }, false);

type Cells = [number, ChainField, number][];

describe("how the painter draws what a trader chose", () => {
  let stage = createStage();
  beforeEach(() => {
    stage = createStage();
  });

  function painted(layout: ChainViewLayout, cells: Cells, head: Partial<typeof HEAD> = {}): Drawn {
    const { painter, link } = stage.start({ hasCanvas: false });
    painter.post({ type: "layout", layout });
    const { canvas, drawn } = recorder();
    painter.post({ type: "slot", slot: 0, canvas });
    painter.post({ type: "assign", strips: [{ slot: 0, strip: 0 }] });
    link.deliver(frame(FRAME_FULL, { ...HEAD, ...head }, STRIKES, cells));
    stage.runFrames();
    return drawn;
  }

  const BARS = ["oi-call", "oi-put", "oi-call-strong", "oi-put-strong"];

  test.each([
    ["wide, lakh", 1366, quantityUnit(1e7)],
    ["wide, units", 1366, quantityUnit(1e7, "units")],
    ["a phone", 390, quantityUnit(1e7)],
    ["a small phone, units", 320, quantityUnit(1e7, "units")],
  ])("[CHAIN-44] bars never lie under digits: %s", (_, width, quantity) => {
    for (const bars of ["oi", "oiChange", "volume"] as const) {
      stage = createStage();
      // Of its columns, the page that has it.
      const page = bars === "oi" ? 0 : 1;
      const layout = layoutChain({ ...options, width, page, quantity, bars, view: viewOf(bars) });
      const drawn = painted(
        layout,
        STRIKES.flatMap((__, row): Cells => {
          const size = [1.2e7, 9_87_65_400, 4e6][row]!;
          return (["call", "put"] as const).flatMap(
            (side): Cells => [
              [row, `${side}.oi`, size],
              [row, `${side}.oiChange`, row === 1 ? -size / 3 : size / 4],
              [row, `${side}.volume`, size * 2],
            ],
          );
        }),
        { maxOi: 9_87_65_400 },
      );
      const column = layout.columns.findIndex(({ bar }) => bar);
      const [left, right] = [layout.edges[column]!, layout.edges[column + 1]!];
      const texts = drawn.texts.filter(
        (text) => text.left >= left && text.right <= right && text.text !== "",
      );
      const shown = [...drawn.rects.filter(({ colour }) => BARS.includes(colour)), ...drawn.boxes].filter(
        ({ x, colour }) => x >= left && x < right && BARS.includes(colour),
      );
      expect(shown.length, bars).toBeGreaterThan(0);
      const digits = Math.min(...texts.map((text) => text.left));
      for (const bar of shown) {
        // Beside the figures, or below them: 6 px either way of a row's middle are theirs.
        const isBelow = bar.y % 28 >= 14 + 8;
        expect(isBelow || bar.x + bar.w <= digits, `${bars} at ${bar.x}, ${bar.y}`).toBe(true);
      }
    }
  });

  test("[CHAIN-44] bars of another figure are scaled to its own largest, which moves them when it moves", () => {
    const layout = layoutChain({ ...options, bars: "volume", view: viewOf("volume") });
    const { painter, link } = stage.start({ hasCanvas: false });
    painter.post({ type: "layout", layout });
    const { canvas, drawn } = recorder();
    painter.post({ type: "slot", slot: 0, canvas });
    painter.post({ type: "assign", strips: [{ slot: 0, strip: 0 }] });
    const widths = () => drawn.rects.filter(({ colour }) => colour === "oi-call").map(({ w }) => w);
    link.deliver(
      frame(FRAME_FULL, HEAD, STRIKES, [
        [0, "call.volume", 1e6],
        [1, "call.volume", 5e5],
      ]),
    );
    stage.runFrames();
    const [full, half] = widths();
    expect(half! / full!).toBeCloseTo(0.5);
    drawn.rects.length = 0;
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[2, "put.volume", 2e6]]));
    stage.runFrames();
    expect(widths().map((w) => w / full!)).toEqual([0.5, 0.25]);
  });

  test("[CHAIN-42] each liquidity flag has a mark of its own, beside the price", () => {
    const seen = new Set<string>();
    for (const { flag } of LIQUIDITY_MARKS) {
      stage = createStage();
      const { lines, rects } = painted(layoutChain(options), [
        [0, "call.ltp", 120],
        [0, "call.flags", flag],
      ]);
      expect(lines.length <= 1).toBe(true);
      seen.add(JSON.stringify(lines.map(({ points }) => points)));
      expect(rects.length).toBeGreaterThan(0);
    }
    // The dot is no line.
    expect(seen.size).toBe(LIQUIDITY_MARKS.length);
    expect(LIQUIDITY_MARKS.filter(({ strokes }) => strokes.length === 0).map(({ flag }) => flag)).toEqual([
      FLAG_STALE_LTP,
    ]);
  });

  test("[CHAIN-42] of the book and of the trades one mark each, the gravest, one above the other", () => {
    const drawn = painted(layoutChain(options), [
      [0, "call.ltp", 120],
      [
        0,
        "call.flags",
        FLAG_NO_BID | FLAG_WIDE_SPREAD | LIQUIDITY_MARKS.find((m) => m.name === "NO_OI")!.flag,
      ],
    ]);
    const ys = drawn.lines.map(({ points }) => points.filter((_, i) => i % 2 === 1));
    expect(drawn.lines.map(({ colour }) => colour)).toEqual(["warn", "ink-3"]);
    expect(Math.max(...ys[0]!)).toBeLessThan(Math.min(...ys[1]!));
  });

  test("[CHAIN-42] an odd strike is written lighter, unless it is at the money", () => {
    const colourOf = (atmRow: number): string | undefined => {
      stage = createStage();
      const { texts } = painted(layoutChain(options), [[1, "put.flags", FLAG_ODD_STRIKE]], { atmRow });
      return texts.find(({ text }) => text === "24,050")?.colour;
    };
    expect([colourOf(0), colourOf(1)]).toEqual(["ink-2", "atm"]);
  });

  test("[CHAIN-42] an arrow points at the strike at the money, whatever its colour, and at no other", () => {
    const layout = layoutChain(options);
    const at = layout.columns.findIndex(({ id }) => id === "strike");
    for (const atmRow of [0, 2]) {
      stage = createStage();
      const arrows = painted(layout, [], { atmRow, maxPainRow: -1 }).fills;
      expect(arrows.length).toBe(1);
      const [tip, middle] = arrows[0]!.points;
      expect(tip).toBeGreaterThan(layout.edges[at + 1]! - 10);
      expect(Math.floor(middle! / 28)).toBe(atmRow);
    }
    stage = createStage();
    expect(painted(layout, [], { atmRow: -1, maxPainRow: -1 }).fills).toEqual([]);
  });

  test("[CHAIN-54] of straddles the whole row at the money is shaded, of calls and puts its strike alone", () => {
    const shaded = (view: Parameters<typeof layoutChain>[0]["view"]): number => {
      stage = createStage();
      const { rects } = painted(layoutChain({ ...options, view }), [], { atmRow: 1 });
      return rects.filter(({ colour }) => colour === "atm-soft").length;
    };
    const look = { columns: VIEW_COLUMNS.straddle, perLot: false, bars: "none", bidFirst: false } as const;
    expect(shaded(ownView(look, false))).toBe(VIEW_COLUMNS.straddle.length);
    expect(shaded("ltp")).toBe(1);
  });

  test("[CHAIN-43] bid and ask stand on a ground each where that is chosen", () => {
    const view = ["bid", "ask", "ltp"] as const;
    const grounds = (isBidFirst: boolean) => {
      stage = createStage();
      const own = ownView({ columns: view, perLot: false, bars: "oi", bidFirst: isBidFirst }, false);
      const { rects } = painted(layoutChain({ ...options, view: own }), [[0, "call.bid", 1]]);
      return rects.filter(({ colour }) => colour.endsWith("-soft") && colour !== "atm-soft").length;
    };
    expect(grounds(false)).toBe(0);
    expect(grounds(true)).toBe(4 * STRIKES.length);
  });

  test("the cell that keys are in has a ring of ink, no line of the forward's colour", () => {
    const { painter, link } = stage.start({ hasCanvas: false });
    const { canvas, drawn } = recorder();
    painter.post({ type: "slot", slot: 0, canvas });
    painter.post({ type: "assign", strips: [{ slot: 0, strip: 0 }] });
    link.deliver(frame(FRAME_FULL, HEAD, STRIKES, []));
    painter.post({ type: "focus", row: 2, column: 3 });
    stage.runFrames();
    expect(drawn.boxes.map(({ colour }) => colour)).toEqual(["ink"]);
  });

  test("[CHAIN-40] strikes that stay in sight are painted once more on a canvas of their own, as they change", () => {
    const wide = layoutChain({ ...options, view: "all", width: 800 });
    const { painter, link, screen } = stage.start({ hasCanvas: false });
    const at = wide.columns.findIndex(({ id }) => id === "strike");
    const strikes = { left: wide.edges[at]!, width: wide.edges[at + 1]! - wide.edges[at]! };
    const rest = { width: wide.edges.at(-1)!, rowHeight: 28, devicePixelRatio: 2, stripRows: 12 };
    painter.post({ type: "layout", layout: wide });
    painter.post({ type: "geometry", geometry: { ...rest, strikes } });
    const pin = recorder();
    painter.post({ type: "slot", slot: 0, canvas: screen.canvas });
    painter.post({ type: "pin", slot: 0, canvas: pin.canvas });
    painter.post({ type: "assign", strips: [{ slot: 0, strip: 0 }] });
    link.deliver(frame(FRAME_FULL, HEAD, STRIKES, [[0, "call.ltp", 120]]));
    stage.runFrames();
    expect(pin.canvas).toMatchObject({ width: strikes.width * 2, height: 12 * 28 * 2 });
    expect(pin.drawn.texts.map(({ text }) => text)).toEqual(["24,000", "24,050", "24,100"]);
    pin.drawn.texts.length = 0;
    // Another price is none of its business, another row at the money is.
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 2 }, STRIKES, [[0, "call.ltp", 121]]));
    stage.runFrames();
    expect(pin.drawn.texts).toEqual([]);
    link.deliver(frame(FRAME_DELTA, { ...HEAD, frame: 3, atmRow: 2 }, STRIKES, []));
    stage.runFrames();
    expect(pin.drawn.texts.map(({ text }) => text)).toContain("24,100");
    // Let go, it is left alone.
    painter.post({ type: "pin", slot: 0, canvas: null });
    pin.drawn.texts.length = 0;
    link.deliver(frame(FRAME_FULL, { ...HEAD, frame: 4 }, STRIKES, []));
    stage.runFrames();
    expect(pin.drawn.texts).toEqual([]);
  });
});
