/**
 * Bars and marks beside the figures, and the text of the mirrored rows with them: what is read closely comes after the first picture.
 */
import { companionText, strikeText } from "#domain/format/chain-cells.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import { createBarScale } from "#protocol/frames/bar-scale.ts";
import { cellMarks, flagsOf, isOddStrike, isOutside } from "#protocol/frames/cell-marks.ts";
import { cellTextAt } from "#protocol/frames/cell-text.ts";
import { CHAIN_FIELD_INDEX } from "#protocol/frames/chain-frame.ts";
import { type GridState, valueAt } from "#protocol/frames/grid-state.ts";
import type { MirrorRow } from "./api.ts";
import { paintBar } from "./cell-bars.ts";
import { paintLiquidity } from "./liquidity.ts";
import type { Marks, Tagging } from "./scene.ts";

function textOf(
  grid: GridState,
  layout: ChainViewLayout,
  tags: Tagging | null,
  row: number,
  column: ChainColumn,
): string {
  if (column.field === null) return strikeText(grid.strikes[row]!, layout);
  const { companion } = column;
  const note = companion === null ? "" : companionText(valueAt(grid, row, CHAIN_FIELD_INDEX[companion]));
  const held = tags?.of(row, column).map(({ spoken }) => spoken) ?? [];
  return [cellTextAt(grid, row, column, layout), note, ...held].filter(Boolean).join(" ");
}

export function createMarks(grid: GridState): Marks {
  const bars = createBarScale(grid);
  return {
    place: bars.place,
    update: bars.update,
    bar: (context, scene, place) => paintBar(context, scene, place, bars),
    isOdd: (row) => isOddStrike(grid, row),
    atMoney(context, { theme }, { x, y, width, height }) {
      const [tip, middle] = [x + width - 8, y + (height - 1) / 2];
      context.fillStyle = theme.colours.atm;
      context.beginPath();
      context.moveTo(tip, middle);
      context.lineTo(tip + 6, middle - 4);
      context.lineTo(tip + 6, middle + 4);
      context.fill();
    },
    paint(context, { theme }, { row, column, y, height }, from, right, textWidth) {
      if (column.side === "centre") return;
      const flags = flagsOf(grid, row, column.side);
      if (Number.isNaN(flags)) return;
      paintLiquidity(context, theme, flags, from + 3, y, height);
      if (!isOutside(grid, row, column.side)) return;
      context.strokeStyle = theme.colours.line;
      context.strokeRect(right - textWidth - 3.5, y + 4.5, textWidth + 7, height - 10);
    },
    rows(layout, tags, first, last) {
      const rows: MirrorRow[] = [];
      for (let row = Math.max(0, first); row <= Math.min(last, grid.rows - 1); row++)
        rows.push({
          row,
          cells: layout.columns.map((column) => textOf(grid, layout, tags, row, column)),
          marks: layout.columns.map((column) => cellMarks(grid, row, column)),
        });
      return rows;
    },
  };
}
