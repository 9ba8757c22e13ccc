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
  /** A canvas for a slot's strikes alone, or none. */
  pin(slot: number, canvas: Extract<PainterCommand, { type: "pin" }>["canvas"]): void;
  /** Gives canvases other rows, which are painted at once; before there is a first picture with it. */
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
  /** Whether a canvas that is on screen has rows painted into it. */
  readonly hasPicture: boolean;
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
  /** Nothing is on screen yet: the first picture is of what is seen, and does not wait for what is not. */
  let isFirst = true;
  let seenFrom = 0;
  let seenTo = Number.POSITIVE_INFINITY;

  const isSeen = ({ strip }: CanvasSlot): boolean => strip >= seenFrom && strip <= seenTo;

  /** Something that it shows is to be painted. */
  const isDirty = (slot: CanvasSlot): boolean =>
    look.geometry !== null &&
    slot.strip >= 0 &&
    (slot.isBlank || dirty.hasAny(...rowsOf(slot, look.geometry, grid.rows)));

  function sizeOne(slot: CanvasSlot): void {
    if (look.geometry !== null) sizeSlot(slot, look.geometry, isShown, look.theme?.colours.paper ?? null);
  }

  function size(): void {
    for (const slot of slots.values()) sizeOne(slot);
  }

  function paintStrip(slot: CanvasSlot, scene: PaintScene, all: boolean): void {
    if (slot.strip < 0 || look.geometry === null) return;
    paintSlot(slot, look.geometry, scene, dirty, all || slot.isBlank);
    slot.isBlank = false;
    slot.paintedAt = now();
  }

  return {
    add(name, canvas) {
      const context = canvas.getContext("2d", { alpha: false }) as Context2D | null;
      if (context === null) return false;
      const slot: CanvasSlot = {
        canvas,
        context,
        pin: null,
        strip: -1,
        isBlank: false,
        paintedAt: 0,
        readings: [],
      };
      slots.set(name, slot);
      sizeOne(slot);
      return true;
    },
    pin(name, canvas) {
      const slot = slots.get(name);
      if (slot === undefined) return;
      const context = (canvas?.getContext("2d", { alpha: false }) ?? null) as Context2D | null;
      slot.pin = canvas === null || context === null ? null : { canvas, context };
      if (slot.pin === null) return;
      sizeOne(slot);
      slot.isBlank = true;
    },
    assign(strips) {
      const scene = look.scene();
      for (const { slot: name, strip } of strips) {
        const slot = slots.get(name);
        if (slot === undefined || slot.strip === strip) continue;
        slot.strip = strip;
        if (isFirst) slot.isBlank = true;
        else if (isShown && scene !== null) paintStrip(slot, scene, true);
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
        if (isSeen(slot) || (!isFirst && (isWhole || at - slot.paintedAt >= UNSEEN_INTERVAL_MS)))
          paintStrip(slot, scene, isWhole);
        else if (isFirst) slot.isBlank ||= isWhole;
      }
      isFirst &&= ![...slots.values()].some((slot) => slot.strip >= 0 && isSeen(slot));
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
    get hasPicture() {
      if (!isShown) return false;
      for (const slot of slots.values())
        if (slot.strip >= 0 && slot.paintedAt > 0 && isSeen(slot)) return true;
      return false;
    },
    get isWhole() {
      return isWhole;
    },
  };
}
