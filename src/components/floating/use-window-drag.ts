import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react";
import type { Edges, Place } from "./geometry.ts";
import { activated, movedWindow, placeOf, putBack, resizedWindow } from "./window-state.ts";
import { changeWindows, keepPlaces, windows } from "./windows.ts";

interface Hand {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly place: Place;
  /** null: the window is moved. */
  readonly edges: Edges | null;
}

/** What in the header is pressed for its own sake. The handle is pressed with keys alone, and dragged like the rest. */
const isPressed = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("button:not([data-handle]), a, select, input, label") !== null;

/** A window that is moved by its header and drawn larger by its edges; Escape puts it back (rule SHELL-23). */
export function useWindowDrag(id: string) {
  const hand = useRef<Hand | null>(null);
  const [isHeld, setHeld] = useState(false);

  const letGo = (): void => {
    hand.current = null;
    setHeld(false);
    keepPlaces();
  };

  useEffect(() => {
    if (!isHeld) return;
    const giveUp = (event: KeyboardEvent): void => {
      const held = hand.current;
      if (event.key !== "Escape" || held === null) return;
      // What else Escape closes stays open: only the drag is undone.
      event.preventDefault();
      event.stopPropagation();
      changeWindows((state) => putBack(state, id, held.place));
      hand.current = null;
      setHeld(false);
    };
    window.addEventListener("keydown", giveUp, { capture: true });
    return () => window.removeEventListener("keydown", giveUp, { capture: true });
  }, [isHeld, id]);

  /** What takes hold of the window. @param edges null: it is moved */
  const holds = (edges: Edges | null) => ({
    onPointerDown(event: ReactPointerEvent<HTMLElement>): void {
      if (event.button !== 0 || isPressed(event.target)) return;
      const place = placeOf(windows.state, id);
      if (place === null) return;
      changeWindows((state) => activated(state, id));
      event.currentTarget.setPointerCapture(event.pointerId);
      hand.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, place, edges };
      setHeld(true);
    },
    onPointerMove(event: ReactPointerEvent<HTMLElement>): void {
      const held = hand.current;
      if (held === null || held.pointer !== event.pointerId) return;
      const by = { dx: event.clientX - held.x, dy: event.clientY - held.y, from: held.place };
      changeWindows((state) =>
        held.edges === null
          ? movedWindow(state, id, by)
          : resizedWindow(state, id, { ...by, edges: held.edges }),
      );
    },
    onLostPointerCapture(): void {
      if (hand.current !== null) letGo();
    },
  });
  return { isHeld, holds };
}
