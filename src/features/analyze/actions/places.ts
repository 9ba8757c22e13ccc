import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { OptionType } from "#domain/pricing/black76.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";

/** The contract of a column; null for those in the middle, which are of both. */
export function optionOf({ columns }: ChainViewLayout, column: number): OptionType | null {
  const side = columns[column]?.side;
  return side === "call" ? "CE" : side === "put" ? "PE" : null;
}

/** Of both buttons of a side. */
export const BUTTONS_PX = 52;

/**
 * Where the buttons of a side end, CSS pixels from the left: over the change beside the price next to the strike; where a narrow grid
 * writes none, over the column beside that.
 */
export function buttonsEnd({ columns, edges, compact }: ChainViewLayout, option: OptionType): number {
  const inner =
    option === "CE"
      ? columns.findLastIndex(({ side }) => side === "call")
      : columns.findIndex(({ side }) => side === "put");
  const column = compact ? inner + (option === "CE" ? -1 : 1) : inner;
  return edges[column + 1] ?? 0;
}

/** The row at a height of the window, -1 beside them. */
export function rowAt({ body, rowHeight }: GridPlace, clientY: number): number {
  const { top, height } = body.getBoundingClientRect();
  const y = clientY - top;
  return y >= 0 && y < height ? Math.floor(y / rowHeight) : -1;
}
