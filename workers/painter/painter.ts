/**
 * The painter: takes frames of one chain view from the engine's port and keeps canvas strips true to them. It knows no
 * thread; time, scheduling and events are given to it. Only cells whose text or ground changed are painted.
 */

import { createColumnNeeds } from "#domain/format/column-needs.ts";
import { HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { createGridState, type GridState } from "#protocol/frames/grid-state.ts";
import { rowPrices } from "#protocol/frames/row-prices.ts";
import type { PainterCommand } from "./api.ts";
import { createDirtyCells } from "./dirty-cells.ts";
import { createFramePort } from "./frame-port.ts";
import { createFrameTaker } from "./frame-taker.ts";
import { createLook } from "./look.ts";
import { createPaintClock } from "./paint-clock.ts";
import { createReports, type ReportEdges } from "./reports.ts";
import type { Marks } from "./scene.ts";
import { createStrips } from "./strips.ts";
import { createTints } from "./tints.ts";

interface PainterEdges extends ReportEdges {
  /** Runs a callback before the next picture. */
  requestFrame(callback: () => void): void;
  loadFont(family: string, url: string): Promise<void>;
}

/** Not before there is something to mark. */
const LOAD_TAGGING = () => import("./tagging.ts");
/** Not before the first picture. */
const LOAD_MARKS = () => import("./marks.ts");

/**
 * Every picture costs a commit of whole canvases, so an ended tint waits for the next frame's: only where none comes within
 * this does it get one of its own.
 */
const TINT_GRACE_MS = 100;

export function createPainter(
  edges: PainterEdges,
  loadTagging: typeof LOAD_TAGGING = LOAD_TAGGING,
  makeMarks: ((grid: GridState) => Marks) | null = null,
): { post(command: PainterCommand): void; dispose(): void } {
  const grid = createGridState();
  const dirty = createDirtyCells();
  const tints = createTints();
  const needs = createColumnNeeds();
  const look = createLook(grid, dirty, needs, tints.of);
  const strips = createStrips(grid, dirty, look, edges.now);
  const taker = createFrameTaker(grid, dirty, tints, look, strips.repaintAll);
  const reports = createReports(edges, grid, look);
  const frames = createFramePort(takeFrame);
  const pictures = createPaintClock({
    ...edges,
    paint,
    nextDue,
    isShown: () => strips.isShown,
    isWhole: () => strips.isWhole,
  });
  if (makeMarks !== null) look.setMarks(makeMarks(grid));
  let takenAt = 0;
  /** Cells of the frame that is taken and not painted, -1 none. */
  let unpainted = -1;
  /** All that came before: code asked for twice may be there for the second first, and the newest tags are to stay. */
  let tagged = Promise.resolve();
  /** Whether a frame's figures have been on screen. */
  let isDrawn = false;
  /** Until the figures' face is there, another is drawn, and what that takes is not what they will take. */
  let isFaceComing = false;

  function takeFrame(buffer: ArrayBuffer): void {
    takenAt = edges.now();
    const full = taker.take(buffer, look.theme?.reducedMotion ?? false, takenAt);
    if (full) needs.clear();
    unpainted = full ? grid.values.length : grid.changed.length;
    reports.head(full);
    reports.mirror(full);
    pictures.ask();
  }

  function paint(now: number): boolean {
    const scene = look.scene();
    if (scene === null) return false;
    taker.endTints(now);
    strips.paint(scene, now);
    if (unpainted >= 0) finishFrame(unpainted);
    tellWidths();
    pictures.wakeLater(now);
    return true;
  }

  /** Figures that do not fit are drawn narrower until the page has given them more room. */
  function tellWidths(): void {
    const widths = isFaceComing ? null : needs.take();
    if (widths === null) return;
    const { [HEAD_INDEX.underlying]: underlying = 0, [HEAD_INDEX.expiry]: expiry = 0 } = grid.head;
    edges.emit({ type: "widths", underlying, expiry, widths });
  }

  function finishFrame(cells: number): void {
    // Without a canvas on screen nothing was drawn: the engine goes on sending, and the frame is still to be shown.
    if (!strips.hasPicture) return frames.painted(null);
    unpainted = -1;
    const paintedAt = reports.painted(cells);
    if (!isDrawn) {
      edges.emit({ type: "drawn" });
      void mark();
    }
    isDrawn = true;
    const isMeasured = grid.head[HEAD_INDEX.measured] === 1;
    frames.painted(isMeasured ? { frame: grid.head[HEAD_INDEX.frame]!, takenAt, paintedAt } : null);
  }

  function nextDue(): number | null {
    const due = Math.min(tints.nextExpiry() ?? Number.POSITIVE_INFINITY, strips.unseenDue());
    return due === Number.POSITIVE_INFINITY ? null : due + TINT_GRACE_MS;
  }

  async function loadFont(family: string, url: string): Promise<void> {
    isFaceComing = true;
    try {
      await edges.loadFont(family, url);
      look.setFont(family);
    } catch {
      // The system's own face paints as well; figures in it may stand a pixel off.
    }
    isFaceComing = false;
    strips.repaintAll();
    pictures.ask();
  }

  async function mark(): Promise<void> {
    if (look.marks !== null) return;
    // The figures are read without them too.
    const part = await LOAD_MARKS().catch(() => null);
    if (part === null) return;
    look.setMarks(part.createMarks(grid));
    reports.mirrorNow();
    strips.repaintAll();
    pictures.ask();
  }

  async function tag(command: Extract<PainterCommand, { type: "tags" }>): Promise<void> {
    const { kind, underlying, tags, port } = command;
    const part = await loadTagging().catch(() => null);
    port?.postMessage(part !== null);
    if (part === null) return;
    if (look.tags === null) look.setTags(part.createTagging(grid));
    look.tags?.each(dirty.markCell);
    look.tags?.set(kind, underlying, tags);
    look.tags?.each(dirty.markCell);
    reports.mirrorNow();
    pictures.ask();
  }

  async function answerTable(port: MessagePort): Promise<void> {
    const part = await import("#protocol/frames/grid-table.ts").catch(() => null);
    const { layout } = look;
    port.postMessage(part === null || layout === null ? null : part.gridTable(grid, layout));
  }

  /** @returns whether something has to be painted for it that was not asked for yet */
  function take(command: PainterCommand): boolean {
    switch (command.type) {
      case "attach":
        frames.attach(command.port);
        return false;
      case "font":
        void loadFont(command.family, command.url);
        return false;
      case "slot":
        if (!strips.add(command.slot, command.canvas))
          edges.emit({ type: "failed", message: "This browser gives no 2D canvas." });
        return false;
      case "pin":
        strips.pin(command.slot, command.canvas);
        return command.canvas !== null;
      case "assign":
        strips.assign(command.strips);
        return unpainted >= 0;
      case "geometry":
        look.setGeometry(command.geometry);
        strips.size();
        strips.repaintAll();
        return true;
      case "layout":
        look.setLayout(command.layout);
        taker.place(command.layout);
        reports.place(command.layout);
        return true;
      case "theme":
        look.setTheme(command.theme);
        strips.repaintAll();
        return true;
      case "seen":
        return strips.see(command.firstStrip, command.lastStrip);
      case "scrolling":
        pictures.setScrolling(command.isScrolling);
        reports.setScrolling(command.isScrolling);
        return false;
      case "shown":
        return strips.show(command.shown);
      case "hover":
        return look.hover(command.row);
      case "focus":
        look.focus(command.row, command.column);
        // Keys scroll too, and their focus is what the reader follows.
        pictures.askNow();
        return false;
      case "mirror":
        reports.mirrorRows(command);
        return false;
      case "tags":
        tagged = tagged.then(() => tag(command));
        return false;
      case "read":
        command.port.postMessage(rowPrices(grid, command.row));
        return false;
      case "table":
        void answerTable(command.port);
        return false;
      case "log":
        reports.sendLog();
        return false;
    }
  }

  return {
    post(command) {
      if (take(command)) pictures.ask();
    },
    dispose() {
      frames.close();
      // Their memory is not left to the collector: other grids of the worker go on.
      strips.show(false);
      strips.clear();
    },
  };
}
