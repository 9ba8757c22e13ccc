/** Columns for charts, made of columns. null is not known, and stays so in all that is made of it. Pure. */

export type Column = readonly (number | null)[];

const known = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && !Number.isNaN(value);

export const divided = (column: Column, by: number): Column =>
  by === 1 ? column : column.map((value) => (known(value) ? value / by : null));

/** What it has changed by since a figure from before it; nothing is known where that is not. */
export const changed = (column: Column, since: number | null): Column =>
  column.map((value) => (known(value) && known(since) ? value - since : null));

export const lessEach = (of: Column, less: Column): Column =>
  of.map((value, i) => {
    const other = less[i];
    return known(value) && known(other) ? value - other : null;
  });

/** Put OI over call OI; not known where there is no call OI. */
export const ratioOf = (put: Column, call: Column): Column =>
  put.map((value, i) => {
    const other = call[i];
    return known(value) && known(other) && other > 0 ? value / other : null;
  });

/** Of several together: not known where one of them is not. */
export const sumOf = (columns: readonly Column[], length: number): Column =>
  Array.from({ length }, (_, i) => {
    let sum = columns.length === 0 ? null : 0;
    for (const column of columns) {
      const value = column[i];
      sum = sum !== null && known(value) ? sum + value : null;
    }
    return sum;
  });

/** The newest figure that is known; NaN none. */
export const lastKnown = (column: Column): number => column.findLast(known) ?? Number.NaN;

/** One lot size of several; NaN where they differ, or where there is none. */
export function commonLot(sizes: readonly number[]): number {
  const first = sizes[0] ?? Number.NaN;
  return sizes.every((size) => size === first) ? first : Number.NaN;
}
