import { Suspense } from "react";
import { useSnapshot } from "valtio";
import { optional } from "../../../components/optional.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { type ChainChoice, useChainState } from "../shown-chain.ts";
import { useAskedCell } from "./use-asked-cell.ts";

const CellStoryPanel = optional(() => import("./CellStoryPanel.tsx").then((m) => m.CellStoryPanel));

interface Props {
  readonly grid: GridPlace;
  readonly choice: ChainChoice;
}

/** How a cell that is pressed came to be, beside it. */
export function CellStories({ grid, choice }: Props) {
  const strikes = useSnapshot(useChainState()).strikes as Float64Array | null;
  const [asked, close] = useAskedCell(grid, strikes);
  // Rows of another chain, or of a chain whose window moved, are other cells.
  if (asked === null || strikes?.[asked.row] !== asked.strike) return null;
  const { underlying, expiry } = choice;
  const { column, strike } = asked;
  return (
    <Suspense fallback={null}>
      <CellStoryPanel
        key={[underlying, expiry, strike, column.side, column.id].join(" ")}
        grid={grid}
        choice={choice}
        asked={asked}
        onClose={close}
      />
    </Suspense>
  );
}
