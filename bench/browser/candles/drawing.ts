/** What each implementation is asked for. */
import type { GrowingBars } from "./bars.ts";

declare global {
  interface Window {
    /** Views that were drawn so far, each of other bars than the one before. */
    views: number;
  }
}
window.views = 0;

/** The chart has gone to another view. */
export const moved = (): void => {
  window.views++;
};

/** CSS pixels. */
export const SIZE = { width: 1200, height: 500 } as const;

const query = new URLSearchParams(location.search);
/** The newest half of the bars is in view, so that there is something to either side of it; else all are. */
export const isHalf = query.get("view") === "half";

export type Drawing = (
  host: HTMLElement,
  bars: GrowingBars,
) => {
  /** The first picture is drawn; left out where it is by now. */
  readonly drawn?: Promise<void>;
  /** Shows the bar that the arrays have at their end by now. */
  readonly append: () => void;
};
