/** What a cell's figures stand on: ground and tint, the bar of its OI, the lines of spot and forward, the focus. */
import type { ChainColumn } from "#domain/format/chain-columns.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import type { PaintColour } from "./api.ts";
import type { Context2D } from "./canvas-context.ts";
import { type CellPlace, cellOf, type PaintScene, valueAt } from "./scene.ts";

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

function bar(context: Context2D, scene: PaintScene, { row, column, x, y, width, height }: CellPlace): void {
  const { grid, theme } = scene;
  const side = column.side === "put" ? "put" : "call";
  const maxOi = grid.head[HEAD_INDEX.maxOi]!;
  const oi = valueAt(grid, row, CHAIN_FIELD_INDEX[`${side}.oi`]);
  if (!(maxOi > 0) || !(oi > 0)) return;
  const change = valueAt(grid, row, CHAIN_FIELD_INDEX[`${side}.oiChange`]);
  const room = width - 4;
  const length = Math.min(1, oi / maxOi) * room;
  const top = y + 4;
  const thick = height - 9;
  // Bars grow from the strike's side of their cell: leftwards for calls, rightwards for puts.
  const at = (from: number, to: number): [number, number] =>
    side === "call" ? [x + width - 2 - to, to - from] : [x + 2 + from, to - from];
  const [barX, barWidth] = at(0, length);
  context.fillStyle = theme.colours[side === "call" ? "oi-call" : "oi-put"];
  context.fillRect(barX, top, barWidth, thick);
  if (!(Math.abs(change) > 0)) return;
  const strong = theme.colours[side === "call" ? "oi-call-strong" : "oi-put-strong"];
  const delta = Math.min(1, Math.abs(change) / maxOi) * room;
  if (change > 0) {
    const [from, size] = at(Math.max(0, length - delta), length);
    context.fillStyle = strong;
    context.fillRect(from, top + thick - 3, size, 3);
  } else {
    const [from, size] = at(length, Math.min(room, length + delta));
    if (size < 1) return;
    context.strokeStyle = strong;
    context.strokeRect(from + 0.5, top + 0.5, Math.max(1, size - 1), thick - 1);
  }
}

/** The forward's hairline in accent, the spot's thinner, on the row boundary where each lies. */
function rowLines(context: Context2D, scene: PaintScene, { row, x, y, width, height }: CellPlace): void {
  const { head } = scene.grid;
  const draw = (line: number, colour: string, thickness: number): void => {
    if (line === row) {
      context.fillStyle = colour;
      context.fillRect(x, y, width, thickness / 2);
    } else if (line === row + 1) {
      context.fillStyle = colour;
      context.fillRect(x, y + height - thickness / 2, width, thickness / 2);
    }
  };
  draw(head[HEAD_INDEX.spotLine]!, scene.theme.colours["ink-3"], 1);
  draw(head[HEAD_INDEX.forwardLine]!, scene.theme.colours.atm, 2);
}

/** Clears a cell, and paints all of it but its texts. */
export function paintGround(context: Context2D, scene: PaintScene, place: CellPlace, index: number): void {
  const { theme } = scene;
  const { row, column, x, y, width, height } = place;
  context.fillStyle = theme.colours.paper;
  context.fillRect(x, y, width, height);
  const ground = background(scene, row, column);
  if (ground !== null) {
    context.fillStyle = theme.colours[ground];
    context.fillRect(x, y, width, height);
  }
  if (row === scene.hoverRow) {
    context.fillStyle = theme.colours.hover;
    context.fillRect(x, y, width, height);
  }
  if (column.field !== null) {
    const tint = scene.tint(cellOf(row, CHAIN_FIELD_INDEX[column.field]));
    if (tint !== 0) {
      context.fillStyle = theme.colours[tint > 0 ? "tick-up" : "tick-down"];
      context.fillRect(x + 2, y + 2, width - 4, height - 5);
    }
  }
  if (column.bar) bar(context, scene, place);
  context.fillStyle = theme.colours.line;
  context.fillRect(x, y + height - 1, width, 1);
  rowLines(context, scene, place);
  if (row === scene.focusRow && index === scene.focusColumn) {
    context.strokeStyle = theme.colours.focus;
    context.lineWidth = 2;
    context.strokeRect(x + 1, y + 1, width - 2, height - 3);
    context.lineWidth = 1;
  }
}
