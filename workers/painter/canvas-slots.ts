/**
 * The canvases a painter holds, each in a slot of the page that shows one strip of rows or none. They know how large they
 * are, which rows they show and how to paint those of them that are dirty.
 */
import type { PainterGeometry } from "./api.ts";
import type { Context2D } from "./canvas-context.ts";
import { paintFigures, readingOf } from "./cell-figures.ts";
import { paintGround } from "./cell-ground.ts";
import type { DirtyCells } from "./dirty-cells.ts";
import { type CellPlace, type PaintScene, placeOf } from "./scene.ts";

export interface CanvasSlot {
  readonly canvas: { width: number; height: number };
  readonly context: Context2D;
  /** Rows from strip × stripRows on; -1 none. */
  strip: number;
  /** epoch ms */
  paintedAt: number;
  /** What each cell of the canvas reads, by row in the strip × columns + column. */
  readonly readings: string[];
}

/** First row of a slot's strip, and the first one after it. */
export function rowsOf(
  { strip }: CanvasSlot,
  { stripRows }: PainterGeometry,
  rows: number,
): [number, number] {
  return strip < 0 ? [0, 0] : [strip * stripRows, Math.min(rows, (strip + 1) * stripRows)];
}

/** @param paper ground of a canvas out of sight; null before there is a theme */
export function sizeSlot(
  { canvas, context }: CanvasSlot,
  geometry: PainterGeometry,
  isTabShown: boolean,
  paper: string | null,
): void {
  // A hidden tab's canvases would hold megabytes for nothing on screen: a pixel of paper stands in for them.
  const ratio = isTabShown ? geometry.devicePixelRatio : 1 / (geometry.stripRows * geometry.rowHeight);
  const width = isTabShown ? Math.max(1, Math.round(geometry.width * ratio)) : 1;
  const height = Math.max(1, Math.round(geometry.stripRows * geometry.rowHeight * ratio));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.textBaseline = "middle";
  context.textAlign = "right";
  if (!isTabShown && paper !== null) clear(context, geometry, paper);
}

function clear(context: Context2D, { width, stripRows, rowHeight }: PainterGeometry, paper: string): void {
  context.fillStyle = paper;
  context.fillRect(0, 0, width, stripRows * rowHeight);
}

/** Nothing is drawn beyond these cells of a column from now on: what leaves its cell stays when the cell is painted anew. */
function clipTo(
  context: Context2D,
  { x, width }: CellPlace,
  { stripRows, rowHeight }: PainterGeometry,
): void {
  context.beginPath();
  context.rect(x, 0, width, stripRows * rowHeight);
  context.clip();
}

/** Rows of a column whose cells are to be painted: all, or those that no longer look as they were painted. */
function rowsToPaint(
  { readings, strip }: CanvasSlot,
  { stripRows }: PainterGeometry,
  scene: PaintScene,
  dirty: DirtyCells,
  column: number,
  all: boolean,
): number[] {
  const { layout, grid } = scene;
  const first = strip * stripRows;
  const end = Math.min(grid.rows, first + stripRows);
  const rows: number[] = [];
  for (let row = first; row < end; row++) {
    if (!all && !dirty.hasCell(row, column)) continue;
    const cell = (row - first) * layout.columns.length + column;
    if (!all && dirty.hasFigureOnly(row, column) && readingOf(scene, row, column) === readings[cell])
      continue;
    rows.push(row);
  }
  return rows;
}

/**
 * Paints the strip of a slot, column by column, and of each the grounds before the texts: the cells of one share font and
 * mostly colour, and a change of either costs more than a text.
 * @param all every cell, on a cleared ground; else only the dirty ones that look different
 * @returns how many cells were painted
 */
export function paintSlot(
  slot: CanvasSlot,
  geometry: PainterGeometry,
  scene: PaintScene,
  dirty: DirtyCells,
  all: boolean,
): number {
  if (slot.strip < 0) return 0;
  const [first, end] = rowsOf(slot, geometry, scene.grid.rows);
  const { context } = slot;
  const { columns } = scene.layout;
  let painted = 0;
  if (all) clear(context, geometry, scene.theme.colours.paper);
  for (let column = 0; column < columns.length; column++) {
    const places = rowsToPaint(slot, geometry, scene, dirty, column, all).map((row) =>
      placeOf(scene, row, column, row - first),
    );
    if (places.length === 0) continue;
    for (const place of places) paintGround(context, scene, place, column);
    context.save();
    clipTo(context, places[0]!, geometry);
    for (const place of places)
      slot.readings[(place.row - first) * columns.length + column] = paintFigures(context, scene, place);
    context.restore();
    painted += places.length;
  }
  dirty.clear(first, end);
  return painted;
}
