import { useEffect } from "react";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { rowAt } from "./places.ts";

/** A finger that rests so long asks what can be done. */
const HOLD_MS = 450;
/** One that moves further scrolls. */
const SLOP_PX = 10;

/** A finger held on a row. */
export function usePressAndHold(grid: GridPlace | null, onHold: (row: number) => void): void {
  useEffect(() => {
    if (grid === null) return;
    const { body } = grid;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    const stop = (): void => clearTimeout(timer);
    const down = (event: PointerEvent): void => {
      stop();
      if (event.pointerType !== "touch" || !event.isPrimary) return;
      start = { x: event.clientX, y: event.clientY };
      const row = rowAt(grid, event.clientY);
      if (row >= 0) timer = setTimeout(() => onHold(row), HOLD_MS);
    };
    const move = (event: PointerEvent): void => {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLOP_PX) stop();
    };
    // The browser's own menu, and its selection of text, would come at the same moment.
    const menu = (event: MouseEvent): void => {
      if (event instanceof PointerEvent && event.pointerType === "touch") event.preventDefault();
    };
    body.addEventListener("pointerdown", down);
    body.addEventListener("pointermove", move);
    body.addEventListener("pointerup", stop);
    body.addEventListener("pointercancel", stop);
    body.addEventListener("contextmenu", menu);
    return () => {
      stop();
      body.removeEventListener("pointerdown", down);
      body.removeEventListener("pointermove", move);
      body.removeEventListener("pointerup", stop);
      body.removeEventListener("pointercancel", stop);
      body.removeEventListener("contextmenu", menu);
    };
  }, [grid, onHold]);
}
