/** Which places of a chart are in view: a place is a bar of time or a strike, counted from 0. Pure. */

/** First and last place, which a hand may leave between two. */
export interface PlaceWindow {
  readonly from: number;
  readonly to: number;
}

/** Fewer would be no chart. */
const LEAST = 5;

export const allOf = (count: number): PlaceWindow => ({ from: 0, to: Math.max(0, count - 1) });

export const isAll = ({ from, to }: PlaceWindow, count: number): boolean => from <= 0 && to >= count - 1;

/** Of its width where that fits, moved inside what there is. */
export function moveInside({ from, to }: PlaceWindow, count: number): PlaceWindow {
  const last = Math.max(0, count - 1);
  const width = Math.min(last, Math.max(Math.min(LEAST - 1, last), to - from));
  const start = Math.min(Math.max(0, from), last - width);
  return { from: start, to: start + width };
}

/** @param around keeps its place on the screen; @param factor above 1 shows more */
export function zoomWindow(window: PlaceWindow, count: number, around: number, factor: number): PlaceWindow {
  const last = Math.max(0, count - 1);
  const width = window.to - window.from;
  const next = Math.min(last, Math.max(Math.min(LEAST - 1, last), width * factor));
  const share = width > 0 ? (around - window.from) / width : 0.5;
  const from = around - next * Math.min(1, Math.max(0, share));
  return moveInside({ from, to: from + next }, count);
}

export const panWindow = (window: PlaceWindow, count: number, by: number): PlaceWindow =>
  moveInside({ from: window.from + by, to: window.to + by }, count);

/** Moved no further than it must to hold a place. */
export function holding(window: PlaceWindow, count: number, place: number): PlaceWindow {
  if (place < window.from) return panWindow(window, count, place - window.from);
  if (place > window.to) return panWindow(window, count, place - window.to);
  return window;
}

export const snapped = ({ from, to }: PlaceWindow): PlaceWindow => ({
  from: Math.round(from),
  to: Math.round(to),
});

/** First of rising numbers that is not below; their count when all are. */
export function firstFrom(rising: ArrayLike<number>, least: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rising[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface View {
  readonly from: number;
  readonly to: number;
}

/** Places of what an address names; null where that is nothing of what there is: then all is shown. */
export function windowOf(rising: readonly number[], view: View | null): PlaceWindow | null {
  if (view === null) return null;
  const from = firstFrom(rising, view.from);
  const after = firstFrom(rising, view.to);
  const to = rising[after] === view.to ? after : after - 1;
  if (to < from) return null;
  const window = moveInside({ from, to }, rising.length);
  return isAll(window, rising.length) ? null : window;
}

export function viewOf(rising: readonly number[], window: PlaceWindow | null): View | null {
  if (window === null || rising.length === 0 || isAll(window, rising.length)) return null;
  const { from, to } = snapped(window);
  return { from: rising[from]!, to: rising[to]! };
}
