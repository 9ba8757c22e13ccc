import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { ColumnNeeds } from "#domain/format/column-needs.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import type { PainterTheme } from "./api.ts";
import type { FigureText } from "./figure-text.ts";

const FIELDS = CHAIN_FIELDS.length;

/** All that cells are painted from. */
export interface PaintScene {
  readonly grid: GridState;
  readonly layout: ChainViewLayout;
  readonly theme: PainterTheme;
  readonly fontFamily: string;
  readonly figures: FigureText;
  /** told of every figure how wide its cell has to be */
  readonly needs: ColumnNeeds;
  readonly rowHeight: number;
  /** physical pixels a CSS pixel */
  readonly devicePixelRatio: number;
  readonly hoverRow: number;
  readonly focusRow: number;
  readonly focusColumn: number;
  /** +1, −1 or 0 for a cell of `grid.values`: a tint is on. */
  tint(cell: number): number;
}

/** Where a cell lies on its canvas: CSS pixels, on whole physical ones. */
export interface CellPlace {
  readonly row: number;
  readonly column: ChainColumn;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A pixel that two cells share would be cleared by neither of them: what one leaves there, on a display of 125 %, stays.
 * @param line of the row on its canvas, from 0
 */
export function placeOf(scene: PaintScene, row: number, index: number, line: number): CellPlace {
  const { layout, rowHeight, devicePixelRatio: ratio } = scene;
  const whole = (px: number): number => Math.round(px * ratio) / ratio;
  const [x, y] = [whole(layout.edges[index]!), whole(line * rowHeight)];
  const [right, bottom] = [whole(layout.edges[index + 1]!), whole((line + 1) * rowHeight)];
  return { row, column: layout.columns[index]!, x, y, width: right - x, height: bottom - y };
}

export const cellOf = (row: number, field: number): number => row * FIELDS + field;

export const valueAt = (grid: GridState, row: number, field: number): number =>
  grid.values[cellOf(row, field)] ?? Number.NaN;
