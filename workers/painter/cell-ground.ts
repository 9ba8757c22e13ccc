/** What a cell's figures stand on: ground and tint, the bar of its size, the lines of spot and forward, the focus. */
import type { ChainColumn } from "#domain/format/chain-columns.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import type { PaintColour } from "./api.ts";
import type { Context2D } from "./canvas-context.ts";
import { type CellPlace, cellOf, type PaintScene } from "./scene.ts";

/** In the money, by the expiry's own forward: calls below it, puts above. */
function inTheMoney(grid: GridState, row: number, side: "call" | "put"): boolean {
  const forward = grid.head[HEAD_INDEX.forward]!;
  const strike = grid.strikes[row]!;
  return side === "call" ? strike < forward : strike > forward;
}

function background(scene: PaintScene, row: number, column: ChainColumn): PaintColour | null {
  if (column.side === "centre") {
    // Where there are no sides to shade the whole row is at the money.
    const isMarked = column.id === "strike" || scene.layout.columns[0]!.side === "centre";
    return row === scene.grid.head[HEAD_INDEX.atmRow] && isMarked ? "atm-soft" : null;
  }
  return inTheMoney(scene.grid, row, column.side) ? "itm" : null;
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
  if (column.quote !== null) {
    context.fillStyle = theme.colours[column.quote === "bid" ? "bid-soft" : "ask-soft"];
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
  if (column.bar) scene.marks?.bar(context, scene, place);
  context.fillStyle = theme.colours.line;
  context.fillRect(x, y + height - 1, width, 1);
  rowLines(context, scene, place);
  if (row === scene.focusRow && index === scene.focusColumn) {
    // In ink: in the accent it would look like the forward's line.
    context.strokeStyle = theme.colours.ink;
    context.lineWidth = 2;
    context.strokeRect(x + 2, y + 2, width - 4, height - 5);
    context.lineWidth = 1;
  }
}
