/**
 * The painter: takes frames of one chain view from the engine's port and keeps canvas strips true to them. It knows no
 * thread; time, scheduling and events are given to it. Only cells whose text or ground changed are painted.
 */
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { cellText, companionText, strikeText } from "#domain/format/chain-cells.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import {
  CHAIN_FIELD_INDEX,
  FRAME_FULL,
  HEAD_FIELDS,
  HEAD_INDEX,
  readChainFrame,
} from "#protocol/frames/chain-frame.ts";
import { applyFrame, createGridState } from "#protocol/frames/grid-state.ts";
import { FRAME_CREDIT } from "../engine/api.ts";
import type {
  MirrorRow,
  PaintedFrame,
  PainterCommand,
  PainterEvent,
  PainterGeometry,
  PainterTheme,
} from "./api.ts";
import { type Context2D, type PaintScene, paintCell } from "./strip-painter.ts";
import { createTints } from "./tints.ts";

export interface PainterEdges {
  emit(event: PainterEvent, transfer?: Transferable[]): void;
  /** Runs a callback before the next picture. */
  requestFrame(callback: () => void): void;
  setTimeout(callback: () => void, ms: number): unknown;
  /** epoch ms with fractions */
  now(): number;
  loadFont(family: string, url: string): Promise<void>;
}

interface Slot {
  readonly canvas: { width: number; height: number };
  readonly context: Context2D;
  strip: number;
  paintedAt: number;
}

/** The head reaches React at most this often; figures there are read, not watched. */
const HEAD_INTERVAL_MS = 250;
const LOG_LENGTH = 2048;
/**
 * Every picture costs a commit of whole canvases, so an ended tint waits for the next frame's: only where none comes within
 * this does it get one of its own.
 */
const TINT_GRACE_MS = 100;
/** A strip out of sight is kept this fresh for the moment it is scrolled in. */
const UNSEEN_INTERVAL_MS = 500;
const FIELDS = CHAIN_FIELDS.length;

/** Only prices are tinted when they move: at ten frames a second greeks and volumes would never stop glowing. */
const TINTED: ReadonlySet<number> = new Set([CHAIN_FIELD_INDEX["call.ltp"], CHAIN_FIELD_INDEX["put.ltp"]]);

/** Head figures that change how rows outside the changed cells look. */
const GROUND_FIELDS = HEAD_FIELDS.filter((name) =>
  ["atmRow", "forwardLine", "spotLine", "maxPainRow", "maxOi"].includes(name),
).map((name) => HEAD_INDEX[name]);

export function createPainter(edges: PainterEdges): { post(command: PainterCommand): void; dispose(): void } {
  const grid = createGridState();
  const tints = createTints();
  const slots = new Map<number, Slot>();
  const log: PaintedFrame[] = [];
  let port: MessagePort | null = null;
  let layout: ChainViewLayout | null = null;
  let theme: PainterTheme | null = null;
  let geometry: PainterGeometry | null = null;
  let family = "sans-serif";
  let columnsOfField: number[][] = [];
  let hoverRow = -1;
  let focusRow = -1;
  let focusColumn = -1;
  let mirrorFrom = 0;
  let mirrorTo = -1;
  let mirrorMs = 1000;
  let scheduled = false;
  let repaintAll = true;
  let isTabShown = true;
  let seenFrom = 0;
  let seenTo = Number.POSITIVE_INFINITY;
  let isWakePending = false;
  let headAt = 0;
  let headPending = false;
  let mirrorAt = 0;
  let mirrorPending = false;
  let unpainted: { cells: number } | null = null;
  /** cell = row × columns + column */
  let dirty = new Uint8Array(0);
  let dirtyRows = new Uint8Array(0);
  const groundBefore = new Float64Array(GROUND_FIELDS.length).fill(Number.NaN);

  const scene = (): PaintScene | null =>
    layout && theme && geometry
      ? {
          grid,
          layout,
          theme,
          fontFamily: family,
          rowHeight: geometry.rowHeight,
          hoverRow,
          focusRow,
          focusColumn,
          tint: tints.of,
        }
      : null;

  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    edges.requestFrame(paint);
  };

  function markCell(row: number, column: number): void {
    if (layout === null || row < 0 || row >= grid.rows) return;
    dirty[row * layout.columns.length + column] = 1;
    dirtyRows[row] = 1;
  }

  function markRow(row: number): void {
    if (layout === null || row < 0 || row >= grid.rows) return;
    dirty.fill(1, row * layout.columns.length, (row + 1) * layout.columns.length);
    dirtyRows[row] = 1;
  }

  function resetMarks(): void {
    const columns = layout?.columns.length ?? 0;
    dirty = new Uint8Array(grid.rows * columns);
    dirtyRows = new Uint8Array(grid.rows);
    repaintAll = true;
  }

  function markFieldCells(cell: number): void {
    const row = Math.floor(cell / FIELDS);
    for (const column of columnsOfField[cell - row * FIELDS] ?? []) markCell(row, column);
  }

  function takeFrame(buffer: ArrayBuffer): void {
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
        markFieldCells(cell);
        if (previous && TINTED.has(cell % FIELDS)) tints.add(cell, grid.values[cell]! - previous[i]!, now);
      }
    }
    markGround(full);
    unpainted = { cells: full ? grid.values.length : grid.changed.length };
    emitHead(full);
    emitMirror(full);
    schedule();
  }

  function markGround(full: boolean): void {
    let moved = false;
    for (let i = 0; i < GROUND_FIELDS.length; i++) {
      const value = grid.head[GROUND_FIELDS[i]!]!;
      if (!Object.is(value, groundBefore[i])) moved = true;
      groundBefore[i] = value;
    }
    if (moved && !full) repaintAll = true;
  }

  function paint(): void {
    scheduled = false;
    const current = scene();
    if (current === null) return;
    const now = edges.now();
    for (const cell of tints.expire(now)) markFieldCells(cell);
    if (isTabShown) {
      for (const slot of slots.values()) {
        if (repaintAll || isSeen(slot) || now - slot.paintedAt >= UNSEEN_INTERVAL_MS)
          paintSlot(slot, current);
      }
      repaintAll = false;
    }
    if (unpainted !== null) finishFrame(unpainted.cells);
    wakeLater(now);
  }

  const isSeen = ({ strip }: Slot): boolean => strip >= seenFrom && strip <= seenTo;

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

  function isDirty({ strip }: Slot): boolean {
    if (strip < 0 || geometry === null) return false;
    const first = strip * geometry.stripRows;
    return dirtyRows.subarray(first, first + geometry.stripRows).includes(1);
  }

  function paintSlot(slot: Slot, current: PaintScene): void {
    if (slot.strip < 0 || geometry === null) return;
    const first = slot.strip * geometry.stripRows;
    const last = Math.min(grid.rows, first + geometry.stripRows);
    const { context } = slot;
    const columns = current.layout.columns.length;
    if (repaintAll) {
      context.fillStyle = current.theme.colours.paper;
      context.fillRect(0, 0, geometry.width, geometry.stripRows * geometry.rowHeight);
    }
    for (let row = first; row < last; row++) {
      if (!repaintAll && dirtyRows[row] === 0) continue;
      const y = (row - first) * geometry.rowHeight;
      for (let column = 0; column < columns; column++) {
        if (repaintAll || dirty[row * columns + column] === 1) paintCell(context, current, row, column, y);
      }
    }
    dirty.fill(0, first * columns, last * columns);
    dirtyRows.fill(0, first, last);
    slot.paintedAt = edges.now();
  }

  function finishFrame(cells: number): void {
    unpainted = null;
    const { head } = grid;
    log.push({
      frame: head[HEAD_INDEX.frame]!,
      sequence: head[HEAD_INDEX.sequence]!,
      serverTime: head[HEAD_INDEX.serverTime]!,
      clockOffset: head[HEAD_INDEX.clockOffset]!,
      receivedAt: head[HEAD_INDEX.receivedAt]!,
      postedAt: head[HEAD_INDEX.postedAt]!,
      paintedAt: edges.now(),
      cells,
      underlying: head[HEAD_INDEX.underlying]!,
      expiry: head[HEAD_INDEX.expiry]!,
    });
    if (log.length > LOG_LENGTH) log.splice(0, log.length - LOG_LENGTH);
    port?.postMessage(FRAME_CREDIT);
  }

  function sizeSlot(slot: Slot): void {
    if (geometry === null) return;
    // A hidden tab's canvases would hold megabytes that nobody sees: a pixel of paper stands in for them.
    const ratio = isTabShown ? geometry.devicePixelRatio : 1 / (geometry.stripRows * geometry.rowHeight);
    const width = isTabShown ? Math.max(1, Math.round(geometry.width * ratio)) : 1;
    const height = Math.max(1, Math.round(geometry.stripRows * geometry.rowHeight * ratio));
    if (slot.canvas.width !== width) slot.canvas.width = width;
    if (slot.canvas.height !== height) slot.canvas.height = height;
    slot.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    slot.context.textBaseline = "middle";
    slot.context.textAlign = "right";
    if (isTabShown || theme === null) return;
    slot.context.fillStyle = theme.colours.paper;
    slot.context.fillRect(0, 0, geometry.width, geometry.stripRows * geometry.rowHeight);
  }

  function emitHead(full: boolean): void {
    const now = edges.now();
    if (full || now - headAt >= HEAD_INTERVAL_MS) {
      headAt = now;
      edges.emit({ type: "head", head: grid.head.slice(), strikes: full ? grid.strikes.slice() : null });
    } else if (!headPending) {
      headPending = true;
      edges.setTimeout(() => {
        headPending = false;
        if (edges.now() - headAt >= HEAD_INTERVAL_MS) emitHead(false);
      }, HEAD_INTERVAL_MS);
    }
  }

  function emitMirror(now: boolean): void {
    if (mirrorTo < mirrorFrom || layout === null) return;
    const wait = mirrorAt + mirrorMs - edges.now();
    if (!now && wait > 0) {
      if (mirrorPending) return;
      mirrorPending = true;
      edges.setTimeout(() => {
        mirrorPending = false;
        emitMirror(true);
      }, wait);
      return;
    }
    mirrorAt = edges.now();
    const rows: MirrorRow[] = [];
    for (let row = Math.max(0, mirrorFrom); row <= Math.min(mirrorTo, grid.rows - 1); row++) {
      rows.push({ row, cells: layout.columns.map((column) => textOf(row, column)) });
    }
    edges.emit({ type: "mirror", rows });
  }

  function textOf(row: number, column: ChainColumn): string {
    if (layout === null) return "";
    if (column.field === null) return strikeText(grid.strikes[row]!, layout);
    const text = cellText(column, grid.values[row * FIELDS + CHAIN_FIELD_INDEX[column.field]]!, layout);
    if (column.companion === null) return text;
    return `${text} ${companionText(grid.values[row * FIELDS + CHAIN_FIELD_INDEX[column.companion]]!)}`.trimEnd();
  }

  function attach(next: MessagePort): void {
    port?.close();
    port = next;
    next.onmessage = (event: MessageEvent<unknown>) => {
      if (event.data instanceof ArrayBuffer) takeFrame(event.data);
    };
    next.postMessage(FRAME_CREDIT);
  }

  function takeLayout(next: ChainViewLayout): void {
    layout = next;
    columnsOfField = CHAIN_FIELDS.map(() => []);
    next.columns.forEach((column, index) => {
      const reads = [column.field, column.companion].filter((name) => name !== null);
      if (column.bar && column.side !== "centre") reads.push(`${column.side}.oi`, `${column.side}.oiChange`);
      if (column.id === "ltp" && column.side !== "centre") reads.push(`${column.side}.flags`);
      for (const name of reads) columnsOfField[CHAIN_FIELD_INDEX[name]]?.push(index);
    });
    resetMarks();
    emitMirror(true);
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
      case "slot": {
        const context = command.canvas.getContext("2d", { alpha: false }) as Context2D | null;
        if (context === null) {
          edges.emit({ type: "failed", message: "This browser gives no 2D canvas." });
          return;
        }
        const slot: Slot = { canvas: command.canvas, context, strip: -1, paintedAt: 0 };
        slots.set(command.slot, slot);
        sizeSlot(slot);
        return;
      }
      case "assign":
        for (const { slot: name, strip } of command.strips) {
          const slot = slots.get(name);
          if (slot === undefined || slot.strip === strip) continue;
          slot.strip = strip;
          if (strip < 0 || !isTabShown) continue;
          const current = scene();
          if (current === null || geometry === null) continue;
          const all = repaintAll;
          repaintAll = true;
          paintSlot(slot, current);
          repaintAll = all;
        }
        return;
      case "geometry":
        geometry = command.geometry;
        for (const slot of slots.values()) sizeSlot(slot);
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
      case "shown":
        if (isTabShown === command.shown) return;
        isTabShown = command.shown;
        for (const slot of slots.values()) sizeSlot(slot);
        repaintAll = true;
        break;
      case "hover":
        if (hoverRow === command.row) return;
        markRow(hoverRow);
        hoverRow = command.row;
        markRow(hoverRow);
        break;
      case "focus":
        if (focusRow >= 0) markRow(focusRow);
        focusRow = command.row;
        focusColumn = command.column;
        markRow(focusRow);
        break;
      case "mirror":
        mirrorFrom = command.firstRow;
        mirrorTo = command.lastRow;
        mirrorMs = command.everyMs;
        emitMirror(true);
        return;
      case "log":
        edges.emit({ type: "log", frames: log.slice() });
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
