import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { ColumnNeeds } from "#domain/format/column-needs.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import type { PainterGeometry, PainterTheme } from "./api.ts";
import type { DirtyCells } from "./dirty-cells.ts";
import { createFigureText } from "./figure-text.ts";
import type { PaintScene } from "./scene.ts";

/** How the page wants the grid to look; what is null it has not said yet. */
export interface Look {
  readonly layout: ChainViewLayout | null;
  readonly theme: PainterTheme | null;
  readonly geometry: PainterGeometry | null;
  setLayout(layout: ChainViewLayout): void;
  setTheme(theme: PainterTheme): void;
  setGeometry(geometry: PainterGeometry): void;
  setFont(family: string): void;
  /** The row under the pointer, -1 none. @returns false when it was that already */
  hover(row: number): boolean;
  /** The cell that keys are in, -1 none. */
  focus(row: number, column: number): void;
  /** Everything a strip is painted from; null before the page has said all of it. */
  scene(): PaintScene | null;
}

/** @param tint as `PaintScene` has it */
export function createLook(
  grid: GridState,
  dirty: DirtyCells,
  needs: ColumnNeeds,
  tint: (cell: number) => number,
): Look {
  const figures = createFigureText();
  let fontFamily = "sans-serif";
  let hoverRow = -1;
  let focusRow = -1;
  let focusColumn = -1;

  const look: { -readonly [K in keyof Look]: Look[K] } = {
    layout: null,
    theme: null,
    geometry: null,
    setLayout(layout) {
      look.layout = layout;
      needs.clear();
    },
    setTheme(theme) {
      look.theme = theme;
      needs.clear();
    },
    setGeometry(geometry) {
      look.geometry = geometry;
    },
    setFont(family) {
      fontFamily = `"${family}", sans-serif`;
      needs.clear();
    },
    hover(row) {
      if (hoverRow === row) return false;
      dirty.markRow(hoverRow);
      hoverRow = row;
      dirty.markRow(hoverRow);
      return true;
    },
    focus(row, column) {
      dirty.markRow(focusRow);
      focusRow = row;
      focusColumn = column;
      dirty.markRow(focusRow);
    },
    scene() {
      const { layout, theme, geometry } = look;
      if (layout === null || theme === null || geometry === null) return null;
      const { rowHeight, devicePixelRatio } = geometry;
      const at = { rowHeight, devicePixelRatio, hoverRow, focusRow, focusColumn };
      return { grid, layout, theme, fontFamily, figures, needs, ...at, tint };
    },
  };
  return look;
}
