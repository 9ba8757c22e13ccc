import { useEffect, useState } from "react";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { rowAt } from "./places.ts";

/** The row under a pointer that can hover, -1 none. A scrolled row keeps it until the pointer moves. */
export function useHoveredRow(grid: GridPlace | null): number {
  const [row, setRow] = useState(-1);
  useEffect(() => {
    if (grid === null) return;
    const { content, body, painter } = grid;
    const move = (event: PointerEvent): void => {
      if (event.pointerType === "touch") return;
      const next = rowAt(grid, event.clientY);
      setRow(next);
      // What stands over the rows takes the pointer from them: the row stays lit.
      const isOver = event.target instanceof Node && !body.contains(event.target);
      if (next >= 0 && isOver) painter.post({ type: "hover", row: next });
    };
    const leave = (): void => {
      setRow(-1);
      painter.post({ type: "hover", row: -1 });
    };
    content.addEventListener("pointermove", move);
    content.addEventListener("pointerleave", leave);
    return () => {
      content.removeEventListener("pointermove", move);
      content.removeEventListener("pointerleave", leave);
    };
  }, [grid]);
  return row;
}
