/** Writes a row's figures into its cells by hand: ticks do not pass through React. */

import { formatFixed, formatFlexible } from "#domain/format/number.ts";
import { HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import { atmRow, figureAt, type LadderField } from "./ladder.ts";

const DECIMALS: Readonly<Record<string, number>> = { delta: 2, iv: 1 };

/** A figure as it is read; IV comes in per cent. */
export function ladderText(field: LadderField, value: number, priceDecimals: number): string {
  const kind = field.slice(field.indexOf(".") + 1);
  if (kind === "oi") return formatFlexible(value, 1);
  return formatFixed(value, DECIMALS[kind] ?? priceDecimals);
}

function write(cell: HTMLElement, text: string): void {
  const node = cell.firstChild;
  if (node instanceof Text) {
    if (node.data !== text) node.data = text;
  } else cell.append(document.createTextNode(text));
}

/** Share of the longest bar, in whole per cent: less is not seen. */
function bar(oi: number, most: number): string {
  return most > 0 && oi > 0 ? `${Math.round((oi / most) * 100)}%` : "0%";
}

/** @param row of the grid; its cells carry the names of their figures */
export function paintRow(line: HTMLElement, grid: GridState, row: number, priceDecimals: number): void {
  const isAtm = String(atmRow(grid) === row);
  if (line.dataset.atm !== isAtm) line.dataset.atm = isAtm;
  const forward = grid.head[HEAD_INDEX.forward] ?? Number.NaN;
  const strike = grid.strikes[row] ?? Number.NaN;
  const inTheMoney = strike < forward ? "call" : strike > forward ? "put" : "";
  if (line.dataset.itm !== inTheMoney) line.dataset.itm = inTheMoney;
  for (const cell of line.querySelectorAll<HTMLElement>("[data-figure]")) {
    const field = cell.dataset.figure as LadderField;
    const value = figureAt(grid, row, field);
    write(cell, ladderText(field, value, priceDecimals));
    if (!field.endsWith(".oi")) continue;
    const share = bar(value, grid.head[HEAD_INDEX.maxOi] ?? 0);
    if (cell.style.getPropertyValue("--share") !== share) cell.style.setProperty("--share", share);
  }
}
