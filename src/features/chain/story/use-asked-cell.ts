import { useCallback, useEffect, useRef, useState } from "react";
import type { ChainColumn } from "#domain/format/chain-columns.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { columnAt } from "../pinned-strike.ts";

/** The cell whose story is asked for. */
export interface AskedCell {
  readonly row: number;
  /** rupees */
  readonly strike: number;
  readonly column: ChainColumn;
  /** Asked by a key: the story takes the focus, and gives it back. */
  readonly byKey: boolean;
}

/** A finger that rested longer asked for something else (rule CHAIN-15). */
const TAP_MS = 400;
/** A pointer that moved further marks text or scrolls. */
const SLOP_PX = 5;
const LEADS_AWAY = /^(Arrow|Page|Home$|End$|\d$)/;

const isSame = (a: AskedCell | null, b: AskedCell): boolean =>
  a !== null &&
  a.row === b.row &&
  a.strike === b.strike &&
  a.column.id === b.column.id &&
  a.column.side === b.column.side;

/**
 * A press on a cell, a tap, or Enter on the one that keys are in; the same press again, Escape, a key that leads away and scrolling end
 * it. @param strikes of the rows
 */
export function useAskedCell(
  grid: GridPlace,
  strikes: Float64Array | null,
): readonly [AskedCell | null, close: () => void, ask: (row: number, at: number, byKey: boolean) => void] {
  const [asked, setAsked] = useState<AskedCell | null>(null);
  const close = useCallback(() => setAsked(null), []);
  // A press moves the keys there, and with them the grid is another before the press ends.
  const pressed = useRef({ x: 0, y: 0, at: 0 });
  const { content, body, scroller, row: keyRow, column: keyColumn } = grid;

  const ask = useCallback(
    (row: number, at: number, byKey: boolean): void => {
      const strike = strikes?.[row];
      const column = grid.layout.columns[at];
      if (strike === undefined || column === undefined) return;
      const next = { row, strike, column, byKey };
      setAsked((before) => (isSame(before, next) && !byKey ? null : next));
    },
    [strikes, grid.layout],
  );

  useEffect(() => {
    const down = (event: PointerEvent): void => {
      pressed.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    };
    const click = (event: MouseEvent): void => {
      const start = pressed.current;
      const hasMoved = Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLOP_PX;
      const isHeld = event.timeStamp - start.at > TAP_MS;
      const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.detail <= 1;
      if (hasMoved || isHeld || !isPlain || getSelection()?.isCollapsed === false) return;
      const box = body.getBoundingClientRect();
      const sight = { scrollLeft: scroller.scrollLeft, width: scroller.clientWidth };
      const at = columnAt(grid.layout, event.clientX - box.left, sight);
      ask(Math.floor((event.clientY - box.top) / grid.rowHeight), at, false);
    };
    const key = (event: KeyboardEvent): void => {
      if (!(event.target instanceof Element) || event.target.getAttribute("role") !== "grid") return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter" && keyRow >= 0) {
        event.preventDefault();
        ask(keyRow, keyColumn, true);
      } else if (event.key === "Escape" || LEADS_AWAY.test(event.key)) setAsked(null);
    };
    body.addEventListener("pointerdown", down);
    body.addEventListener("click", click);
    content.addEventListener("keydown", key);
    return () => {
      body.removeEventListener("pointerdown", down);
      body.removeEventListener("click", click);
      content.removeEventListener("keydown", key);
    };
  }, [grid, content, body, scroller, ask, keyRow, keyColumn]);

  useEffect(() => {
    if (asked === null) return;
    scroller.addEventListener("scroll", close, { passive: true });
    return () => scroller.removeEventListener("scroll", close);
  }, [asked, scroller, close]);

  return [asked, close, ask];
}
