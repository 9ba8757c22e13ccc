import type { GridPlace } from "../../../shared/beside-chain.ts";

/** Into the middle of the grid: at once, for a key that is pressed again must not wait for the one before. */
function centre({ scroller, body, rowHeight }: GridPlace, row: number): void {
  const room = scroller.clientHeight - body.offsetTop;
  scroller.scrollTop = (row + 0.5) * rowHeight - room / 2;
}

const putKeysOn = ({ layout, goTo }: GridPlace, row: number): void =>
  goTo(
    row,
    layout.columns.findIndex(({ id }) => id === "strike"),
  );

/** Keys go on at that strike. */
export function toStrike(grid: GridPlace, row: number): void {
  grid.content.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
  centre(grid, row);
  putKeysOn(grid, row);
}

/** Back to the at-the-money strike; keys that are in the chain come along. @param atRow -1 unknown: it stays where it is */
export function toMoney(grid: GridPlace, atRow: number): void {
  if (atRow < 0) return;
  centre(grid, atRow);
  if (grid.row >= 0) putKeysOn(grid, atRow);
}
