import { expect, test } from "vitest";
import { CHAIN_FIELDS, type ChainField } from "#domain/chain/fields.ts";
import {
  FLAG_IS_LIQUID,
  FLAG_IV_INTERPOLATED,
  FLAG_NO_BID,
  FLAG_ODD_STRIKE,
  FLAG_STALE_LTP,
} from "#domain/chain/flags.ts";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import * as marks from "#protocol/frames/cell-marks.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { createGridState } from "#protocol/frames/grid-state.ts";

const { columns } = layoutChain({
  view: "ltp",
  width: 1366,
  page: 0,
  quantity: quantityUnit(1e7),
  tickSize: 0.05,
  strikeStep: 50,
  isCurrency: false,
  isLastDay: false,
});

function world() {
  const grid = createGridState();
  grid.rows = 2;
  for (const place of ["atmRow", "maxPainRow", "forwardLine", "spotLine"] as const)
    grid.head[HEAD_INDEX[place]] = -1;
  grid.strikes = Float64Array.of(24_000, 24_050);
  grid.values = new Float64Array(2 * CHAIN_FIELDS.length).fill(Number.NaN);
  const set = (row: number, field: ChainField, value: number): void => {
    grid.values[row * CHAIN_FIELDS.length + CHAIN_FIELD_INDEX[field]] = value;
  };
  const of = (row: number, id: string, side = "call"): number =>
    marks.cellMarks(grid, row, columns.find((c) => c.id === id && (c.side === side || c.side === "centre"))!);
  return { grid, set, of };
}

test("[CHAIN-42] a price has its option's warnings, the strike that it is an odd one, of either side", () => {
  const { set, of } = world();
  expect([of(0, "ltp"), of(0, "strike")]).toEqual([0, 0]);
  set(0, "put.flags", FLAG_STALE_LTP | FLAG_NO_BID | FLAG_ODD_STRIKE | FLAG_IV_INTERPOLATED);
  expect(of(0, "ltp", "put")).toBe(FLAG_STALE_LTP | FLAG_NO_BID);
  expect(of(0, "ltp", "call")).toBe(0);
  expect(of(0, "strike")).toBe(FLAG_ODD_STRIKE);
  expect(of(0, "iv")).toBe(marks.MARK_ESTIMATED);
});

test("[CHAIN-42] a last price outside bid and ask is marked where both sides are quoted", () => {
  const { set, of } = world();
  set(0, "call.ltp", 99);
  set(0, "call.bid", 100);
  set(0, "call.ask", 101);
  set(0, "call.flags", 0);
  expect(of(0, "ltp")).toBe(0);
  set(0, "call.flags", FLAG_IS_LIQUID);
  expect(of(0, "ltp")).toBe(marks.MARK_OUTSIDE);
  set(0, "call.ltp", 100.5);
  expect(of(0, "ltp")).toBe(0);
});

test("[CHAIN-42] the strike says what stands at it, OI which way it went", () => {
  const { grid, set, of } = world();
  grid.head[HEAD_INDEX.atmRow] = 0;
  grid.head[HEAD_INDEX.maxPainRow] = 1;
  grid.head[HEAD_INDEX.forwardLine] = 1;
  grid.head[HEAD_INDEX.spotLine] = -1;
  expect(of(0, "strike")).toBe(marks.MARK_AT_MONEY);
  expect(of(1, "strike")).toBe(marks.MARK_MAX_PAIN | marks.MARK_FORWARD);
  set(0, "call.oiChange", 65);
  set(0, "put.oiChange", -65);
  expect([of(0, "oi"), of(0, "oi", "put"), of(1, "oi")]).toEqual([marks.MARK_OI_ROSE, marks.MARK_OI_FELL, 0]);
});
