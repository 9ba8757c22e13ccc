import { useEffect } from "react";
import type { TradeAction } from "#domain/strategy/model.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";

const ACTIONS: Readonly<Record<string, TradeAction>> = { b: "BUY", s: "SELL" };

/** B and S on the cell that keys are in. */
export function useTradeKeys(
  grid: GridPlace | null,
  onKey: (row: number, column: number, action: TradeAction) => void,
): void {
  useEffect(() => {
    if (grid === null || grid.row < 0) return;
    const { content, row, column } = grid;
    const heard = (event: KeyboardEvent): void => {
      const action = ACTIONS[event.key.toLowerCase()];
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (action === undefined || !isPlain) return;
      // What floats over the grid has keys of its own.
      if (!(event.target instanceof Element) || event.target.getAttribute("role") !== "grid") return;
      event.preventDefault();
      onKey(row, column, action);
    };
    content.addEventListener("keydown", heard);
    return () => content.removeEventListener("keydown", heard);
  }, [grid, onKey]);
}
