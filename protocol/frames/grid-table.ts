/** What a grid holds as numbers, row by row: for copy and export, the same for every renderer. */
import type { ChainField } from "#domain/chain/fields.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "./chain-frame.ts";
import { type GridState, valueAt } from "./grid-state.ts";

/** Figures of a column: as the frame carries them, unscaled, in units, rupees or percent; NaN unknown. */
export interface TableColumn {
  readonly id: ChainColumn["id"] | "changePct";
  readonly side: ChainColumn["side"];
  /** Its place in the grid; a figure that stands in another's cell has that one's. */
  readonly at: number;
  /** One a row. */
  readonly values: Float64Array;
}

/** A chain's rows, strikes ascending. */
export interface GridTable {
  /** token */
  readonly underlying: number;
  /** YYYYMMDD */
  readonly expiry: number;
  /** Of the figures, epoch ms; NaN unknown. */
  readonly asOf: number;
  readonly columns: readonly TableColumn[];
}

/** Every row of a grid in the columns that it shows, each figure in a column of its own. */
export function gridTable(grid: GridState, { columns }: ChainViewLayout): GridTable {
  const figures = (field: ChainField | null): Float64Array =>
    field === null
      ? grid.strikes.slice()
      : Float64Array.from({ length: grid.rows }, (_, row) => valueAt(grid, row, CHAIN_FIELD_INDEX[field]));
  const { head } = grid;
  return {
    underlying: head[HEAD_INDEX.underlying] ?? 0,
    expiry: head[HEAD_INDEX.expiry] ?? 0,
    asOf: head[HEAD_INDEX.asOf] ?? Number.NaN,
    columns: columns.flatMap(({ id, side, field, companion }, at): TableColumn[] => [
      { id, side, at, values: figures(field) },
      ...(companion === null ? [] : [{ id: "changePct" as const, side, at, values: figures(companion) }]),
    ]),
  };
}

/** Frame fields that the columns' figures are. */
export const fieldsOf = ({ columns }: ChainViewLayout): ChainField[] =>
  columns.flatMap(({ field, companion }) => [field, companion].filter((each) => each !== null));
