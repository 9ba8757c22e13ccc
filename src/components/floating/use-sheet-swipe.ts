import { type PointerEvent as ReactPointerEvent, useRef, useState } from "react";

/** px that a header is drawn down before the sheet goes. */
const FAR_ENOUGH = 80;

/**
 * A sheet that follows the finger on its header downwards, and is put away when it was drawn far enough.
 * @param onAway null: it cannot be put away, and does not follow either
 */
export function useSheetSwipe(onAway: (() => void) | null) {
  const from = useRef<number | null>(null);
  const [drawn, setDrawn] = useState(0);
  const end = (isTaken: boolean): void => {
    if (from.current === null) return;
    from.current = null;
    setDrawn(0);
    if (isTaken && drawn > FAR_ENOUGH) onAway?.();
  };
  return {
    drawn,
    swipes: {
      onPointerDown(event: ReactPointerEvent<HTMLElement>): void {
        const isOnButton =
          event.target instanceof Element && event.target.closest("button, a, select, input") !== null;
        if (onAway === null || event.button !== 0 || isOnButton) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = event.clientY;
      },
      onPointerMove(event: ReactPointerEvent<HTMLElement>): void {
        if (from.current !== null) setDrawn(Math.max(0, event.clientY - from.current));
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    },
  };
}
