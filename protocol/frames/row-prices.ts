import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "./chain-frame.ts";
import { type GridState, valueAt } from "./grid-state.ts";

/** What a row says of its contracts, as it is painted. */
export interface RowPrices {
  readonly row: number;
  /** token */
  readonly underlying: number;
  /** YYYYMMDD */
  readonly expiry: number;
  readonly strike: number;
  /** Last prices, rupees; NaN where there is none. */
  readonly call: number;
  readonly put: number;
}

/** @returns null where there is no such row */
export function rowPrices(grid: GridState, row: number): RowPrices | null {
  const strike = grid.strikes[row];
  if (strike === undefined) return null;
  const price = (field: "call.ltp" | "put.ltp"): number => {
    const ltp = valueAt(grid, row, CHAIN_FIELD_INDEX[field]);
    // A price of 0 never was one.
    return ltp > 0 ? ltp : Number.NaN;
  };
  const { [HEAD_INDEX.underlying]: underlying = 0, [HEAD_INDEX.expiry]: expiry = 0 } = grid.head;
  return { row, underlying, expiry, strike, call: price("call.ltp"), put: price("put.ltp") };
}
