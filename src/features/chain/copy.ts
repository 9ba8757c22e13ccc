import { asciiMinus } from "#domain/format/number.ts";

const textOf = (cell: Element): string => asciiMinus((cell.textContent ?? "").trim());

/**
 * What copy gives of a grid: the selected cells, tabs between them and a line a row, so that a spreadsheet takes them; with
 * nothing selected, the focused cell. Figures carry an ASCII minus.
 * @returns null when the grid has no part in the selection
 */
function copiedText(grid: Element, selection: Selection | null): string | null {
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

/** Copies out of a grid; where it has no part in the selection, the browser does. */
export function copyCells(event: React.ClipboardEvent<HTMLElement>): void {
  const text = copiedText(event.currentTarget, window.getSelection());
  if (text === null) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", text);
}

/** Ctrl-A in the grid means its rows, not the whole page. */
export function selectRows(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key.toLowerCase() !== "a" || !(event.ctrlKey || event.metaKey)) return;
  const rows = event.currentTarget.querySelector('[role="rowgroup"]');
  if (rows === null) return;
  event.preventDefault();
  window.getSelection()?.selectAllChildren(rows);
}
