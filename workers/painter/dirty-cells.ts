/** Which cells no longer look as they were painted, by cell and summed by row. */
export interface DirtyCells {
  /** Sized anew, and nothing marked. */
  reset(rows: number, columns: number): void;
  markCell(row: number, column: number): void;
  markRow(row: number): void;
  hasCell(row: number, column: number): boolean;
  hasRow(row: number): boolean;
  /** Whether any row from the first up to the last, exclusive, is marked. */
  hasAny(firstRow: number, endRow: number): boolean;
  clear(firstRow: number, endRow: number): void;
}

export function createDirtyCells(): DirtyCells {
  let columns = 0;
  /** cell = row × columns + column */
  let cells = new Uint8Array(0);
  let rows = new Uint8Array(0);

  return {
    reset(rowCount, columnCount) {
      columns = columnCount;
      cells = new Uint8Array(rowCount * columnCount);
      rows = new Uint8Array(rowCount);
    },
    markCell(row, column) {
      if (row < 0 || row >= rows.length) return;
      cells[row * columns + column] = 1;
      rows[row] = 1;
    },
    markRow(row) {
      if (row < 0 || row >= rows.length) return;
      cells.fill(1, row * columns, (row + 1) * columns);
      rows[row] = 1;
    },
    hasCell: (row, column) => cells[row * columns + column] === 1,
    hasRow: (row) => rows[row] === 1,
    hasAny(firstRow, endRow) {
      for (let row = firstRow; row < endRow; row++) if (rows[row] === 1) return true;
      return false;
    },
    clear(firstRow, endRow) {
      cells.fill(0, firstRow * columns, endRow * columns);
      rows.fill(0, firstRow, endRow);
    },
  };
}
