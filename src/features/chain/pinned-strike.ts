/** Where the strikes stand when the columns are wider than the screen: they stay in sight at the edge that they were scrolled to. */
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";

/** What is seen of the columns, CSS pixels. */
interface Sight {
  readonly scrollLeft: number;
  readonly width: number;
}

/** Column of the strikes, its left edge and its width, CSS pixels. */
export function strikePlace({ columns, edges }: ChainViewLayout): {
  readonly column: number;
  readonly left: number;
  readonly width: number;
} {
  const column = columns.findIndex(({ id }) => id === "strike");
  const left = edges[column] ?? 0;
  return { column, left, width: (edges[column + 1] ?? 0) - left };
}

/** A cell's place in its row; the strikes' own, where they stay in sight, is the one that the browser holds them to. */
export function placeOfColumn(
  { columns, edges, isPinned }: ChainViewLayout,
  at: number,
): { readonly left?: number; readonly marginLeft?: number; readonly width: number } {
  const left = edges[at] ?? 0;
  const width = (edges[at + 1] ?? 0) - left;
  return isPinned && columns[at]?.id === "strike" ? { marginLeft: left, width } : { left, width };
}

/** Gives an element that place. */
export function standAt(element: HTMLElement, layout: ChainViewLayout, at: number): void {
  const { left, marginLeft, width } = placeOfColumn(layout, at);
  element.style.width = `${width}px`;
  if (left === undefined) {
    element.style.marginLeft = `${marginLeft}px`;
    element.dataset.pinned = "true";
  } else element.style.left = `${left}px`;
}

/** Where the strikes are seen, from the first column's left edge on. */
export function seenStrikeLeft(layout: ChainViewLayout, { scrollLeft, width: seen }: Sight): number {
  const { left, width } = strikePlace(layout);
  if (!layout.isPinned) return left;
  return Math.max(scrollLeft, Math.min(left, scrollLeft + seen - width));
}

/** The column under a place of the grid. @param x from the first column's left edge, CSS pixels @returns -1 none */
export function columnAt(layout: ChainViewLayout, x: number, sight: Sight): number {
  const { column, width } = strikePlace(layout);
  const left = seenStrikeLeft(layout, sight);
  if (x >= left && x < left + width) return column;
  const { edges } = layout;
  return edges.findIndex((edge, i) => x >= edge && x < (edges[i + 1] ?? Number.POSITIVE_INFINITY));
}

/** How far the columns are to be scrolled for one of them to be whole in sight, beside the strikes. */
export function scrollToColumn(
  layout: ChainViewLayout,
  column: number,
  { scrollLeft, width }: Sight,
): number {
  const strike = strikePlace(layout);
  if (!layout.isPinned || column === strike.column) return scrollLeft;
  const [left, right] = [layout.edges[column] ?? 0, layout.edges[column + 1] ?? 0];
  const isLeft = column < strike.column;
  const from = left - (isLeft ? 0 : strike.width);
  const to = right + (isLeft ? strike.width : 0) - width;
  return Math.min(from, Math.max(to, scrollLeft));
}
