import { asciiMinus } from "#domain/format/number.ts";

const textOf = (cell: Element): string => asciiMinus((cell.textContent ?? "").trim());

/**
 * What copy gives of a grid: the selected cells, tabs between them and a line a row, so that a spreadsheet takes them; with
 * nothing selected, the focused cell. Figures carry an ASCII minus.
 * @returns null when the grid has no part in the selection
 */
export function copiedText(grid: Element, selection: Selection | null): string | null {
  if (selection === null || selection.isCollapsed) {
    const focused = grid.querySelector('[aria-selected="true"]');
    return focused === null ? null : textOf(focused);
  }
  const lines: string[] = [];
  for (const row of grid.querySelectorAll('[role="row"]')) {
    const cells = [...row.querySelectorAll('[role="gridcell"], [role="rowheader"]')];
    const chosen = cells.filter((cell) => selection.containsNode(cell, true));
    if (chosen.length > 0) lines.push(chosen.map(textOf).join("\t"));
  }
  return lines.length === 0 ? null : lines.join("\n");
}
