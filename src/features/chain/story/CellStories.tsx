import { Suspense, useCallback, useEffect } from "react";
import { useSnapshot } from "valtio";
import type { ChainColumn } from "#domain/format/chain-columns.ts";
import { optional } from "../../../components/optional.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { expectLadder } from "../../../shared/instrument-windows.ts";
import { focusGrid, openDepth, sideOf } from "../depth/open-depth.ts";
import { useDepthKey } from "../depth/use-depth-key.ts";
import { useChartKeys } from "../row-menu/use-chart-keys.ts";
import { useRowMenu } from "../row-menu/use-row-menu.ts";
import { type ChainChoice, useChainState } from "../shown-chain.ts";
import { type AskedCell, useAskedCell } from "./use-asked-cell.ts";

const CellStoryPanel = optional(() => import("./CellStoryPanel.tsx").then((m) => m.CellStoryPanel));

const RowMenu = optional(() => import("../row-menu/RowMenu.tsx").then((m) => m.RowMenu));

interface Props {
  readonly grid: GridPlace;
  readonly symbol: string;
  readonly choice: ChainChoice;
  /** Of the expiry's contracts, epoch ms; NaN unknown. */
  readonly lastTrade: number;
  /** Of several chains, the one that keys are of. */
  readonly isActive: boolean;
}

/** How a cell that is pressed came to be, beside it, and what can be done with its row. */
export function CellStories({ grid, symbol, choice, lastTrade, isActive }: Props) {
  const strikes = useSnapshot(useChainState()).strikes as Float64Array | null;
  const [asked, close, ask] = useAskedCell(grid, strikes);
  const [menu, closeMenu, openMenu] = useRowMenu(grid, strikes);
  const { underlying, expiry } = choice;
  const { content } = grid;
  const depth = useCallback(
    (strike: number, side: ChainColumn["side"]): void => {
      // The windows give the focus back to where it was.
      focusGrid(content);
      openDepth({ symbol, underlying, expiry, strike }, side);
    },
    [content, symbol, underlying, expiry],
  );
  useDepthKey(grid, strikes, depth);
  useChartKeys(grid, strikes, { symbol, choice }, isActive);
  const isNear = asked !== null || menu !== null;
  useEffect(() => {
    if (isNear) expectLadder();
  }, [isNear]);
  // Rows of another chain, or of a chain whose window moved, are other cells; a column may go, as when columns of the trader's own arrive.
  const isThere = (at: { readonly row: number; readonly strike: number }) => strikes?.[at.row] === at.strike;
  const place = ({ column: { id, side } }: AskedCell): number =>
    grid.layout.columns.findIndex((column) => id === column.id && side === column.side);
  /** The story gives way, and the focus to the grid, which has it again when the menu is over. */
  const more = (cell: AskedCell, x: number, y: number): void => {
    focusGrid(content);
    close();
    openMenu({ row: cell.row, column: place(cell), x, y });
  };
  return (
    <Suspense fallback={null}>
      {asked === null || !isThere(asked) || place(asked) < 0 ? null : (
        <CellStoryPanel
          key={[underlying, expiry, asked.strike, asked.column.side, asked.column.id].join(" ")}
          grid={grid}
          choice={choice}
          asked={asked}
          onMore={(x, y) => more(asked, x, y)}
          onClose={close}
        />
      )}
      {menu === null || !isThere(menu) ? null : (
        <RowMenu
          at={menu}
          row={{ strike: menu.strike, layout: grid.layout, symbol, choice, lastTrade }}
          onWhy={() => ask(menu.row, menu.column, true)}
          onDepth={(option) => depth(menu.strike, sideOf(option))}
          onClose={closeMenu}
        />
      )}
    </Suspense>
  );
}
