import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { ColumnNeeds } from "#domain/format/column-needs.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import type { PainterGeometry, PainterTheme } from "./api.ts";
import type { DirtyCells } from "./dirty-cells.ts";
import { createFigureText } from "./figure-text.ts";
import type { Marks, PaintScene, SceneFonts, Tagging } from "./scene.ts";

/** How the page wants the grid to look; what is null it has not said yet. */
export interface Look {
  readonly layout: ChainViewLayout | null;
  readonly theme: PainterTheme | null;
  readonly geometry: PainterGeometry | null;
  readonly tags: Tagging | null;
  readonly marks: Marks | null;
  setMarks(marks: Marks): void;
  setTags(tags: Tagging): void;
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

const fontsOf = (size: number, family: string): SceneFonts => ({
  figure: `400 ${size}px ${family}`,
  price: `500 ${size}px ${family}`,
  heavy: `600 ${size}px ${family}`,
  note: `400 ${size - 2}px ${family}`,
});

/** @param tint as `PaintScene` has it */
export function createLook(
  grid: GridState,
  dirty: DirtyCells,
  needs: ColumnNeeds,
  tint: (cell: number) => number,
): Look {
  const figures = createFigureText();
  let fontFamily = "sans-serif";
  let fonts: SceneFonts | null = null;
  let hoverRow = -1;
  let focusRow = -1;
  let focusColumn = -1;

  const look: { -readonly [K in keyof Look]: Look[K] } = {
    layout: null,
    theme: null,
    geometry: null,
    tags: null,
    marks: null,
    setMarks(marks) {
      look.marks = marks;
      if (look.layout !== null) marks.place(look.layout);
    },
    setTags(tags) {
      look.tags = tags;
      if (look.layout !== null) tags.place(look.layout);
    },
    setLayout(layout) {
      look.layout = layout;
      look.tags?.place(layout);
      look.marks?.place(layout);
      needs.clear();
    },
    setTheme(theme) {
      look.theme = theme;
      fonts = null;
      needs.clear();
    },
    setGeometry(geometry) {
      look.geometry = geometry;
    },
    setFont(family) {
      fontFamily = `"${family}", sans-serif`;
      fonts = null;
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
      fonts ??= fontsOf(theme.fontSize, fontFamily);
      return {
        grid,
        layout,
        theme,
        fontFamily,
        fonts,
        figures,
        needs,
        tags: look.tags,
        marks: look.marks,
        ...at,
        tint,
      };
    },
  };
  return look;
}
