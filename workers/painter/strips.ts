import type { GridState } from "#protocol/frames/grid-state.ts";
import type { PainterCommand, StripAssignment } from "./api.ts";
import type { Context2D } from "./canvas-context.ts";
import { type CanvasSlot, paintSlot, rowsOf, sizeSlot } from "./canvas-slots.ts";
import type { DirtyCells } from "./dirty-cells.ts";
import type { Look } from "./look.ts";
import type { PaintScene } from "./scene.ts";

/** The strips of canvas that a painter keeps true, those on screen first. */
export interface Strips {
  /** @returns false when the browser gives no context for it */
  add(slot: number, canvas: Extract<PainterCommand, { type: "slot" }>["canvas"]): boolean;
  /** Gives canvases other rows, which are painted at once. */
  assign(strips: readonly StripAssignment[]): void;
  /** Sizes all canvases anew. */
  size(): void;
  /** Strips on screen. @returns whether any of them has to be painted */
  see(firstStrip: number, lastStrip: number): boolean;
  /** Whether anybody can see the tab. @returns false when that is known */
  show(isShown: boolean): boolean;
  /** The next picture is of every cell. */
  repaintAll(): void;
  paint(scene: PaintScene, now: number): void;
  /** When a strip out of sight has to be painted at the latest; Infinity none. */
  unseenDue(): number;
  clear(): void;
  readonly isShown: boolean;
  /** Every cell has to be painted. */
  readonly isWhole: boolean;
}

/** A strip out of sight is kept this fresh for the moment it is scrolled in. */
const UNSEEN_INTERVAL_MS = 500;

/** @param now epoch ms with fractions */
export function createStrips(grid: GridState, dirty: DirtyCells, look: Look, now: () => number): Strips {
  const slots = new Map<number, CanvasSlot>();
  let isWhole = true;
  let isShown = true;
  let seenFrom = 0;
  let seenTo = Number.POSITIVE_INFINITY;

  const isSeen = ({ strip }: CanvasSlot): boolean => strip >= seenFrom && strip <= seenTo;

  const isDirty = (slot: CanvasSlot): boolean =>
    look.geometry !== null && dirty.hasAny(...rowsOf(slot, look.geometry, grid.rows));

  function sizeOne(slot: CanvasSlot): void {
    if (look.geometry !== null) sizeSlot(slot, look.geometry, isShown, look.theme?.colours.paper ?? null);
  }

  function size(): void {
    for (const slot of slots.values()) sizeOne(slot);
  }

  function paintStrip(slot: CanvasSlot, scene: PaintScene, all: boolean): void {
    if (slot.strip < 0 || look.geometry === null) return;
    paintSlot(slot, look.geometry, scene, dirty, all);
    slot.paintedAt = now();
  }

  return {
    add(name, canvas) {
      const context = canvas.getContext("2d", { alpha: false }) as Context2D | null;
      if (context === null) return false;
      const slot: CanvasSlot = { canvas, context, strip: -1, paintedAt: 0, readings: [] };
      slots.set(name, slot);
      sizeOne(slot);
      return true;
    },
    assign(strips) {
      const scene = look.scene();
      for (const { slot: name, strip } of strips) {
        const slot = slots.get(name);
        if (slot === undefined || slot.strip === strip) continue;
        slot.strip = strip;
        if (isShown && scene !== null) paintStrip(slot, scene, true);
      }
    },
    size,
    see(firstStrip, lastStrip) {
      seenFrom = firstStrip;
      seenTo = lastStrip;
      return [...slots.values()].some((slot) => isSeen(slot) && isDirty(slot));
    },
    show(next) {
      if (isShown === next) return false;
      isShown = next;
      size();
      isWhole = true;
      return true;
    },
    repaintAll() {
      isWhole = true;
    },
    paint(scene, at) {
      if (!isShown) return;
      for (const slot of slots.values()) {
        if (isWhole || isSeen(slot) || at - slot.paintedAt >= UNSEEN_INTERVAL_MS)
          paintStrip(slot, scene, isWhole);
      }
      isWhole = false;
    },
    unseenDue() {
      let due = Number.POSITIVE_INFINITY;
      for (const slot of slots.values()) {
        if (isDirty(slot)) due = Math.min(due, slot.paintedAt + UNSEEN_INTERVAL_MS);
      }
      return due;
    },
    clear: () => slots.clear(),
    get isShown() {
      return isShown;
    },
    get isWhole() {
      return isWhole;
    },
  };
}
