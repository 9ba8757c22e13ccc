import { useEffect, useState } from "react";
import type { GridTable } from "#protocol/frames/grid-table.ts";
import { askPainter } from "../../../live/ask-painter.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { focusedCell, markedCells } from "./marked-cells.ts";
import { asTabs, type Headings, tableRows } from "./table-text.ts";

/** What is copied is at most this old: the clipboard does not wait for an answer. */
const FRESH_MS = 1000;

/**
 * Copies out of the grid as numbers a spreadsheet takes: what is marked, the focused cell, or after Ctrl-A the whole chain,
 * strikes that are not on screen included.
 * @returns how many strikes are marked as a whole, 0 none
 */
export function useCopy(grid: GridPlace | null, headings: Headings): number {
  const [whole, setWhole] = useState(0);
  const place = grid?.content ?? null;
  const painter = grid?.painter ?? null;
  const row = grid?.row ?? -1;
  const column = grid?.column ?? -1;

  useEffect(() => {
    if (place === null || painter === null) return;
    let table: GridTable | null = null;
    let isWhole = false;
    let timer: ReturnType<typeof setInterval> | undefined;

    const ask = (): Promise<GridTable | null> => askPainter(painter, (port) => ({ type: "table", port }));
    const read = async (): Promise<void> => {
      table = await ask();
      if (isWhole) setWhole(table?.columns[0]?.values.length ?? 0);
    };
    const isWanted = (): boolean => isWhole || markedCells(place, getSelection()) !== null;
    const follow = (): void => {
      if (!isWanted()) {
        clearInterval(timer);
        timer = undefined;
        table = null;
      } else if (timer === undefined) {
        timer = setInterval(() => void read(), FRESH_MS);
        void read();
      }
    };
    const unmark = (): void => {
      isWhole = false;
      setWhole(0);
    };
    const onSelection = (): void => {
      if (isWhole && getSelection()?.isCollapsed !== false) unmark();
      follow();
    };
    const onKey = (event: KeyboardEvent): void => {
      // The focused cell is read when a copy may follow, not all the time that keys are in the grid.
      if (timer === undefined && (event.key === "Control" || event.key === "Meta")) {
        table = null;
        void read();
      }
      if (event.key.toLowerCase() !== "a" || !(event.ctrlKey || event.metaKey)) return;
      const rows = place.querySelector('[role="rowgroup"]');
      if (rows === null) return;
      // Its rows, not the whole page.
      event.preventDefault();
      isWhole = true;
      getSelection()?.selectAllChildren(rows);
      void read();
      follow();
    };
    const onCopy = (event: ClipboardEvent): void => {
      const part = isWhole ? undefined : (markedCells(place, getSelection()) ?? focusedCell(row, column));
      if (part === null) return;
      event.preventDefault();
      const textOf = (known: GridTable): string => asTabs(tableRows(known, headings, part));
      if (table !== null) return event.clipboardData?.setData("text/plain", textOf(table));
      // Copied at once after it was marked: what was asked for comes in a moment.
      void ask().then((known) => known && navigator.clipboard.writeText(textOf(known)));
    };
    follow();
    place.addEventListener("keydown", onKey);
    place.addEventListener("copy", onCopy);
    place.addEventListener("pointerdown", unmark);
    document.addEventListener("selectionchange", onSelection);
    return () => {
      clearInterval(timer);
      unmark();
      place.removeEventListener("keydown", onKey);
      place.removeEventListener("copy", onCopy);
      place.removeEventListener("pointerdown", unmark);
      document.removeEventListener("selectionchange", onSelection);
    };
  }, [place, painter, row, column, headings]);
  return whole;
}
