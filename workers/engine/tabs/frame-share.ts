import type { ViewDelivery } from "./view-delivery.ts";

/**
 * Every frame wakes a process, and with many tabs that is most of what they cost. So all views together get at most
 * `FRAME_BUDGET` frames a second: beyond fifteen in sight at 10 Hz they share it evenly, but for the tab that has the focus.
 */
interface FrameShare {
  /** What an even share of the budget leaves between frames of a view, ms. */
  even(deliveries: Iterable<ViewDelivery>): number;
  /** ms between frames of the view @param share as `even` says */
  intervalOf(delivery: ViewDelivery, share: number): number;
  /** The shortest of the intervals of views in sight. */
  shortest(deliveries: Iterable<ViewDelivery>, share: number): number;
}

/** Frames a second that all views share; a focused tab has its own rate whatever the others get. */
const FRAME_BUDGET = 150;
/** However many views share, none falls behind further than this. */
const MAX_SHARE_MS = 1_000;

/** @param isFocused whether the user works in the tab, of all that can be seen */
export function createFrameShare(isFocused: (tabId: number) => boolean): FrameShare {
  function intervalOf({ view }: ViewDelivery, share: number): number {
    return share <= view.intervalMs || isFocused(view.tabId) ? view.intervalMs : share;
  }

  return {
    even(deliveries) {
      let rate = 0;
      let seen = 0;
      for (const { view } of deliveries) {
        if (!view.visible) continue;
        rate += 1000 / view.intervalMs;
        seen++;
      }
      return rate <= FRAME_BUDGET ? 0 : Math.min((seen * 1000) / FRAME_BUDGET, MAX_SHARE_MS);
    },
    intervalOf,
    shortest(deliveries, share) {
      let least = Infinity;
      for (const delivery of deliveries) {
        if (delivery.view.visible) least = Math.min(least, intervalOf(delivery, share));
      }
      return least;
    },
  };
}
