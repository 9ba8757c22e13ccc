/** The bar of a figure's size, in what room its column leaves beside the figures. */
import { type BarScale, type BarShape, barOf } from "#protocol/frames/bar-scale.ts";
import type { Context2D } from "./canvas-context.ts";
import type { CellPlace, PaintScene } from "./scene.ts";

/** Beside a figure: the cell's padding, and air. */
const BESIDE_PX = 14;
/** A shorter bar says nothing beside its figure: it lies under it instead, along the row's lower edge, as all of a phone's do. */
const SHORTEST_BAR_PX = 24;
const FOOT_PX = 2;

/** Filled for each bar anew. */
const shape: BarShape = { filled: 0, grown: 0, gone: 0 };

export function paintBar(context: Context2D, scene: PaintScene, place: CellPlace, bars: BarScale): void {
  const { grid, theme } = scene;
  const { row, column, x, y, width, height } = place;
  if (!barOf(grid, row, column, bars.largest, shape)) return;
  const isCall = column.side === "call";
  const figure = scene.figures.width(context, scene.fonts.figure, bars.text) + BESIDE_PX;
  const free = width - 4 - figure;
  const isBeside = !scene.layout.compact && free >= SHORTEST_BAR_PX;
  const room = isBeside ? free : width - 4;
  const top = isBeside ? y + 4 : y + height - 1 - FOOT_PX;
  const thick = isBeside ? height - 9 : FOOT_PX;
  // Bars grow from the strike's side of their room: leftwards for calls, rightwards for puts.
  const start = isBeside || isCall ? x + 2 : x + width - 2 - room;
  const left = (from: number, to: number): number => (isCall ? start + room - to : start + from);
  const strong = theme.colours[isCall ? "oi-call-strong" : "oi-put-strong"];
  const end = shape.filled * room;
  context.fillStyle = isBeside ? theme.colours[isCall ? "oi-call" : "oi-put"] : strong;
  if (end > 0) context.fillRect(left(0, end), top, end, thick);
  if (!isBeside) return;
  if (shape.grown > 0) {
    const from = Math.max(0, end - shape.grown * room);
    context.fillStyle = strong;
    context.fillRect(left(from, end), top + thick - 3, end - from, 3);
  }
  const size = shape.gone * room;
  if (size < 1) return;
  context.strokeStyle = strong;
  context.strokeRect(left(end, end + size) + 0.5, top + 0.5, Math.max(1, size - 1), thick - 1);
}
