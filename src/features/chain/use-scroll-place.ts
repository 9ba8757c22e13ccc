import { useLayoutEffect, useRef } from "react";

/**
 * What is wider than the screen starts at its strikes: in the middle, or at the left edge. When columns grow, both sides do: what the
 * reader has scrolled to stays.
 * @param share of the columns that lies left of the strikes
 */
export function useCentredScroll(
  scroller: HTMLElement | null,
  contentWidth: number,
  width: number,
  share: number,
): void {
  const before = useRef({ contentWidth: 0, width: 0, share });
  useLayoutEffect(() => {
    if (scroller === null || width === 0) return;
    const was = before.current;
    before.current = { contentWidth, width, share };
    if (was.width === 0 || was.share !== share) scroller.scrollLeft = (contentWidth - width) * share;
    else scroller.scrollLeft += (contentWidth - was.contentWidth - (width - was.width)) * share;
  }, [scroller, contentWidth, width, share]);
}

/** A new row height leaves the middle row in the middle. */
export function useKeptMiddle(
  scroller: HTMLElement | null,
  body: HTMLElement | null,
  rowHeight: number,
): void {
  const heightBefore = useRef(rowHeight);
  useLayoutEffect(() => {
    const before = heightBefore.current;
    heightBefore.current = rowHeight;
    if (scroller === null || body === null || before === rowHeight) return;
    const half = (scroller.clientHeight - body.offsetTop) / 2;
    scroller.scrollTop = ((scroller.scrollTop + half) / before) * rowHeight - half;
  }, [scroller, body, rowHeight]);
}
