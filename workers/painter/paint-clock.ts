/** When the next picture is painted: with the display's next one, rarely while the grid is scrolled. */
interface PaintClock {
  /** Something has to be painted. */
  ask(): void;
  /** It does not wait for anything. */
  askNow(): void;
  setScrolling(isScrolling: boolean): void;
  /** Sees to it that what is due later is painted though nothing asks for it. @param now as `PaintClockEdges` tells */
  wakeLater(now: number): void;
}

interface PaintClockEdges {
  requestFrame(callback: () => void): void;
  setTimeout(callback: () => void, ms: number): unknown;
  /** epoch ms with fractions */
  now(): number;
  /** Paints. @returns false when nothing could be painted yet */
  paint(now: number): boolean;
  /** When something has to be painted though nothing asks for it; null nothing. */
  nextDue(): number | null;
  /** Whether anybody can see the tab. */
  isShown(): boolean;
  /** Every cell has to be painted, which does not wait for the scrolling to end. */
  isWhole(): boolean;
}

/** So fresh are strips on screen while they are scrolled; what scrolls in is painted whole at once. */
const SCROLLING_INTERVAL_MS = 1000;

export function createPaintClock(edges: PaintClockEdges): PaintClock {
  let isScheduled = false;
  let isScrolling = false;
  let paintedAt = 0;
  let isWakePending = false;

  function run(): void {
    // Asked for again while it waited for the scrolling to end: the later one has nothing to do.
    if (!isScheduled) return;
    isScheduled = false;
    const now = edges.now();
    if (edges.paint(now)) paintedAt = now;
  }

  function askNow(): void {
    isScheduled = true;
    edges.requestFrame(run);
  }

  function ask(): void {
    if (isScheduled) return;
    const wait = isScrolling && !edges.isWhole() ? paintedAt + SCROLLING_INTERVAL_MS - edges.now() : 0;
    if (wait <= 0) return askNow();
    isScheduled = true;
    edges.setTimeout(() => edges.requestFrame(run), wait);
  }

  function wakeLater(now: number): void {
    if (isWakePending || !edges.isShown()) return;
    const due = edges.nextDue();
    if (due === null) return;
    isWakePending = true;
    edges.setTimeout(
      () => {
        isWakePending = false;
        const then = edges.now();
        const left = edges.nextDue();
        if (left !== null && left <= then) ask();
        else wakeLater(then);
      },
      Math.max(16, due - now),
    );
  }

  return {
    ask,
    askNow,
    setScrolling(next) {
      isScrolling = next;
      if (!isScrolling && isScheduled) askNow();
    },
    wakeLater,
  };
}
