import { describe, expect, test } from "vitest";
import type { BarFigure } from "#domain/chain/column-ids.ts";
import { CHAIN_FIELDS, type ChainField } from "#domain/chain/fields.ts";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import { ownView, VIEW_COLUMNS } from "#domain/format/own-columns.ts";
import { barOf, createBarScale } from "#protocol/frames/bar-scale.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { createGridState } from "#protocol/frames/grid-state.ts";

const options = {
  view: "ltp",
  width: 1366,
  page: 0,
  quantity: quantityUnit(1e7),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
} as const;

const viewOf = (bars: BarFigure) =>
  ownView({ columns: VIEW_COLUMNS.ltp, perLot: false, bars, bidFirst: false }, false);

function world(bars: BarFigure) {
  const grid = createGridState();
  grid.rows = 2;
  grid.strikes = Float64Array.of(24_000, 24_050);
  grid.values = new Float64Array(2 * CHAIN_FIELDS.length).fill(Number.NaN);
  const set = (row: number, field: ChainField, value: number): void => {
    grid.values[row * CHAIN_FIELDS.length + CHAIN_FIELD_INDEX[field]] = value;
  };
  set(0, "call.oi", 4e5);
  set(0, "call.oiChange", 1e5);
  set(0, "put.oi", 1e6);
  set(0, "put.oiChange", -2e5);
  set(1, "call.oiChange", -4e5);
  set(1, "put.volume", 8e6);
  set(0, "call.volume", 2e6);
  grid.head[HEAD_INDEX.maxOi] = 1e6;
  const layout = layoutChain({ ...options, bars, view: viewOf(bars) });
  const scale = createBarScale(grid);
  scale.place(layout);
  const shapeOf = (row: number, side: string) => {
    const shape = { filled: 9, grown: 9, gone: 9 };
    const column = layout.columns.find((each) => each.bar && each.side === side)!;
    return column !== undefined && barOf(grid, row, column, scale.largest, shape) ? shape : null;
  };
  return { grid, set, scale, shapeOf };
}

describe("[CHAIN-44] bars", () => {
  test("of OI are of one scale on both sides, with what was added in them and what is gone behind them", () => {
    const { scale, shapeOf } = world("oi");
    expect([scale.largest, scale.text]).toEqual([1e6, "10.00"]);
    expect(shapeOf(0, "call")).toEqual({ filled: 0.4, grown: 0.1, gone: 0 });
    // A full bar has no room for what is gone.
    expect(shapeOf(0, "put")).toEqual({ filled: 1, grown: 0, gone: 0 });
    expect(shapeOf(1, "put")).toBeNull();
  });

  test("of its change are filled where it rose and empty where it fell", () => {
    const { scale, shapeOf } = world("oiChange");
    expect([scale.largest, scale.text]).toEqual([4e5, "+4.00"]);
    expect(shapeOf(0, "call")).toEqual({ filled: 0.25, grown: 0, gone: 0 });
    expect(shapeOf(1, "call")).toEqual({ filled: 0, grown: 0, gone: 1 });
    expect(shapeOf(0, "put")).toEqual({ filled: 0, grown: 0, gone: 0.5 });
  });

  test("of volume say how much was traded, and follow the largest when that moves", () => {
    const { scale, set, shapeOf } = world("volume");
    expect(shapeOf(0, "call")).toEqual({ filled: 0.25, grown: 0, gone: 0 });
    expect(scale.update()).toBe(false);
    set(1, "put.volume", 1.6e7);
    expect([scale.update(), scale.largest]).toEqual([true, 1.6e7]);
    expect(shapeOf(0, "call")?.filled).toBe(0.125);
  });

  test("are not drawn where none are wanted, nor of nothing", () => {
    const none = world("none");
    expect([none.scale.largest, none.shapeOf(0, "call")]).toEqual([0, null]);
    const { grid, scale, shapeOf } = world("oi");
    grid.head[HEAD_INDEX.maxOi] = 0;
    scale.update();
    expect(shapeOf(0, "call")).toBeNull();
  });
});
