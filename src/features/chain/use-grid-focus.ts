import { useCallback, useEffect, useState } from "react";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { Painter } from "#workers/painter/api.ts";
import { columnAt, scrollToColumn } from "./pinned-strike.ts";

interface Options {
  readonly painter: Painter | null;
  readonly rows: number;
  readonly layout: ChainViewLayout;
  readonly rowHeight: number;
  /** Row and column where the first key starts from: at the money, the strike. */
  readonly home: { readonly row: number; readonly column: number };
  readonly scroller: HTMLElement | null;
  readonly body: HTMLElement | null;
}

/** Id of the cell the keyboard stands on, for `aria-activedescendant`. */
export const FOCUSED_CELL = "chain-focused-cell";

const clamp = (n: number, max: number): number => Math.max(0, Math.min(max, n));
const NONE = { row: -1, column: -1 };

/**
 * The grid's one focused cell: arrows, Home, End, PageUp and PageDown move it and keep it in sight. It shows while the grid
 * has focus and is remembered when it has not.
 */
export function useGridFocus({ painter, rows, layout, rowHeight, home, scroller, body }: Options) {
  const columns = layout.columns.length;
  const [cell, setCell] = useState(NONE);
  const [hasFocus, setHasFocus] = useState(false);
  const isShown = hasFocus && cell.row >= 0 && cell.row < rows && cell.column < columns;
  const { row, column } = isShown ? cell : NONE;

  const goTo = useCallback(
    (nextRow: number, nextColumn: number): void => {
      if (rows === 0) return;
      const next = { row: clamp(nextRow, rows - 1), column: clamp(nextColumn, columns - 1) };
      setCell(next);
      if (scroller === null || body === null) return;
      const room = scroller.clientHeight - body.offsetTop;
      const top = next.row * rowHeight;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room;
      const { scrollLeft, clientWidth } = scroller;
      const left = scrollToColumn(layout, next.column, { scrollLeft, width: clientWidth });
      if (left !== scrollLeft) scroller.scrollLeft = left;
    },
    [rows, columns, layout, rowHeight, scroller, body],
  );

  useEffect(() => {
    painter?.post({ type: "focus", row, column });
  }, [painter, row, column]);

  const onKeyDown = (event: React.KeyboardEvent): void => {
    const room = (scroller?.clientHeight ?? rowHeight) - (body?.offsetTop ?? 0);
    const page = Math.max(1, Math.floor(room / rowHeight) - 1);
    // Come to between two chains, the grid had no cell to start from.
    const from = row < 0 ? home : cell;
    const moves: Record<string, readonly [number, number]> = {
      ArrowDown: [from.row + 1, from.column],
      ArrowUp: [from.row - 1, from.column],
      ArrowRight: [from.row, from.column + 1],
      ArrowLeft: [from.row, from.column - 1],
      PageDown: [from.row + page, from.column],
      PageUp: [from.row - page, from.column],
      Home: event.ctrlKey ? [0, from.column] : [from.row, 0],
      End: event.ctrlKey ? [rows - 1, from.column] : [from.row, columns - 1],
    };
    const move = moves[event.key];
    if (move === undefined || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(move[0], move[1]);
  };

  /** Come to by Tab, the grid shows where its keys start; a press chooses its own cell. */
  const onFocus = (event: React.FocusEvent<HTMLElement>): void => {
    setHasFocus(true);
    const isKnown = cell.row >= 0 && cell.row < rows && cell.column < columns;
    if (!isKnown && event.currentTarget.matches(":focus-visible")) goTo(home.row, home.column);
  };

  const onPointerDown = (event: React.PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const sight = { scrollLeft: scroller?.scrollLeft ?? 0, width: scroller?.clientWidth ?? 0 };
    setCell({
      row: clamp(Math.floor((event.clientY - box.top) / rowHeight), rows - 1),
      column: clamp(columnAt(layout, event.clientX - box.left, sight), columns - 1),
    });
  };

  return { row, column, isShown, goTo, onKeyDown, onFocus, onPointerDown, onBlur: () => setHasFocus(false) };
}
