import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from "react";

/** A leg that is dragged, and where it would land: before the leg at `to`, or at the end. */
export interface Dragging {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** The place whose middle lies next under a height. */
function placeAt(list: HTMLElement, y: number): number {
  const rows = [...list.children];
  const at = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return at < 0 ? rows.length : at;
}

/**
 * Rows that are dragged by their grips to another place. The list moves when the row is let go; until then a line says where.
 * @param onMove told the leg and its new place among the others
 */
export function useDragOrder(list: HTMLElement | null, onMove: (id: string, to: number) => void) {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const latest = useRef<Dragging | null>(null);
  const move = useRef(onMove);
  move.current = onMove;

  const set = useCallback((next: Dragging | null) => {
    latest.current = next;
    setDragging(next);
  }, []);

  const isDragging = dragging !== null;
  useEffect(() => {
    if (!isDragging || list === null) return;
    const follow = (event: PointerEvent): void => {
      const { current } = latest;
      if (current === null) return;
      const to = placeAt(list, event.clientY);
      if (to !== current.to) set({ ...current, to });
    };
    const drop = (): void => {
      const { current } = latest;
      set(null);
      if (current === null) return;
      const to = current.to > current.from ? current.to - 1 : current.to;
      if (to !== current.from) move.current(current.id, to);
    };
    const cancel = (event: Event): void => {
      if (!(event instanceof KeyboardEvent) || event.key === "Escape") set(null);
    };
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", cancel);
    window.addEventListener("keydown", cancel);
    return () => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", cancel);
      window.removeEventListener("keydown", cancel);
    };
  }, [isDragging, list, set]);

  const grab = useCallback(
    (event: ReactPointerEvent<HTMLElement>, id: string) => {
      if (list === null || event.button !== 0) return;
      const row = event.currentTarget.closest("li");
      const from = row === null ? -1 : [...list.children].indexOf(row);
      if (from < 0) return;
      // What is dragged is not selected as text meanwhile.
      event.preventDefault();
      event.currentTarget.focus();
      set({ id, from, to: from });
    },
    [list, set],
  );

  return { dragging, grab };
}
