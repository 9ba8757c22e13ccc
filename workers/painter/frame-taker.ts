import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import {
  CHAIN_FIELD_INDEX,
  FRAME_FULL,
  HEAD_FIELDS,
  HEAD_INDEX,
  readChainFrame,
} from "#protocol/frames/chain-frame.ts";
import { applyFrame, type GridState } from "#protocol/frames/grid-state.ts";
import type { DirtyCells } from "./dirty-cells.ts";
import type { Look } from "./look.ts";
import type { Tints } from "./tints.ts";

/** Takes frames into the grid and marks the cells that may look different for it. */
interface FrameTaker {
  /** @param isStill prices that move are not tinted @returns whether the frame replaced everything */
  take(buffer: ArrayBuffer, isStill: boolean, now: number): boolean;
  /** Columns are others: every cell is. */
  place(layout: ChainViewLayout): void;
  /** Marks the cells whose tint has ended. */
  endTints(now: number): void;
}

const FIELDS = CHAIN_FIELDS.length;

/** Only prices are tinted when they move: at ten frames a second greeks and volumes would never stop glowing. */
const TINTED: ReadonlySet<number> = new Set([CHAIN_FIELD_INDEX["call.ltp"], CHAIN_FIELD_INDEX["put.ltp"]]);

/** Head figures that name a row or the edge of one, and change how rows outside the changed cells look. */
const PLACE_FIELDS = HEAD_FIELDS.filter((name) =>
  ["atmRow", "forwardLine", "spotLine", "maxPainRow"].includes(name),
).map((name) => HEAD_INDEX[name]);

/** A column that shows a field: as its text, or as something that texts do not tell (bars, marks). */
interface FieldReader {
  readonly column: number;
  readonly isText: boolean;
}

/** Columns that show each field. */
function readersOf(layout: ChainViewLayout): FieldReader[][] {
  const readers: FieldReader[][] = CHAIN_FIELDS.map(() => []);
  layout.columns.forEach((column, index) => {
    const reads = [column.field, column.companion].filter((name) => name !== null);
    const texts = column.bar ? 0 : reads.length;
    if (column.bar && column.side !== "centre") reads.push(`${column.side}.oiChange`);
    if (column.id === "ltp" && column.side !== "centre") reads.push(`${column.side}.flags`);
    if (column.id === "iv" || column.id === "strike") reads.push("call.flags", "put.flags");
    reads.forEach((name, i) => {
      readers[CHAIN_FIELD_INDEX[name]]?.push({ column: index, isText: i < texts });
    });
  });
  return readers;
}

/** Values that a delta is about to replace, in the order of its cells; null for a full frame. */
function valuesBefore(buffer: ArrayBuffer, values: Float64Array): Float64Array | null {
  const { head, cells: frame } = readChainFrame(buffer);
  if (head[HEAD_INDEX.kind] === FRAME_FULL) return null;
  const out = new Float64Array(frame.length);
  for (let i = 0; i < frame.length; i++) out[i] = values[frame[i]!] ?? Number.NaN;
  return out;
}

/** @param repaintAll every cell has to be painted anew */
export function createFrameTaker(
  grid: GridState,
  dirty: DirtyCells,
  tints: Tints,
  look: Pick<Look, "marks">,
  repaintAll: () => void,
): FrameTaker {
  let layout: ChainViewLayout | null = null;
  let readersOfField: FieldReader[][] = [];
  const placesBefore = new Float64Array(PLACE_FIELDS.length).fill(Number.NaN);

  function reset(): void {
    dirty.reset(grid.rows, layout?.columns.length ?? 0);
    repaintAll();
  }

  function markReaders(cell: number, isTintChanged: boolean): void {
    const row = Math.floor(cell / FIELDS);
    for (const { column, isText } of readersOfField[cell - row * FIELDS] ?? []) {
      if (isText && !isTintChanged) dirty.markFigure(row, column);
      else dirty.markCell(row, column);
    }
  }

  function markChanged(previous: Float64Array | null, now: number): void {
    for (let i = 0; i < grid.changed.length; i++) {
      const cell = grid.changed[i]!;
      const isTinted = previous !== null && TINTED.has(cell % FIELDS);
      markReaders(cell, isTinted);
      if (isTinted) tints.add(cell, grid.values[cell]! - previous[i]!, now);
    }
  }

  function markGround(full: boolean): void {
    for (let i = 0; i < PLACE_FIELDS.length; i++) {
      const place = grid.head[PLACE_FIELDS[i]!]!;
      if (!full && !Object.is(place, placesBefore[i])) markBetween(placesBefore[i]!, place);
      placesBefore[i] = place;
    }
    if (look.marks?.update() && !full) markBars();
  }

  /** A line that moved leaves one row's edge for another's, and what lies between changes sides of it. */
  function markBetween(before: number, after: number): void {
    if (before >= 0 && after >= 0) {
      for (let row = Math.min(before, after) - 1; row <= Math.max(before, after); row++) dirty.markRow(row);
    } else repaintAll();
  }

  function markBars(): void {
    layout?.columns.forEach(({ bar }, column) => {
      for (let row = 0; bar && row < grid.rows; row++) dirty.markCell(row, column);
    });
  }

  return {
    take(buffer, isStill, now) {
      const previous = isStill ? null : valuesBefore(buffer, grid.values);
      const full = applyFrame(grid, buffer);
      if (full) {
        tints.clear();
        reset();
      } else {
        markChanged(previous, now);
      }
      markGround(full);
      return full;
    },
    place(next) {
      layout = next;
      readersOfField = readersOf(next);
      reset();
    },
    endTints(now) {
      for (const cell of tints.expire(now)) markReaders(cell, true);
    },
  };
}
