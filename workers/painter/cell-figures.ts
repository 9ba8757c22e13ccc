/** What a cell says: its figure, the companion beside it, and the marks of a price or a strike. */
import { companionText, isSigned, signOf, strikeText } from "#domain/format/chain-cells.ts";
import type { ChainColumn } from "#domain/format/chain-columns.ts";
import { cellTextAt } from "#protocol/frames/cell-text.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { valueAt } from "#protocol/frames/grid-state.ts";
import type { Context2D } from "./canvas-context.ts";
import type { CellPlace, PaintScene } from "./scene.ts";

const PAD = 10;
/** Between a cell's edge or its neighbour within, and a text that fills all its room. */
const GAP = 4;
const COMPANION_WIDTH = 50;
/** What the marks of a price and the diamond of max pain stand in, left of every text. */
const MARK_WIDTH = 12;

function strikeCell(context: Context2D, scene: PaintScene, place: CellPlace): void {
  const { row, column, x, y, width, height } = place;
  const { grid, theme, layout, figures, needs } = scene;
  const strike = grid.strikes[row]!;
  const step = grid.head[HEAD_INDEX.strikeStep]!;
  const round = step > 0 && Math.abs(strike / (step * 10) - Math.round(strike / (step * 10))) < 1e-9;
  const atm = row === grid.head[HEAD_INDEX.atmRow];
  const isMaxPain = row === grid.head[HEAD_INDEX.maxPainRow];
  // An odd strike between round ones is written lighter.
  const isOdd = !atm && scene.marks?.isOdd(row) === true;
  const font = atm || round ? scene.fonts.heavy : isOdd ? scene.fonts.figure : scene.fonts.price;
  const margin = isMaxPain ? MARK_WIDTH : GAP;
  const text = strikeText(strike, layout);
  context.font = font;
  context.fillStyle = theme.colours[atm ? "atm" : isOdd ? "ink-2" : "ink"];
  context.textAlign = "center";
  const room = width - 2 * margin;
  const textWidth = figures.width(context, font, text);
  const middle = y + height / 2 + 1;
  if (textWidth > room) context.fillText(text, x + width / 2, middle, Math.max(1, room));
  else context.fillText(text, x + width / 2, middle);
  needs.note(column, textWidth + 2 * margin, width);
  if (atm) scene.marks?.atMoney(context, scene, place);
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
  const tagged = scene.tags?.paint(context, scene, place) ?? 0;
  const before = tagged + (isPrice ? MARK_WIDTH : GAP);
  const after = PAD + (hasNote ? COMPANION_WIDTH : 0);
  const right = x + width - after;
  const room = width - before - after;
  const [text, note] = textsOf(scene, row, column);
  const font = isPrice ? scene.fonts.price : scene.fonts.figure;
  context.font = font;
  if (text === "--") context.fillStyle = theme.colours["ink-3"];
  else if (isSigned(column.format) && signOf(text) !== 0)
    context.fillStyle = theme.colours[signOf(text) > 0 ? "up" : "down"];
  else
    context.fillStyle =
      theme.colours[isPrice || column.id === "oi" || column.id === "straddle" ? "ink" : "ink-2"];
  const textWidth = figures.draw(context, font, text, right, middle, room);
  needs.note(column, before + textWidth + after, width);
  if (isPrice) scene.marks?.paint(context, scene, place, x + tagged, right, Math.min(textWidth, room));
  if (!hasNote) return `${text} `;
  const noteFont = scene.fonts.note;
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
