import { useCallback, useEffect, useState } from "react";
import type { Painter } from "#workers/painter/api.ts";

interface Options {
  readonly painter: Painter | null;
  readonly rows: number;
  readonly columns: number;
  readonly rowHeight: number;
  readonly scroller: HTMLElement | null;
}

const clamp = (n: number, max: number): number => Math.max(0, Math.min(max, n));

/** The grid's one focused cell: arrows, Home, End, PageUp and PageDown move it and keep it in sight. */
export function useGridFocus({ painter, rows, columns, rowHeight, scroller }: Options) {
  const [cell, setCell] = useState({ row: -1, column: -1 });

  const goTo = useCallback(
    (row: number, column: number): void => {
      if (rows === 0) return;
      const next = { row: clamp(row, rows - 1), column: clamp(column, columns - 1) };
      setCell(next);
      if (scroller === null) return;
      const headHeight = 32;
      const top = next.row * rowHeight;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      const bottom = top + rowHeight + headHeight - scroller.clientHeight;
      if (bottom > scroller.scrollTop) scroller.scrollTop = bottom;
    },
    [rows, columns, rowHeight, scroller],
  );

  useEffect(() => {
    painter?.post({ type: "focus", row: cell.row, column: cell.column });
  }, [painter, cell]);

  const onKeyDown = (event: React.KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((scroller?.clientHeight ?? rowHeight) / rowHeight) - 2);
    const { row, column } =
      cell.row < 0 ? { row: Math.floor((scroller?.scrollTop ?? 0) / rowHeight), column: 0 } : cell;
    const moves: Record<string, readonly [number, number]> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + page, column],
      PageUp: [row - page, column],
      Home: event.ctrlKey ? [0, column] : [row, 0],
      End: event.ctrlKey ? [rows - 1, column] : [row, columns - 1],
    };
    const move = moves[event.key];
    if (move === undefined || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(move[0], move[1]);
  };

  const onPointerDown =
    (edges: readonly number[]) =>
    (event: React.PointerEvent<HTMLElement>): void => {
      const box = event.currentTarget.getBoundingClientRect();
      const x = event.clientX - box.left;
      const column = edges.findIndex(
        (edge, i) => x >= edge && x < (edges[i + 1] ?? Number.POSITIVE_INFINITY),
      );
      setCell({
        row: clamp(Math.floor((event.clientY - box.top) / rowHeight), rows - 1),
        column: clamp(column, columns - 1),
      });
    };

  return { ...cell, onKeyDown, onPointerDown, onBlur: () => setCell({ row: -1, column: -1 }) };
}
