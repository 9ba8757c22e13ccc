import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { cellText, ivText, popText } from "#domain/format/chain-cells.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import { CHAIN_FIELD_INDEX } from "./chain-frame.ts";
import type { GridState } from "./grid-state.ts";

const FIELDS = CHAIN_FIELDS.length;
const CALL_FLAGS = CHAIN_FIELD_INDEX["call.flags"];
const PUT_FLAGS = CHAIN_FIELD_INDEX["put.flags"];

/** What a cell's main figure reads, the same for every renderer, the mirror and copy; the strike has a text of its own. */
export function cellTextAt(
  { values }: GridState,
  row: number,
  column: ChainColumn,
  layout: ChainViewLayout,
): string {
  const at = row * FIELDS;
  const value =
    column.field === null ? Number.NaN : (values[at + CHAIN_FIELD_INDEX[column.field]] ?? Number.NaN);
  if (column.id === "pop" || column.id === "popSeller") {
    return popText(
      column,
      value,
      layout,
      values[at + (column.side === "call" ? CALL_FLAGS : PUT_FLAGS)] ?? 0,
    );
  }
  if (column.id !== "iv") return cellText(column, value, layout);
  // The sides share what is said of their strike's IV; one of them may have no contract, and no flags.
  return ivText(column, value, layout, (values[at + CALL_FLAGS] ?? 0) | (values[at + PUT_FLAGS] ?? 0));
}
