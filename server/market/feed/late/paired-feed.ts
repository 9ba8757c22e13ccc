import type { Feed, FeedTimers } from "../feed.ts";

/** The late market starts this long after the live one, which it does not hold up, and takes its turns between that one's. */
const LATE_START_MS = 25;

interface PairedFeedOptions {
  readonly live: Feed;
  readonly late: Feed;
  readonly timers: Pick<FeedTimers, "every">;
  /** done before both start */
  readonly prepare: () => void;
  /** told when the late market could not start */
  readonly onFailure: (error: unknown) => void;
}

/** The market of now and the one a minute behind as one: started, run and ended together. What is asked is the live one's. */
export function createPairedFeed({ live, late, timers, prepare, onFailure }: PairedFeedOptions): Feed {
  let isLateUp = false;
  let cancel = (): void => {};

  function startLate(): void {
    cancel();
    try {
      late.start();
      isLateUp = true;
    } catch (error) {
      onFailure(error);
    }
  }

  return {
    get epoch() {
      return live.epoch;
    },
    start() {
      prepare();
      live.start();
      cancel = timers.every(LATE_START_MS, startLate);
    },
    turn() {
      live.turn();
      if (isLateUp) late.turn();
    },
    status: () => live.status(),
    async stop() {
      cancel();
      // Even when one does not end well the other one has to.
      const ends = await Promise.allSettled([late.stop(), live.stop()]);
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    },
  };
}
