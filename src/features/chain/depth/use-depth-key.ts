import { useEffect } from "react";
import type { ChainColumn } from "#domain/format/chain-columns.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { expectLadder } from "../../../shared/instrument-windows.ts";

/** D on the cell that keys are in (rule CHAIN-65). @param strikes of the rows */
export function useDepthKey(
  grid: GridPlace,
  strikes: Float64Array | null,
  onDepth: (strike: number, side: ChainColumn["side"]) => void,
): void {
  const { content, layout, row, column: at } = grid;
  const strike = strikes?.[row];
  const side = layout.columns[at]?.side;
  useEffect(() => {
    if (strike === undefined || side === undefined) return;
    expectLadder();
    const heard = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (event.key.toLowerCase() !== "d" || !isPlain) return;
      // What floats over the grid has keys of its own.
      if (!(event.target instanceof Element) || event.target.getAttribute("role") !== "grid") return;
      event.preventDefault();
      onDepth(strike, side);
    };
    content.addEventListener("keydown", heard);
    return () => content.removeEventListener("keydown", heard);
  }, [content, strike, side, onDepth]);
}
