/** What a cell says: its figure, the companion beside it, and the marks of a price or a strike. */
import { FLAG_IS_LIQUID, FLAG_STALE_LTP } from "#domain/chain/flags.ts";
import { companionText, isSigned, signOf, strikeText } from "#domain/format/chain-cells.ts";
import type { ChainColumn } from "#domain/format/chain-columns.ts";
import { cellTextAt } from "#protocol/frames/cell-text.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { Context2D } from "./canvas-context.ts";
import { type CellPlace, type PaintScene, valueAt } from "./scene.ts";

const PAD = 10;
/** Between a cell's edge or its neighbour within, and a text that fills all its room. */
const GAP = 4;
const COMPANION_WIDTH = 50;
/** What the dot of an old price and the diamond of max pain stand in, left of every text. */
const MARK_WIDTH = 12;

function strikeCell(
  context: Context2D,
  scene: PaintScene,
  { row, column, x, y, width, height }: CellPlace,
): void {
  const { grid, theme, layout, figures, needs } = scene;
  const strike = grid.strikes[row]!;
  const step = grid.head[HEAD_INDEX.strikeStep]!;
  const round = step > 0 && Math.abs(strike / (step * 10) - Math.round(strike / (step * 10))) < 1e-9;
  const atm = row === grid.head[HEAD_INDEX.atmRow];
  const isMaxPain = row === grid.head[HEAD_INDEX.maxPainRow];
  const font = `${atm || round ? 600 : 500} ${theme.fontSize}px ${scene.fontFamily}`;
  const margin = isMaxPain ? MARK_WIDTH : GAP;
  const text = strikeText(strike, layout);
  context.font = font;
  context.fillStyle = theme.colours[atm ? "atm" : "ink"];
  context.textAlign = "center";
  const room = width - 2 * margin;
  const textWidth = figures.width(context, font, text);
  const middle = y + height / 2 + 1;
  if (textWidth > room) context.fillText(text, x + width / 2, middle, Math.max(1, room));
  else context.fillText(text, x + width / 2, middle);
  needs.note(column, textWidth + 2 * margin, width);
  if (isMaxPain) {
    const cx = x + 7;
    const cy = y + height / 2;
    context.fillStyle = theme.colours.warn;
    context.beginPath();
    context.moveTo(cx, cy - 4);
    context.lineTo(cx + 4, cy);
    context.lineTo(cx, cy + 4);
    context.lineTo(cx - 4, cy);
    context.fill();
  }
  context.textAlign = "right";
}

/** @param textWidth of the price as it is drawn, which ends at `right` */
function priceMarks(
  context: Context2D,
  scene: PaintScene,
  { row, column, x, y, height }: CellPlace,
  right: number,
  textWidth: number,
): void {
  if (column.side === "centre") return;
  const { grid, theme } = scene;
  const flags = valueAt(grid, row, CHAIN_FIELD_INDEX[`${column.side}.flags`]);
  const ltp = valueAt(grid, row, CHAIN_FIELD_INDEX[`${column.side}.ltp`]);
  if (!(ltp > 0) || Number.isNaN(flags)) return;
  if ((flags & FLAG_STALE_LTP) !== 0) {
    context.fillStyle = theme.colours["ink-3"];
    context.beginPath();
    context.arc(x + 6, y + height / 2, 1.5, 0, Math.PI * 2);
    context.fill();
  }
  const bid = valueAt(grid, row, CHAIN_FIELD_INDEX[`${column.side}.bid`]);
  const ask = valueAt(grid, row, CHAIN_FIELD_INDEX[`${column.side}.ask`]);
  const outside = (bid > 0 && ltp < bid) || (ask > 0 && ltp > ask);
  // Only where a real market stands on both sides does an outside price mean something.
  if (!outside || (flags & FLAG_IS_LIQUID) === 0) return;
  context.strokeStyle = theme.colours.line;
  context.strokeRect(right - textWidth - 3.5, y + 4.5, textWidth + 7, height - 10);
}

/** The texts of a cell, its figure and the companion beside it. */
function textsOf({ grid, layout }: PaintScene, row: number, column: ChainColumn): [string, string] {
  const { companion } = column;
  const hasNote = companion !== null && !layout.compact;
  return [
    cellTextAt(grid, row, column, layout),
    hasNote ? companionText(valueAt(grid, row, CHAIN_FIELD_INDEX[companion])) : "",
  ];
}

/** All a cell says in words: when it is the same, and nothing else of the cell changed, so is its picture. */
export function readingOf(scene: PaintScene, row: number, index: number): string {
  return textsOf(scene, row, scene.layout.columns[index]!).join(" ");
}

function figure(context: Context2D, scene: PaintScene, place: CellPlace): string {
  const { theme, layout, figures, needs } = scene;
  const { row, column, x, y, width, height } = place;
  const middle = y + height / 2 + 1;
  const hasNote = column.companion !== null && !layout.compact;
  const isPrice = column.id === "ltp";
  const before = isPrice ? MARK_WIDTH : GAP;
  const after = PAD + (hasNote ? COMPANION_WIDTH : 0);
  const right = x + width - after;
  const room = width - before - after;
  const [text, note] = textsOf(scene, row, column);
  const font = `${isPrice ? 500 : 400} ${theme.fontSize}px ${scene.fontFamily}`;
  context.font = font;
  if (text === "--") context.fillStyle = theme.colours["ink-3"];
  else if (isSigned(column.format) && signOf(text) !== 0)
    context.fillStyle = theme.colours[signOf(text) > 0 ? "up" : "down"];
  else context.fillStyle = theme.colours[isPrice || column.id === "oi" ? "ink" : "ink-2"];
  const textWidth = figures.draw(context, font, text, right, middle, room);
  needs.note(column, before + textWidth + after, width);
  if (isPrice) priceMarks(context, scene, place, right, Math.min(textWidth, room));
  if (!hasNote) return `${text} `;
  const noteFont = `400 ${theme.fontSize - 2}px ${scene.fontFamily}`;
  context.font = noteFont;
  const direction = signOf(note);
  context.fillStyle = theme.colours[direction > 0 ? "up" : direction < 0 ? "down" : "ink-3"];
  figures.draw(context, noteFont, note, x + width - PAD, middle, COMPANION_WIDTH - GAP);
  return `${text} ${note}`;
}

/**
 * The texts and marks of one cell, on its painted ground.
 * @returns what it reads
 */
export function paintFigures(context: Context2D, scene: PaintScene, place: CellPlace): string {
  if (place.column.id !== "strike") return figure(context, scene, place);
  strikeCell(context, scene, place);
  return "";
}
