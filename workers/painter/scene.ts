import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { ColumnNeeds } from "#domain/format/column-needs.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import type { GridTags } from "#protocol/frames/grid-tags.ts";
import type { MirrorRow, PainterTheme } from "./api.ts";
import type { Context2D } from "./canvas-context.ts";
import type { FigureText } from "./figure-text.ts";

const FIELDS = CHAIN_FIELDS.length;

/** The faces of a grid's texts, as a context takes them. */
export interface SceneFonts {
  readonly figure: string;
  /** Prices and strikes. */
  readonly price: string;
  /** Round strikes, and the one at the money. */
  readonly heavy: string;
  /** What stands beside a price. */
  readonly note: string;
}

/** All that cells are painted from. */
export interface PaintScene {
  readonly grid: GridState;
  readonly layout: ChainViewLayout;
  readonly theme: PainterTheme;
  readonly fontFamily: string;
  readonly fonts: SceneFonts;
  /** null until the first picture is there */
  readonly marks: Marks | null;
  readonly figures: FigureText;
  /** told of every figure how wide its cell has to be */
  readonly needs: ColumnNeeds;
  readonly rowHeight: number;
  /** physical pixels a CSS pixel */
  readonly devicePixelRatio: number;
  readonly hoverRow: number;
  readonly focusRow: number;
  readonly focusColumn: number;
  /** null until there may be some */
  readonly tags: Tagging | null;
  /** +1, −1 or 0 for a cell of `grid.values`: a tint is on. */
  tint(cell: number): number;
}

/** Where a cell lies on its canvas: CSS pixels, on whole physical ones. */
export interface CellPlace {
  readonly row: number;
  readonly column: ChainColumn;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A pixel that two cells share would be cleared by neither of them: what one leaves there, on a display of 125 %, stays.
 * @param line of the row on its canvas, from 0
 */
export function placeOf(scene: PaintScene, row: number, index: number, line: number): CellPlace {
  const { layout, rowHeight, devicePixelRatio: ratio } = scene;
  const whole = (px: number): number => Math.round(px * ratio) / ratio;
  const [x, y] = [whole(layout.edges[index]!), whole(line * rowHeight)];
  const [right, bottom] = [whole(layout.edges[index + 1]!), whole((line + 1) * rowHeight)];
  return { row, column: layout.columns[index]!, x, y, width: right - x, height: bottom - y };
}

/** Bars and marks beside the figures (`marks.ts`). */
export interface Marks {
  place(layout: ChainViewLayout): void;
  /** Looks at the grid again. @returns whether bars are of another length now */
  update(): boolean;
  /** Draws the bar of a figure's size. */
  bar(context: Context2D, scene: PaintScene, place: CellPlace): void;
  /** Whether a strike is one of those between the round ones. */
  isOdd(row: number): boolean;
  /** Points at the at-the-money strike. */
  atMoney(context: Context2D, scene: PaintScene, place: CellPlace): void;
  /**
   * Draws those of a last price.
   * @param from px, where they have their room @param textWidth of the price as it is drawn, which ends at `right`
   */
  paint(
    context: Context2D,
    scene: PaintScene,
    place: CellPlace,
    from: number,
    right: number,
    textWidth: number,
  ): void;
  /** Rows as they are read, from the first to the last, both included. */
  rows(layout: ChainViewLayout, tags: Tagging | null, first: number, last: number): MirrorRow[];
}

/** What is planned and held of the contracts (`tagging.ts`). */
export interface Tagging extends GridTags {
  /** Draws those of a cell from its left edge on. @returns px that they take, 0 without any */
  paint(context: Context2D, scene: PaintScene, place: CellPlace): number;
}

export const cellOf = (row: number, field: number): number => row * FIELDS + field;
