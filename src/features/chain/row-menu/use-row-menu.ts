import { useCallback, useEffect, useState } from "react";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { columnAt } from "../pinned-strike.ts";

/** The cell whose row's menu is asked for, and where it opens. */
export interface MenuPlace {
  readonly row: number;
  /** Position among the columns. */
  readonly column: number;
  /** rupees */
  readonly strike: number;
  /** CSS pixels of the window */
  readonly x: number;
  readonly y: number;
}

/**
 * The menu of a row: asked for by the right button, by the menu key or Shift F10 at the cell that keys are in, or where `open` puts it. A
 * finger that is held asks for something else (rule CHAIN-15), and over text that is marked the browser's own menu copies it.
 * @param strikes of the rows
 */
export function useRowMenu(
  grid: GridPlace,
  strikes: Float64Array | null,
): readonly [MenuPlace | null, close: () => void, open: (at: Omit<MenuPlace, "strike">) => void] {
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const close = useCallback(() => setPlace(null), []);
  const open = useCallback(
    (at: Omit<MenuPlace, "strike">): void => {
      const strike = strikes?.[at.row];
      if (strike !== undefined) setPlace({ ...at, strike });
    },
    [strikes],
  );
  const { content, body, scroller, layout, rowHeight, row: keyRow, column: keyColumn } = grid;

  useEffect(() => {
    const menu = (event: MouseEvent): void => {
      const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
      if (isTouch || event.button !== 2 || getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      const box = body.getBoundingClientRect();
      const sight = { scrollLeft: scroller.scrollLeft, width: scroller.clientWidth };
      const column = columnAt(layout, event.clientX - box.left, sight);
      const row = Math.floor((event.clientY - box.top) / rowHeight);
      open({ row, column, x: event.clientX, y: event.clientY });
    };
    const key = (event: KeyboardEvent): void => {
      const isAsked = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
      if (!isAsked || keyRow < 0 || !(event.target instanceof Element)) return;
      if (event.target.getAttribute("role") !== "grid") return;
      event.preventDefault();
      const box = body.getBoundingClientRect();
      const x = box.left + (layout.edges[keyColumn] ?? 0);
      open({ row: keyRow, column: keyColumn, x, y: box.top + (keyRow + 1) * rowHeight });
    };
    body.addEventListener("contextmenu", menu);
    content.addEventListener("keydown", key);
    return () => {
      body.removeEventListener("contextmenu", menu);
      content.removeEventListener("keydown", key);
    };
  }, [content, body, scroller, layout, rowHeight, open, keyRow, keyColumn]);

  return [place, close, open];
}
