import { useEffect, useState } from "react";

/** Strips by number, first to last; `last` < `first` is none. */
export interface StripRange {
  readonly first: number;
  readonly last: number;
}

export const NO_STRIPS: StripRange = { first: 0, last: -1 };

/**
 * The strips that a stretch of the content touches. All are of one height, so that a division tells what a virtualiser would
 * keep a table for.
 * @param from px from the top of the first strip @param to px, exclusive
 */
export function stripsBetween(from: number, to: number, count: number, height: number): StripRange {
  if (count === 0 || !(height > 0) || !(to > from)) return NO_STRIPS;
  const first = Math.min(Math.max(Math.floor(from / height), 0), count - 1);
  const last = Math.min(Math.max(Math.ceil(to / height) - 1, first), count - 1);
  return { first, last };
}

/**
 * The strips within half a strip of a stretch, always the same number of them where there are as many: a canvas then only ever
 * moves, which the compositor does by itself. One that came and went would have the browser sort all layers of the page anew.
 */
export function stripsAround(from: number, to: number, count: number, height: number): StripRange {
  const touched = stripsBetween(from - height / 2, to + height / 2, count, height);
  if (touched.last < touched.first) return NO_STRIPS;
  const length = Math.min(Math.ceil((to - from) / height) + 2, count);
  const first = Math.min(touched.first, count - length);
  return { first, last: first + length - 1 };
}

const isSame = (a: StripRange, b: StripRange): boolean => a.first === b.first && a.last === b.last;

export interface Strips {
  /** On screen. */
  readonly seen: StripRange;
  /** On screen and about half a strip around it: they have a canvas, so that they are painted when they are scrolled in. */
  readonly near: StripRange;
  readonly isScrolling: boolean;
}

const IDLE: Strips = { seen: NO_STRIPS, near: NO_STRIPS, isScrolling: false };
/** A wheel's turns come closer together than this. */
const SCROLL_END_MS = 150;

/** Which of `count` strips of one height the scroller shows of the body; renders anew only when that changes. */
export function useStrips(
  scroller: HTMLElement | null,
  body: HTMLElement | null,
  count: number,
  height: number,
): Strips {
  const [strips, setStrips] = useState(IDLE);
  useEffect(() => {
    if (scroller === null || body === null) return;
    let ending: ReturnType<typeof setTimeout> | undefined;
    const look = (isScrolling: boolean | null): void => {
      // The column heads stay above the body, as tall as what is above it.
      const from = scroller.scrollTop;
      const to = from + scroller.clientHeight - body.offsetTop;
      const seen = stripsBetween(from, to, count, height);
      const near = stripsAround(from, to, count, height);
      setStrips((before) => {
        const next = { seen, near, isScrolling: isScrolling ?? before.isScrolling };
        const isUnchanged = isSame(before.seen, seen) && isSame(before.near, near);
        return isUnchanged && before.isScrolling === next.isScrolling ? before : next;
      });
    };
    const onScroll = (): void => {
      clearTimeout(ending);
      ending = setTimeout(() => look(false), SCROLL_END_MS);
      look(true);
    };
    look(null);
    const observer = new ResizeObserver(() => look(null));
    observer.observe(scroller);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(ending);
      observer.disconnect();
      scroller.removeEventListener("scroll", onScroll);
      setStrips((before) => (before.isScrolling ? { ...before, isScrolling: false } : before));
    };
  }, [scroller, body, count, height]);
  return strips;
}
