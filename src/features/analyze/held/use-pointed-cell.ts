import { useEffect, useState } from "react";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { rowAt } from "../actions/places.ts";

export interface PointedCell {
  readonly row: number;
  readonly column: number;
}

/** As long as a tooltip waits (rule SHELL-9). */
const DELAY_MS = 500;

/** The cell that a pointer rests on, or that keys are in; null neither. */
export function usePointedCell(grid: GridPlace | null): (PointedCell & { readonly byKey: boolean }) | null {
  const [pointed, setPointed] = useState<PointedCell | null>(null);
  useEffect(() => {
    if (grid === null) return;
    const { content, body, layout } = grid;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = { row: -1, column: -1 };
    const leave = (): void => {
      clearTimeout(timer);
      over = { row: -1, column: -1 };
      setPointed(null);
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerType === "touch") return;
      const row = rowAt(grid, event.clientY);
      const x = event.clientX - body.getBoundingClientRect().left;
      const column = layout.columns.findIndex((_, i) => x >= layout.edges[i]! && x < layout.edges[i + 1]!);
      if (row === over.row && column === over.column) return;
      leave();
      over = { row, column };
      timer = setTimeout(() => setPointed({ row, column }), DELAY_MS);
    };
    content.addEventListener("pointermove", move);
    content.addEventListener("pointerleave", leave);
    grid.scroller.addEventListener("scroll", leave, { passive: true });
    return () => {
      clearTimeout(timer);
      content.removeEventListener("pointermove", move);
      content.removeEventListener("pointerleave", leave);
      grid.scroller.removeEventListener("scroll", leave);
    };
  }, [grid]);
  if (pointed !== null) return { ...pointed, byKey: false };
  return grid !== null && grid.row >= 0 ? { row: grid.row, column: grid.column, byKey: true } : null;
}
