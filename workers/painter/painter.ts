/**
 * The painter: takes frames of one chain view from the engine's port and keeps canvas strips true to them. It knows no
 * thread; time, scheduling and events are given to it. Only cells whose text or ground changed are painted.
 */

import { createColumnNeeds } from "#domain/format/column-needs.ts";
import { HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { createGridState } from "#protocol/frames/grid-state.ts";
import type { PainterCommand } from "./api.ts";
import { createDirtyCells } from "./dirty-cells.ts";
import { createFramePort } from "./frame-port.ts";
import { createFrameTaker } from "./frame-taker.ts";
import { createLook } from "./look.ts";
import { createPaintClock } from "./paint-clock.ts";
import { createReports, type ReportEdges } from "./reports.ts";
import { createStrips } from "./strips.ts";
import { createTints } from "./tints.ts";

interface PainterEdges extends ReportEdges {
  /** Runs a callback before the next picture. */
  requestFrame(callback: () => void): void;
  loadFont(family: string, url: string): Promise<void>;
}

/**
 * Every picture costs a commit of whole canvases, so an ended tint waits for the next frame's: only where none comes within
 * this does it get one of its own.
 */
const TINT_GRACE_MS = 100;

export function createPainter(edges: PainterEdges): { post(command: PainterCommand): void; dispose(): void } {
  const grid = createGridState();
  const dirty = createDirtyCells();
  const tints = createTints();
  const needs = createColumnNeeds();
  const look = createLook(grid, dirty, needs, tints.of);
  const strips = createStrips(grid, dirty, look, edges.now);
  const taker = createFrameTaker(grid, dirty, tints, strips.repaintAll);
  const reports = createReports(edges, grid);
  const frames = createFramePort(takeFrame);
  const pictures = createPaintClock({
    ...edges,
    paint,
    nextDue,
    isShown: () => strips.isShown,
    isWhole: () => strips.isWhole,
  });
  let takenAt = 0;
  /** Cells of the frame that is taken and not painted, -1 none. */
  let unpainted = -1;
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
    unpainted = -1;
    const paintedAt = reports.painted(cells);
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
      case "assign":
        strips.assign(command.strips);
        return false;
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
      strips.clear();
    },
  };
}
