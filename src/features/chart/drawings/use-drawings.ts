import { useEffect, useMemo, useSyncExternalStore } from "react";
import { formatFixed } from "#domain/format/number.ts";
import { type Board, createBoard } from "./board.ts";
import { type BoardOverlay, boardOverlay } from "./board-overlay.ts";
import { drawingsOf, keepDrawings, subscribeDrawings } from "./drawing-store.ts";

export interface Drawings {
  readonly board: Board;
  readonly overlay: BoardOverlay;
}

/** Lines drawn on a symbol's chart (rule CHART-11). @param isShown they are in the chart, and hand and keys are theirs first */
export function useDrawings(symbol: string, decimals: number, isShown: boolean): Drawings {
  const drawings = useMemo(() => {
    const board = createBoard({
      read: () => drawingsOf(symbol),
      keep: (lines) => keepDrawings(symbol, lines),
    });
    return { board, overlay: boardOverlay(board, decimals, (price) => formatFixed(price, decimals)) };
  }, [symbol, decimals]);
  const { board, overlay } = drawings;
  const lines = useSyncExternalStore(subscribeDrawings, () => drawingsOf(symbol));
  // Drawn in another chart of this symbol, here or in another tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change of them
  useEffect(() => {
    if (isShown) overlay.redraw();
  }, [lines, overlay, isShown]);
  useEffect(() => {
    if (!isShown) board.escape();
    return () => overlay.rest();
  }, [board, overlay, isShown]);
  return drawings;
}
