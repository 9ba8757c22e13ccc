/** What is marked in a cell besides its figure: the same for every renderer and the mirror. */
import { FLAG_IS_LIQUID, FLAG_IV_INTERPOLATED, FLAG_ODD_STRIKE } from "#domain/chain/flags.ts";
import type { ChainColumn } from "#domain/format/chain-columns.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "./chain-frame.ts";
import { type GridState, valueAt } from "./grid-state.ts";

/** The lowest bits of a cell's marks are an option's liquidity flags, at their own places. */
const LIQUIDITY = (1 << 9) - 1;
/** The last price lies outside bid and ask. */
export const MARK_OUTSIDE = 1 << 9;
export const MARK_AT_MONEY = 1 << 10;
export const MARK_MAX_PAIN = 1 << 11;
/** The line lies on the row's upper edge. */
export const MARK_FORWARD = 1 << 12;
export const MARK_SPOT = 1 << 13;
export const MARK_OI_ROSE = 1 << 14;
export const MARK_OI_FELL = 1 << 15;
export const MARK_ESTIMATED = 1 << 16;

const sideOf = ({ side }: ChainColumn): "call" | "put" => (side === "put" ? "put" : "call");

/** Bits of an option's flags; NaN where the strike has no contract on that side. */
export const flagsOf = (grid: GridState, row: number, side: "call" | "put"): number =>
  valueAt(grid, row, CHAIN_FIELD_INDEX[side === "call" ? "call.flags" : "put.flags"]);

/** Flags of either side of a strike; one of them may have no contract, and no flags. */
export const strikeFlags = (grid: GridState, row: number): number =>
  flagsOf(grid, row, "call") | flagsOf(grid, row, "put");

/** An odd multiple of half the round step: people trade its neighbours. */
export const isOddStrike = (grid: GridState, row: number): boolean =>
  (strikeFlags(grid, row) & FLAG_ODD_STRIKE) !== 0;

/** Whether a last price lies outside its bid and ask: only where a real market stands on both sides does it mean something. */
export function isOutside(grid: GridState, row: number, side: "call" | "put"): boolean {
  const isCall = side === "call";
  const ltp = valueAt(grid, row, CHAIN_FIELD_INDEX[isCall ? "call.ltp" : "put.ltp"]);
  if (!(ltp > 0) || (flagsOf(grid, row, side) & FLAG_IS_LIQUID) === 0) return false;
  const bid = valueAt(grid, row, CHAIN_FIELD_INDEX[isCall ? "call.bid" : "put.bid"]);
  const ask = valueAt(grid, row, CHAIN_FIELD_INDEX[isCall ? "call.ask" : "put.ask"]);
  return (bid > 0 && ltp < bid) || (ask > 0 && ltp > ask);
}

function strikeMarks({ head }: GridState, row: number, isOdd: boolean): number {
  let marks = isOdd ? FLAG_ODD_STRIKE : 0;
  if (row === head[HEAD_INDEX.atmRow]) marks |= MARK_AT_MONEY;
  if (row === head[HEAD_INDEX.maxPainRow]) marks |= MARK_MAX_PAIN;
  if (row === head[HEAD_INDEX.forwardLine]) marks |= MARK_FORWARD;
  if (row === head[HEAD_INDEX.spotLine]) marks |= MARK_SPOT;
  return marks;
}

/** All that is marked in a cell, a bit each; 0 nothing. */
export function cellMarks(grid: GridState, row: number, column: ChainColumn): number {
  if (column.id === "strike") return strikeMarks(grid, row, isOddStrike(grid, row));
  if (column.id === "iv") return (strikeFlags(grid, row) & FLAG_IV_INTERPOLATED) === 0 ? 0 : MARK_ESTIMATED;
  if (column.side === "centre") return 0;
  const side = sideOf(column);
  if (column.id === "ltp") {
    const flags = flagsOf(grid, row, side) & LIQUIDITY & ~FLAG_ODD_STRIKE;
    return isOutside(grid, row, side) ? flags | MARK_OUTSIDE : flags;
  }
  if (column.id !== "oi" || !column.bar) return 0;
  const change = valueAt(grid, row, CHAIN_FIELD_INDEX[side === "call" ? "call.oiChange" : "put.oiChange"]);
  return change > 0 ? MARK_OI_ROSE : change < 0 ? MARK_OI_FELL : 0;
}
