import { Suspense } from "react";
import { useSnapshot } from "valtio";
import { optional } from "../../../components/optional.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { useRowMenu } from "../row-menu/use-row-menu.ts";
import { type ChainChoice, useChainState } from "../shown-chain.ts";
import { useAskedCell } from "./use-asked-cell.ts";

const CellStoryPanel = optional(() => import("./CellStoryPanel.tsx").then((m) => m.CellStoryPanel));

const RowMenu = optional(() => import("../row-menu/RowMenu.tsx").then((m) => m.RowMenu));

interface Props {
  readonly grid: GridPlace;
  readonly choice: ChainChoice;
}

/** How a cell that is pressed came to be, beside it. */
export function CellStories({ grid, choice }: Props) {
  const strikes = useSnapshot(useChainState()).strikes as Float64Array | null;
  const [asked, close, ask] = useAskedCell(grid, strikes);
  const [menu, closeMenu] = useRowMenu(grid, strikes);
  const { underlying, expiry } = choice;
  // Rows of another chain, or of a chain whose window moved, are other cells.
  const isThere = (at: { readonly row: number; readonly strike: number }) => strikes?.[at.row] === at.strike;
  return (
    <Suspense fallback={null}>
      {asked === null || !isThere(asked) ? null : (
        <CellStoryPanel
          key={[underlying, expiry, asked.strike, asked.column.side, asked.column.id].join(" ")}
          grid={grid}
          choice={choice}
          asked={asked}
          onClose={close}
        />
      )}
      {menu === null || !isThere(menu) ? null : (
        <RowMenu
          at={menu}
          layout={grid.layout}
          choice={choice}
          onWhy={() => ask(menu.row, menu.column, true)}
          onClose={closeMenu}
        />
      )}
    </Suspense>
  );
}
