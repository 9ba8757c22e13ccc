/** Which cells may no longer look as they were painted, by cell and summed by row. */
export interface DirtyCells {
  /** Sized anew, and nothing marked. */
  reset(rows: number, columns: number): void;
  /** Another figure in it, which may read the same: greeks move with every tick, most of their decimals unseen. */
  markFigure(row: number, column: number): void;
  markCell(row: number, column: number): void;
  markRow(row: number): void;
  hasCell(row: number, column: number): boolean;
  /** Whether nothing but a figure of the cell changed. */
  hasFigureOnly(row: number, column: number): boolean;
  /** Whether any row from the first up to the last, exclusive, is marked. */
  hasAny(firstRow: number, endRow: number): boolean;
  clear(firstRow: number, endRow: number): void;
}

const CLEAN = 0;
const FIGURE = 1;
const ALL = 2;

export function createDirtyCells(): DirtyCells {
  let columns = 0;
  /** cell = row × columns + column */
  let cells = new Uint8Array(0);
  let rows = new Uint8Array(0);

  function mark(row: number, column: number, level: number): void {
    if (row < 0 || row >= rows.length) return;
    const cell = row * columns + column;
    if (cells[cell]! < level) cells[cell] = level;
    rows[row] = 1;
  }

  return {
    reset(rowCount, columnCount) {
      columns = columnCount;
      cells = new Uint8Array(rowCount * columnCount);
      rows = new Uint8Array(rowCount);
    },
    markFigure: (row, column) => mark(row, column, FIGURE),
    markCell: (row, column) => mark(row, column, ALL),
    markRow(row) {
      if (row < 0 || row >= rows.length) return;
      cells.fill(ALL, row * columns, (row + 1) * columns);
      rows[row] = 1;
    },
    hasCell: (row, column) => cells[row * columns + column] !== CLEAN,
    hasFigureOnly: (row, column) => cells[row * columns + column] === FIGURE,
    hasAny(firstRow, endRow) {
      for (let row = firstRow; row < endRow; row++) if (rows[row] === 1) return true;
      return false;
    },
    clear(firstRow, endRow) {
      cells.fill(CLEAN, firstRow * columns, endRow * columns);
      rows.fill(0, firstRow, endRow);
    },
  };
}
