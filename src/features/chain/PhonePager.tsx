import { useEffect } from "react";
import { createPortal } from "react-dom";
import css from "./PhonePager.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly pages: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly target: HTMLElement | null;
  /** Id of where it stands. */
  readonly place: string;
}

/** A sideways move of this many pixels, twice as far as it is high, turns the page. */
const SWIPE_PX = 48;

/** On a phone: strike in the middle, two columns a side; a swipe or a dot of the status line brings the next ones. */
export function PhonePager({ pages, page, onPage, target, place }: Props) {
  useEffect(() => {
    if (target === null) return;
    let start: { x: number; y: number } | null = null;
    const down = (event: TouchEvent): void => {
      const touch = event.touches[0];
      start = touch ? { x: touch.clientX, y: touch.clientY } : null;
    };
    const up = (event: TouchEvent): void => {
      const touch = event.changedTouches[0];
      if (!start || !touch) return;
      const dx = touch.clientX - start.x;
      const dy = touch.clientY - start.y;
      if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < 2 * Math.abs(dy)) return;
      onPage(Math.max(0, Math.min(pages - 1, page + (dx < 0 ? 1 : -1))));
    };
    target.addEventListener("touchstart", down, { passive: true });
    target.addEventListener("touchend", up, { passive: true });
    return () => {
      target.removeEventListener("touchstart", down);
      target.removeEventListener("touchend", up);
    };
  }, [target, pages, page, onPage]);

  const line = document.getElementById(place);
  if (line === null) return null;
  return createPortal(
    <div className={css.pager} role="group" aria-label={TEXTS.grid.pages}>
      {Array.from({ length: pages }, (_, i) => i).map((i) => (
        <button
          key={i}
          type="button"
          aria-label={TEXTS.grid.page(i + 1, pages)}
          aria-pressed={i === page}
          onClick={() => onPage(i)}
        />
      ))}
    </div>,
    line,
  );
}
