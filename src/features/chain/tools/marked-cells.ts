import type { TablePart } from "./table-text.ts";

/** What the selection marks of a grid's rows; null where it has no part in them. */
export function markedCells(grid: Element, selection: Selection | null): TablePart | null {
  if (selection === null || selection.isCollapsed || !selection.containsNode(grid, true)) return null;
  const marked = new Map<number, Set<number>>();
  for (const row of grid.querySelectorAll('[role="row"][aria-rowindex]')) {
    if (!selection.containsNode(row, true)) continue;
    const cells = [...row.querySelectorAll('[role="gridcell"], [role="rowheader"]')];
    const places = cells.flatMap((cell, at) => (selection.containsNode(cell, true) ? [at] : []));
    // The headings are the first row.
    if (places.length > 0) marked.set(Number(row.getAttribute("aria-rowindex")) - 2, new Set(places));
  }
  if (marked.size === 0) return null;
  const rows = [...marked.keys()].sort((a, b) => a - b);
  return { rows, isIn: (row, at) => marked.get(row)?.has(at) === true };
}

/** The one cell that keys are in. */
export function focusedCell(row: number, column: number): TablePart | null {
  return row < 0 ? null : { rows: [row], isIn: (_, at) => at === column };
}
