import { useEffect, useRef } from "react";

/**
 * A window that is asked for while it is open comes to the front and takes the focus.
 * @param id of the window
 * @param asked another number each time it is asked for
 */
export function useAskedAgain(id: string, asked: number): void {
  const before = useRef(asked);
  useEffect(() => {
    if (before.current === asked) return;
    before.current = asked;
    document.querySelector<HTMLElement>(`[data-window="${id}"]`)?.focus({ preventScroll: true });
  }, [id, asked]);
}
