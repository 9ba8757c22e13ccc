import type { ChainColumn, ColumnWidths } from "./chain-columns.ts";

/** Columns grow by this much at a time, CSS pixels: a digit more must not move the grid twice. */
const STEP = 4;

/** The widest that the cells of each column have had to be. */
export interface ColumnNeeds {
  /** @param need CSS pixels that a cell's texts take with their margins @param has what the column has */
  note(column: ChainColumn, need: number, has: number): void;
  /** Every column's widest, once some figure did not fit and no widths that hold it were taken yet; else null. */
  take(): ColumnWidths | null;
  /** Other figures, or in another font. */
  clear(): void;
}

export function createColumnNeeds(): ColumnNeeds {
  const widest = new Map<ChainColumn["id"], number>();
  let isNews = false;
  return {
    note({ id }, need, has) {
      if (need <= (widest.get(id) ?? 0)) return;
      widest.set(id, Math.ceil(need / STEP) * STEP);
      isNews ||= need > has;
    },
    take() {
      if (!isNews) return null;
      isNews = false;
      return Object.fromEntries(widest);
    },
    clear() {
      widest.clear();
      isNews = false;
    },
  };
}
