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

/** A canvas and what is drawn on it with. */
export interface Surface {
  readonly canvas: { width: number; height: number };
  readonly context: Context2D;
}

export interface CanvasSlot extends Surface {
  /** The strikes of its rows once more, for where they stay in sight; null where all columns are. */
  pin: Surface | null;
  /** Rows from strip × stripRows on; -1 none. */
  strip: number;
  /** Its rows were never painted into it. */
  isBlank: boolean;
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

/** Of a canvas of so many CSS pixels that begins at a place of the grid. */
function sizeSurface(
  { canvas, context }: Surface,
  left: number,
  wide: number,
  geometry: PainterGeometry,
  isTabShown: boolean,
): void {
  // A hidden tab's canvases would hold megabytes for nothing on screen: a pixel of paper stands in for them.
  const ratio = isTabShown ? geometry.devicePixelRatio : 1 / (geometry.stripRows * geometry.rowHeight);
  const width = isTabShown ? Math.max(1, Math.round(wide * ratio)) : 1;
  const height = Math.max(1, Math.round(geometry.stripRows * geometry.rowHeight * ratio));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.setTransform(ratio, 0, 0, ratio, -Math.round(left * ratio), 0);
  context.textBaseline = "middle";
  context.textAlign = "right";
}

/** @param paper ground of a canvas out of sight; null before there is a theme */
export function sizeSlot(
  slot: CanvasSlot,
  geometry: PainterGeometry,
  isTabShown: boolean,
  paper: string | null,
): void {
  sizeSurface(slot, 0, geometry.width, geometry, isTabShown);
  if (slot.pin !== null) {
    const { left, width } = geometry.strikes;
    sizeSurface(slot.pin, left, width, geometry, isTabShown);
  }
  if (isTabShown || paper === null) return;
  clear(slot.context, geometry, paper);
  if (slot.pin !== null) clear(slot.pin.context, geometry, paper);
}

function clear(context: Context2D, { width, stripRows, rowHeight }: PainterGeometry, paper: string): void {
  context.fillStyle = paper;
  context.fillRect(0, 0, width, stripRows * rowHeight);
}

/**
 * Keeps the tags of a column within it: what leaves its cell would stay when the cell is painted anew. Figures are never
 * wider than their room and need no clip.
 * @returns whether the context was saved, which is to be restored then
 */
function clipTags(
  context: Context2D,
  { tags }: PaintScene,
  places: readonly CellPlace[],
  { stripRows, rowHeight }: PainterGeometry,
): boolean {
  if (tags === null || !places.some(({ row, column }) => tags.of(row, column).length > 0)) return false;
  const { x, width } = places[0]!;
  context.save();
  context.beginPath();
  context.rect(x, 0, width, stripRows * rowHeight);
  context.clip();
  return true;
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

/** The same cells on the canvas that stays in sight. */
function paintPin(
  { context }: Surface,
  scene: PaintScene,
  places: readonly CellPlace[],
  column: number,
): void {
  for (const place of places) {
    paintGround(context, scene, place, column);
    paintFigures(context, scene, place);
  }
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
  if (all) {
    clear(context, geometry, scene.theme.colours.paper);
    if (slot.pin !== null) clear(slot.pin.context, geometry, scene.theme.colours.paper);
  }
  for (let column = 0; column < columns.length; column++) {
    const places = rowsToPaint(slot, geometry, scene, dirty, column, all).map((row) =>
      placeOf(scene, row, column, row - first),
    );
    if (places.length === 0) continue;
    for (const place of places) paintGround(context, scene, place, column);
    const isClipped = clipTags(context, scene, places, geometry);
    for (const place of places)
      slot.readings[(place.row - first) * columns.length + column] = paintFigures(context, scene, place);
    if (isClipped) context.restore();
    if (slot.pin !== null && columns[column]!.id === "strike") paintPin(slot.pin, scene, places, column);
    painted += places.length;
  }
  dirty.clear(first, end);
  return painted;
}
