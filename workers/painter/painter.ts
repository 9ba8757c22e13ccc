/**
 * The painter: takes frames of one chain view from the engine's port and keeps canvas strips true to them. It knows no
 * thread; time, scheduling and events are given to it. Only cells whose text or ground changed are painted.
 */
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import {
  CHAIN_FIELD_INDEX,
  FRAME_FULL,
  HEAD_FIELDS,
  HEAD_INDEX,
  readChainFrame,
} from "#protocol/frames/chain-frame.ts";
import { applyFrame, createGridState } from "#protocol/frames/grid-state.ts";
import { createCredit, type PaintStamps } from "../engine/tabs/credit.ts";
import type { PainterCommand, PainterGeometry, PainterTheme, StripAssignment } from "./api.ts";
import type { Context2D } from "./canvas-context.ts";
import { type CanvasSlot, paintSlot, rowsOf, sizeSlot } from "./canvas-slots.ts";
import { createDirtyCells } from "./dirty-cells.ts";
import { createFigureText } from "./figure-text.ts";
import { createReports, type ReportEdges } from "./reports.ts";
import type { PaintScene } from "./strip-painter.ts";
import { createTints } from "./tints.ts";

export interface PainterEdges extends ReportEdges {
  /** Runs a callback before the next picture. */
  requestFrame(callback: () => void): void;
  loadFont(family: string, url: string): Promise<void>;
}

/**
 * Every picture costs a commit of whole canvases, so an ended tint waits for the next frame's: only where none comes within
 * this does it get one of its own.
 */
const TINT_GRACE_MS = 100;
/** A strip out of sight is kept this fresh for the moment it is scrolled in. */
const UNSEEN_INTERVAL_MS = 500;
/** And so fresh are those on screen while they are scrolled; what scrolls in is painted whole at once. */
const SCROLLING_INTERVAL_MS = 1000;
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

export function createPainter(edges: PainterEdges): { post(command: PainterCommand): void; dispose(): void } {
  const grid = createGridState();
  const credit = createCredit();
  const figures = createFigureText();
  const tints = createTints();
  const slots = new Map<number, CanvasSlot>();
  const dirty = createDirtyCells();
  const reports = createReports(edges, grid);
  let port: MessagePort | null = null;
  let layout: ChainViewLayout | null = null;
  let theme: PainterTheme | null = null;
  let geometry: PainterGeometry | null = null;
  let family = "sans-serif";
  let readersOfField: FieldReader[][] = [];
  let hoverRow = -1;
  let focusRow = -1;
  let focusColumn = -1;
  let scheduled = false;
  let isScrolling = false;
  let paintedAt = 0;
  let repaintAll = true;
  let isTabShown = true;
  let seenFrom = 0;
  let seenTo = Number.POSITIVE_INFINITY;
  let isWakePending = false;
  let takenAt = 0;
  let unpainted: { cells: number } | null = null;
  const placesBefore = new Float64Array(PLACE_FIELDS.length).fill(Number.NaN);
  let maxOiBefore = Number.NaN;

  const scene = (): PaintScene | null =>
    layout && theme && geometry
      ? {
          grid,
          layout,
          theme,
          fontFamily: family,
          figures,
          rowHeight: geometry.rowHeight,
          hoverRow,
          focusRow,
          focusColumn,
          tint: tints.of,
        }
      : null;

  const scheduleNow = (): void => {
    scheduled = true;
    edges.requestFrame(paint);
  };
  const schedule = (): void => {
    if (scheduled) return;
    const wait = isScrolling && !repaintAll ? paintedAt + SCROLLING_INTERVAL_MS - edges.now() : 0;
    if (wait <= 0) return scheduleNow();
    scheduled = true;
    edges.setTimeout(() => edges.requestFrame(paint), wait);
  };

  function resetMarks(): void {
    dirty.reset(grid.rows, layout?.columns.length ?? 0);
    repaintAll = true;
  }

  function markReaders(cell: number, isTintChanged: boolean): void {
    const row = Math.floor(cell / FIELDS);
    for (const { column, isText } of readersOfField[cell - row * FIELDS] ?? []) {
      if (isText && !isTintChanged) dirty.markFigure(row, column);
      else dirty.markCell(row, column);
    }
  }

  function takeFrame(buffer: ArrayBuffer): void {
    takenAt = edges.now();
    const before = grid.values;
    const previous = theme?.reducedMotion ? null : snapshotOfChanged(buffer, before);
    const full = applyFrame(grid, buffer);
    if (full) {
      tints.clear();
      resetMarks();
    } else {
      const now = edges.now();
      for (let i = 0; i < grid.changed.length; i++) {
        const cell = grid.changed[i]!;
        const isTinted = previous !== null && TINTED.has(cell % FIELDS);
        markReaders(cell, isTinted);
        if (isTinted) tints.add(cell, grid.values[cell]! - previous[i]!, now);
      }
    }
    markGround(full);
    unpainted = { cells: full ? grid.values.length : grid.changed.length };
    reports.head(full);
    reports.mirror(full);
    schedule();
  }

  function markGround(full: boolean): void {
    for (let i = 0; i < PLACE_FIELDS.length; i++) {
      const place = grid.head[PLACE_FIELDS[i]!]!;
      if (!full && !Object.is(place, placesBefore[i])) markBetween(placesBefore[i]!, place);
      placesBefore[i] = place;
    }
    const maxOi = grid.head[HEAD_INDEX.maxOi]!;
    if (!full && !Object.is(maxOi, maxOiBefore)) markBars();
    maxOiBefore = maxOi;
  }

  /** A line that moved leaves one row's edge for another's, and what lies between changes sides of it. */
  function markBetween(before: number, after: number): void {
    if (before >= 0 && after >= 0) {
      for (let row = Math.min(before, after) - 1; row <= Math.max(before, after); row++) dirty.markRow(row);
    } else repaintAll = true;
  }

  function markBars(): void {
    layout?.columns.forEach(({ bar }, column) => {
      for (let row = 0; bar && row < grid.rows; row++) dirty.markCell(row, column);
    });
  }

  function paint(): void {
    // Asked for again while it waited for the scrolling to end: the later one has nothing to do.
    if (!scheduled) return;
    scheduled = false;
    const current = scene();
    if (current === null) return;
    const now = edges.now();
    paintedAt = now;
    for (const cell of tints.expire(now)) markReaders(cell, true);
    if (isTabShown) {
      for (const slot of slots.values()) {
        if (repaintAll || isSeen(slot) || now - slot.paintedAt >= UNSEEN_INTERVAL_MS)
          paintStrip(slot, current, repaintAll);
      }
      repaintAll = false;
    }
    if (unpainted !== null) finishFrame(unpainted.cells);
    wakeLater(now);
  }

  function paintStrip(slot: CanvasSlot, current: PaintScene, all: boolean): void {
    if (slot.strip < 0 || geometry === null) return;
    paintSlot(slot, geometry, current, dirty, all);
    slot.paintedAt = edges.now();
  }

  const isSeen = ({ strip }: CanvasSlot): boolean => strip >= seenFrom && strip <= seenTo;

  /** Sees to it that an ended tint, or a strip out of sight, is painted though no frame comes. */
  function wakeLater(now: number): void {
    if (isWakePending || !isTabShown) return;
    const due = nextDue();
    if (due === null) return;
    isWakePending = true;
    edges.setTimeout(
      () => {
        isWakePending = false;
        const then = edges.now();
        const left = nextDue();
        if (left !== null && left <= then) schedule();
        else wakeLater(then);
      },
      Math.max(16, due - now),
    );
  }

  function nextDue(): number | null {
    const tint = tints.nextExpiry();
    let due = tint === null ? Number.POSITIVE_INFINITY : tint + TINT_GRACE_MS;
    for (const slot of slots.values()) {
      if (isDirty(slot)) due = Math.min(due, slot.paintedAt + UNSEEN_INTERVAL_MS + TINT_GRACE_MS);
    }
    return due === Number.POSITIVE_INFINITY ? null : due;
  }

  const isDirty = (slot: CanvasSlot): boolean =>
    geometry !== null && dirty.hasAny(...rowsOf(slot, geometry, grid.rows));

  function finishFrame(cells: number): void {
    unpainted = null;
    const paintedAt = reports.painted(cells);
    if (grid.head[HEAD_INDEX.measured] === 1) {
      const frame = grid.head[HEAD_INDEX.frame]!;
      port?.postMessage({ frame, takenAt, paintedAt } satisfies PaintStamps);
    }
    credit.give();
  }

  function sizeSlots(): void {
    for (const slot of slots.values()) {
      if (geometry !== null) sizeSlot(slot, geometry, isTabShown, theme?.colours.paper ?? null);
    }
  }

  function addSlot(name: number, canvas: Extract<PainterCommand, { type: "slot" }>["canvas"]): void {
    const context = canvas.getContext("2d", { alpha: false }) as Context2D | null;
    if (context === null) {
      edges.emit({ type: "failed", message: "This browser gives no 2D canvas." });
      return;
    }
    const slot: CanvasSlot = { canvas, context, strip: -1, paintedAt: 0, readings: [] };
    slots.set(name, slot);
    if (geometry !== null) sizeSlot(slot, geometry, isTabShown, theme?.colours.paper ?? null);
  }

  function assign(strips: readonly StripAssignment[]): void {
    const current = scene();
    for (const { slot: name, strip } of strips) {
      const slot = slots.get(name);
      if (slot === undefined || slot.strip === strip) continue;
      slot.strip = strip;
      if (isTabShown && current !== null) paintStrip(slot, current, true);
    }
  }

  function attach(next: MessagePort): void {
    port?.close();
    port = next;
    next.onmessage = (event: MessageEvent<unknown>) => {
      if (!(event.data instanceof ArrayBuffer)) return;
      credit.took();
      takeFrame(event.data);
    };
    credit.open(next);
  }

  function takeLayout(next: ChainViewLayout): void {
    layout = next;
    readersOfField = CHAIN_FIELDS.map(() => []);
    next.columns.forEach((column, index) => {
      const reads = [column.field, column.companion].filter((name) => name !== null);
      const texts = column.bar ? 0 : reads.length;
      if (column.bar && column.side !== "centre") reads.push(`${column.side}.oi`, `${column.side}.oiChange`);
      if (column.id === "ltp" && column.side !== "centre") reads.push(`${column.side}.flags`);
      if (column.id === "iv") reads.push("call.flags", "put.flags");
      reads.forEach((name, i) => {
        readersOfField[CHAIN_FIELD_INDEX[name]]?.push({ column: index, isText: i < texts });
      });
    });
    resetMarks();
    reports.place(next);
  }

  function post(command: PainterCommand): void {
    switch (command.type) {
      case "attach":
        attach(command.port);
        return;
      case "font":
        edges.loadFont(command.family, command.url).then(
          () => {
            family = `"${command.family}", sans-serif`;
            repaintAll = true;
            schedule();
          },
          // The system's own face paints as well; figures in it may stand a pixel off.
          () => {},
        );
        return;
      case "slot":
        addSlot(command.slot, command.canvas);
        return;
      case "assign":
        assign(command.strips);
        return;
      case "geometry":
        geometry = command.geometry;
        sizeSlots();
        repaintAll = true;
        break;
      case "layout":
        takeLayout(command.layout);
        break;
      case "theme":
        theme = command.theme;
        repaintAll = true;
        break;
      case "seen":
        seenFrom = command.firstStrip;
        seenTo = command.lastStrip;
        if (![...slots.values()].some((slot) => isSeen(slot) && isDirty(slot))) return;
        break;
      case "scrolling":
        isScrolling = command.isScrolling;
        if (!isScrolling && scheduled) scheduleNow();
        return;
      case "shown":
        if (isTabShown === command.shown) return;
        isTabShown = command.shown;
        sizeSlots();
        repaintAll = true;
        break;
      case "hover":
        if (hoverRow === command.row) return;
        dirty.markRow(hoverRow);
        hoverRow = command.row;
        dirty.markRow(hoverRow);
        break;
      case "focus":
        if (focusRow >= 0) dirty.markRow(focusRow);
        focusRow = command.row;
        focusColumn = command.column;
        dirty.markRow(focusRow);
        // Keys scroll too, and their focus is what the reader follows.
        scheduleNow();
        return;
      case "mirror":
        reports.mirrorRows(command);
        return;
      case "log":
        reports.sendLog();
        return;
    }
    schedule();
  }

  return {
    post,
    dispose() {
      port?.close();
      port = null;
      slots.clear();
    },
  };
}

/** Values that a delta is about to replace, in the order of its cells; null for a full frame. */
function snapshotOfChanged(buffer: ArrayBuffer, values: Float64Array): Float64Array | null {
  const { head, cells: frame } = readChainFrame(buffer);
  if (head[HEAD_INDEX.kind] === FRAME_FULL) return null;
  const out = new Float64Array(frame.length);
  for (let i = 0; i < frame.length; i++) out[i] = values[frame[i]!] ?? Number.NaN;
  return out;
}
