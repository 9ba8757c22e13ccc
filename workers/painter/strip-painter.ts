/**
 * Draws rows of a chain on a 2D context. Knows figures, columns and colours; knows no thread, no scrolling and no time.
 * Measured: `fillText` beats a glyph atlas, and state changes cost more than text, so a row is drawn in passes.
 */

import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { FLAG_IS_LIQUID, FLAG_STALE_LTP } from "#domain/chain/flags.ts";
import { cellText, companionText, isSigned, signOf, strikeText } from "#domain/format/chain-cells.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import { cellTextAt } from "#protocol/frames/cell-text.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import type { PaintColour, PainterTheme } from "./api.ts";
import type { Context2D } from "./canvas-context.ts";
import type { FigureText } from "./figure-text.ts";

const FIELDS = CHAIN_FIELDS.length;
const PAD = 10;
const COMPANION_WIDTH = 50;

export interface PaintScene {
  readonly grid: GridState;
  readonly layout: ChainViewLayout;
  readonly theme: PainterTheme;
  readonly fontFamily: string;
  readonly figures: FigureText;
  readonly rowHeight: number;
  readonly hoverRow: number;
  readonly focusRow: number;
  readonly focusColumn: number;
  /** +1, −1 or 0 for a cell of `grid.values`: a tint is on. */
  tint(cell: number): number;
}

const valueAt = (grid: GridState, row: number, field: number): number =>
  grid.values[row * FIELDS + field] ?? Number.NaN;

/** In the money, by the expiry's own forward: calls below it, puts above. */
function inTheMoney(grid: GridState, row: number, side: "call" | "put"): boolean {
  const forward = grid.head[HEAD_INDEX.forward]!;
  const strike = grid.strikes[row]!;
  return side === "call" ? strike < forward : strike > forward;
}

function background(scene: PaintScene, row: number, column: ChainColumn): PaintColour | null {
  if (column.side === "centre")
    return row === scene.grid.head[HEAD_INDEX.atmRow] && column.id === "strike" ? "atm-soft" : null;
  return inTheMoney(scene.grid, row, column.side) ? "itm" : null;
}

function bar(
  context: Context2D,
  scene: PaintScene,
  row: number,
  column: ChainColumn,
  x: number,
  y: number,
  width: number,
): void {
  const { grid, theme } = scene;
  const side = column.side === "put" ? "put" : "call";
  const maxOi = grid.head[HEAD_INDEX.maxOi]!;
  const oi = valueAt(grid, row, CHAIN_FIELD_INDEX[`${side}.oi`]);
  if (!(maxOi > 0) || !(oi > 0)) return;
  const change = valueAt(grid, row, CHAIN_FIELD_INDEX[`${side}.oiChange`]);
  const room = width - 4;
  const length = Math.min(1, oi / maxOi) * room;
  const top = y + 4;
  const height = scene.rowHeight - 9;
  // Bars grow from the strike's side of their cell: leftwards for calls, rightwards for puts.
  const at = (from: number, to: number): [number, number] =>
    side === "call" ? [x + width - 2 - to, to - from] : [x + 2 + from, to - from];
  const [barX, barWidth] = at(0, length);
  context.fillStyle = theme.colours[side === "call" ? "oi-call" : "oi-put"];
  context.fillRect(barX, top, barWidth, height);
  if (!(Math.abs(change) > 0)) return;
  const strong = theme.colours[side === "call" ? "oi-call-strong" : "oi-put-strong"];
  const delta = Math.min(1, Math.abs(change) / maxOi) * room;
  if (change > 0) {
    const [from, size] = at(Math.max(0, length - delta), length);
    context.fillStyle = strong;
    context.fillRect(from, top + height - 3, size, 3);
  } else {
    const [from, size] = at(length, Math.min(room, length + delta));
    if (size < 1) return;
    context.strokeStyle = strong;
    context.strokeRect(from + 0.5, top + 0.5, Math.max(1, size - 1), height - 1);
  }
}

function strikeCell(
  context: Context2D,
  scene: PaintScene,
  row: number,
  x: number,
  y: number,
  width: number,
): void {
  const { grid, theme, layout } = scene;
  const strike = grid.strikes[row]!;
  const step = grid.head[HEAD_INDEX.strikeStep]!;
  const round = step > 0 && Math.abs(strike / (step * 10) - Math.round(strike / (step * 10))) < 1e-9;
  const atm = row === grid.head[HEAD_INDEX.atmRow];
  context.font = `${atm || round ? 600 : 500} ${theme.fontSize}px ${scene.fontFamily}`;
  context.fillStyle = theme.colours[atm ? "atm" : "ink"];
  context.textAlign = "center";
  context.fillText(strikeText(strike, layout), x + width / 2, y + scene.rowHeight / 2 + 1);
  if (row === grid.head[HEAD_INDEX.maxPainRow]) {
    const cx = x + 7;
    const cy = y + scene.rowHeight / 2;
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

function priceMarks(
  context: Context2D,
  scene: PaintScene,
  row: number,
  column: ChainColumn,
  x: number,
  y: number,
  right: number,
  font: string,
): void {
  if (column.side === "centre") return;
  const { grid, theme } = scene;
  const flags = valueAt(grid, row, CHAIN_FIELD_INDEX[`${column.side}.flags`]);
  const ltp = valueAt(grid, row, CHAIN_FIELD_INDEX[`${column.side}.ltp`]);
  if (!(ltp > 0) || Number.isNaN(flags)) return;
  if ((flags & FLAG_STALE_LTP) !== 0) {
    context.fillStyle = theme.colours["ink-3"];
    context.beginPath();
    context.arc(x + 6, y + scene.rowHeight / 2, 1.5, 0, Math.PI * 2);
    context.fill();
  }
  const bid = valueAt(grid, row, CHAIN_FIELD_INDEX[`${column.side}.bid`]);
  const ask = valueAt(grid, row, CHAIN_FIELD_INDEX[`${column.side}.ask`]);
  const outside = (bid > 0 && ltp < bid) || (ask > 0 && ltp > ask);
  // Only where a real market stands on both sides does an outside price mean something.
  if (!outside || (flags & FLAG_IS_LIQUID) === 0) return;
  const width = scene.figures.width(context, font, cellText(column, ltp, scene.layout));
  context.strokeStyle = theme.colours.line;
  context.strokeRect(right - width - 3.5, y + 4.5, width + 7, scene.rowHeight - 10);
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
export function readingOf(scene: PaintScene, row: number, columnIndex: number): string {
  return textsOf(scene, row, scene.layout.columns[columnIndex]!).join(" ");
}

function figure(
  context: Context2D,
  scene: PaintScene,
  row: number,
  column: ChainColumn,
  x: number,
  y: number,
  width: number,
): string {
  const { theme, layout } = scene;
  const middle = y + scene.rowHeight / 2 + 1;
  const hasNote = column.companion !== null && !layout.compact;
  const right = x + width - PAD - (hasNote ? COMPANION_WIDTH : 0);
  const [text, note] = textsOf(scene, row, column);
  const main = column.id === "ltp";
  const font = `${main ? 500 : 400} ${theme.fontSize}px ${scene.fontFamily}`;
  context.font = font;
  if (main) priceMarks(context, scene, row, column, x, y, right, font);
  if (text === "--") context.fillStyle = theme.colours["ink-3"];
  else if (isSigned(column.format) && signOf(text) !== 0)
    context.fillStyle = theme.colours[signOf(text) > 0 ? "up" : "down"];
  else context.fillStyle = theme.colours[main || column.id === "oi" ? "ink" : "ink-2"];
  scene.figures.draw(context, font, text, right, middle);
  if (!hasNote) return `${text} `;
  const noteFont = `400 ${theme.fontSize - 2}px ${scene.fontFamily}`;
  context.font = noteFont;
  const direction = signOf(note);
  context.fillStyle = theme.colours[direction > 0 ? "up" : direction < 0 ? "down" : "ink-3"];
  scene.figures.draw(context, noteFont, note, x + width - PAD, middle);
  return `${text} ${note}`;
}

/**
 * One cell, everything in it, on a freshly cleared ground.
 * @returns what it reads
 */
export function paintCell(
  context: Context2D,
  scene: PaintScene,
  row: number,
  columnIndex: number,
  y: number,
): string {
  const { layout, theme } = scene;
  const column = layout.columns[columnIndex]!;
  const x = layout.edges[columnIndex]!;
  const width = layout.edges[columnIndex + 1]! - x;
  context.fillStyle = theme.colours.paper;
  context.fillRect(x, y, width, scene.rowHeight);
  const ground = background(scene, row, column);
  if (ground !== null) {
    context.fillStyle = theme.colours[ground];
    context.fillRect(x, y, width, scene.rowHeight);
  }
  if (row === scene.hoverRow) {
    context.fillStyle = theme.colours.hover;
    context.fillRect(x, y, width, scene.rowHeight);
  }
  if (column.field !== null) {
    const tint = scene.tint(row * FIELDS + CHAIN_FIELD_INDEX[column.field]);
    if (tint !== 0) {
      context.fillStyle = theme.colours[tint > 0 ? "tick-up" : "tick-down"];
      context.fillRect(x + 2, y + 2, width - 4, scene.rowHeight - 5);
    }
  }
  if (column.bar) bar(context, scene, row, column, x, y, width);
  let reading = "";
  if (column.id === "strike") strikeCell(context, scene, row, x, y, width);
  else reading = figure(context, scene, row, column, x, y, width);
  context.fillStyle = theme.colours.line;
  context.fillRect(x, y + scene.rowHeight - 1, width, 1);
  rowLines(context, scene, row, x, y, width);
  if (row === scene.focusRow && columnIndex === scene.focusColumn) {
    context.strokeStyle = theme.colours.focus;
    context.lineWidth = 2;
    context.strokeRect(x + 1, y + 1, width - 2, scene.rowHeight - 3);
    context.lineWidth = 1;
  }
  return reading;
}

/** The forward's hairline in accent, the spot's thinner, on the row boundary where each lies. */
function rowLines(
  context: Context2D,
  scene: PaintScene,
  row: number,
  x: number,
  y: number,
  width: number,
): void {
  const { head } = scene.grid;
  const draw = (line: number, colour: string, thickness: number): void => {
    if (line === row) {
      context.fillStyle = colour;
      context.fillRect(x, y, width, thickness / 2);
    } else if (line === row + 1) {
      context.fillStyle = colour;
      context.fillRect(x, y + scene.rowHeight - thickness / 2, width, thickness / 2);
    }
  };
  draw(head[HEAD_INDEX.spotLine]!, scene.theme.colours["ink-3"], 1);
  draw(head[HEAD_INDEX.forwardLine]!, scene.theme.colours.atm, 2);
}
