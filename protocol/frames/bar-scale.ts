/** Bars of a grid's figures: how long each is, the same for every renderer. */
import { formatCell } from "#domain/format/chain-cells.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "./chain-frame.ts";
import { type GridState, valueAt } from "./grid-state.ts";

export interface BarScale {
  /** The largest figure of both sides, which a bar of full length has; 0 where there are none. Units. */
  readonly largest: number;
  /** How that reads: no figure of the column is wider. */
  readonly text: string;
  /** Looks at the grid again. @returns whether bars are of another length now */
  update(): boolean;
  place(layout: ChainViewLayout): void;
}

export function createBarScale(grid: GridState): BarScale {
  let layout: ChainViewLayout | null = null;
  const scale: { -readonly [K in keyof BarScale]: BarScale[K] } = {
    largest: 0,
    text: "",
    update() {
      const next = layout === null ? 0 : largestOf(grid, layout);
      if (Object.is(next, scale.largest)) return false;
      scale.largest = next;
      if (layout !== null) scale.text = textOf(layout, next);
      return true;
    },
    place(placed) {
      layout = placed;
      scale.largest = largestOf(grid, placed);
      scale.text = textOf(placed, scale.largest);
    },
  };
  return scale;
}

const textOf = (layout: ChainViewLayout, largest: number): string =>
  formatCell(layout.bars === "oiChange" ? "signedQuantity" : "quantity", largest, layout);

function largestOf(grid: GridState, { bars }: ChainViewLayout): number {
  if (bars === "none") return 0;
  // The engine knows it of the window.
  if (bars === "oi") return grid.head[HEAD_INDEX.maxOi] ?? 0;
  const [call, put] = [CHAIN_FIELD_INDEX[`call.${bars}`], CHAIN_FIELD_INDEX[`put.${bars}`]];
  let largest = 0;
  for (let row = 0; row < grid.rows; row++) {
    const ofCall = Math.abs(valueAt(grid, row, call));
    const ofPut = Math.abs(valueAt(grid, row, put));
    if (ofCall > largest) largest = ofCall;
    if (ofPut > largest) largest = ofPut;
  }
  return largest;
}

/** A bar's parts, each of the full length from 0 to 1: what is filled, what of it came since the previous close, what went. */
export interface BarShape {
  filled: number;
  grown: number;
  gone: number;
}

const share = (value: number, largest: number): number => Math.min(1, Math.abs(value) / largest);

/** @param into filled in. @returns false where there is no bar */
export function barOf(
  grid: GridState,
  row: number,
  { side, id }: ChainColumn,
  largest: number,
  into: BarShape,
): boolean {
  if (side === "centre" || !(largest > 0)) return false;
  const value = valueAt(grid, row, CHAIN_FIELD_INDEX[side === "call" ? CALL[id]! : PUT[id]!]);
  into.filled = 0;
  into.grown = 0;
  into.gone = 0;
  if (!(Math.abs(value) > 0)) return false;
  if (id === "oiChange") {
    if (value > 0) into.filled = share(value, largest);
    else into.gone = share(value, largest);
    return true;
  }
  into.filled = share(value, largest);
  if (id !== "oi") return true;
  const change = valueAt(grid, row, CHAIN_FIELD_INDEX[side === "call" ? "call.oiChange" : "put.oiChange"]);
  if (change > 0) into.grown = Math.min(into.filled, share(change, largest));
  else if (change < 0) into.gone = Math.min(1 - into.filled, share(change, largest));
  return true;
}

const CALL: Readonly<Partial<Record<ChainColumn["id"], "call.oi" | "call.oiChange" | "call.volume">>> = {
  oi: "call.oi",
  oiChange: "call.oiChange",
  volume: "call.volume",
};
const PUT: Readonly<Partial<Record<ChainColumn["id"], "put.oi" | "put.oiChange" | "put.volume">>> = {
  oi: "put.oi",
  oiChange: "put.oiChange",
  volume: "put.volume",
};
