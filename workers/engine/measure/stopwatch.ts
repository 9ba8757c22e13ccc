import type { FeedState } from "#protocol/frames/chain-frame.ts";
import type { ReadWatch } from "../connection/intake.ts";
import type { Clock } from "../edges.ts";
import { FRAME_WINDOW } from "../tabs/credit.ts";
import type { View } from "../tabs/view.ts";
import type { FrameWatch } from "../tabs/view-delivery.ts";
import { createHistogram, type Histogram } from "./histogram.ts";
import { STAGES, type Stage } from "./performance-report.ts";

/** What one tab, or all of them, got. */
export interface Tally {
  frames: number;
  bytes: number;
  dropped: number;
}

interface TabMeasures {
  readonly tally: Tally;
  readonly paint: Histogram;
  readonly total: Histogram;
}

/**
 * The engine's stopwatch. It exists only while a performance panel is open: without one the engine asks for
 * `null` at four places and does nothing else. Recording allocates nothing; a view and a tab cost an entry
 * each.
 */
export interface Measures extends FrameWatch, ReadWatch {
  removeTab(tabId: number): void;
  clear(): void;
  readonly stages: Readonly<Record<Stage, Histogram>>;
  readonly tally: Readonly<Tally>;
  tab(id: number): TabMeasures;
}

/** A frame on its way to its painter. */
interface PostedFrame {
  frame: number;
  /** Device's clock, epoch ms. */
  postedAt: number;
  /** Stamp of the newest message in it. */
  serverTime: number;
  clockOffset: number;
  /** It shows something that came by itself, not what a user asked for. */
  isCounted: boolean;
}

interface ViewWatch {
  /** By frame number, modulo their count: no more are under way at once. */
  readonly posted: readonly PostedFrame[];
  /** Monotonic, and device's clock. */
  begunAt: number;
  begunEpoch: number;
  wasUrgent: boolean;
  /** Stamp of the newest message posted. */
  serverTime: number;
  /** Number of the frame painted last; NaN none while watched. */
  paintedFrame: number;
  /** Monotonic moment since which a frame is due and the painter is not ready; NaN it is. */
  dueSince: number;
}

const MEASURED_STATES: ReadonlySet<FeedState> = new Set(["live", "delayed"]);

const newPosted = (): PostedFrame => ({
  frame: Number.NaN,
  postedAt: Number.NaN,
  serverTime: Number.NaN,
  clockOffset: Number.NaN,
  isCounted: false,
});

const newTally = (): Tally => ({ frames: 0, bytes: 0, dropped: 0 });

export function createMeasures(edges: {
  readonly clock: Clock;
  /** Server epoch ms at a monotonic moment; NaN while it is not known well enough to measure by. */
  serverTime(at: number): number;
}): Measures {
  const { clock } = edges;
  const stages = Object.fromEntries(STAGES.map((stage) => [stage, createHistogram()])) as Record<
    Stage,
    Histogram
  >;
  const watches = new Map<View, ViewWatch>();
  const tabs = new Map<number, TabMeasures>();
  const tally = newTally();

  function watchOf(view: View): ViewWatch {
    let watch = watches.get(view);
    if (watch === undefined) {
      watch = {
        posted: Array.from({ length: FRAME_WINDOW }, newPosted),
        begunAt: Number.NaN,
        begunEpoch: Number.NaN,
        wasUrgent: false,
        serverTime: Number.NaN,
        paintedFrame: Number.NaN,
        dueSince: Number.NaN,
      };
      watches.set(view, watch);
    }
    return watch;
  }

  function drop(view: View, frames: number): void {
    tally.dropped += frames;
    tab(view.tabId).tally.dropped += frames;
  }

  function tab(id: number): TabMeasures {
    let measures = tabs.get(id);
    if (measures === undefined) {
      measures = { tally: newTally(), paint: createHistogram(), total: createHistogram() };
      tabs.set(id, measures);
    }
    return measures;
  }

  return {
    stages,
    tally,
    tab,
    read(reader, data) {
      const from = clock.monotonic();
      const isPing = reader.read(data);
      // Pings set the clock by which the others are measured.
      if (isPing || !(data instanceof ArrayBuffer)) return isPing;
      stages.decode.record(clock.monotonic() - from);
      if (reader.serverTime > 0) stages.network.record(edges.serverTime(from) - reader.serverTime);
      return false;
    },
    begin(delivery) {
      const watch = watchOf(delivery.view);
      watch.begunAt = clock.monotonic();
      watch.begunEpoch = clock.now();
      watch.wasUrgent = delivery.isUrgent;
    },
    posted({ view, held }, stamp, bytes) {
      const watch = watchOf(view);
      const building = clock.monotonic() - watch.begunAt;
      stages.frame.record(building);
      for (const each of [tally, tab(view.tabId).tally]) {
        each.frames++;
        each.bytes += bytes;
      }
      const { serverTime, receivedAt } = view.chain;
      // What was shown before, or is shown because a view was just opened, says nothing of how fast news
      // travels.
      const isCounted =
        !watch.wasUrgent && serverTime !== watch.serverTime && MEASURED_STATES.has(stamp.state);
      watch.serverTime = serverTime;
      if (isCounted) stages.wait.record(watch.begunEpoch - receivedAt);
      const posted = watch.posted[held.frame % FRAME_WINDOW]!;
      posted.frame = held.frame;
      posted.postedAt = watch.begunEpoch + building;
      posted.serverTime = serverTime;
      posted.clockOffset = Number.isNaN(edges.serverTime(watch.begunAt)) ? Number.NaN : stamp.clockOffset;
      posted.isCounted = isCounted;
    },
    passedOver({ view, held, credit, isHeldBack, seenVersion, postedAt }) {
      if (!view.visible || credit > 0 || isHeldBack || held.frame === 0) return;
      const now = clock.monotonic();
      if (seenVersion === view.chain.version || now < postedAt + view.intervalMs) return;
      const watch = watchOf(view);
      if (Number.isNaN(watch.dueSince)) watch.dueSince = now;
    },
    credited({ view, postedAt }, intervalMs) {
      const watch = watches.get(view);
      if (watch === undefined || Number.isNaN(watch.dueSince)) return;
      const late = clock.monotonic() - Math.max(watch.dueSince, postedAt + intervalMs);
      watch.dueSince = Number.NaN;
      if (late >= 0) drop(view, 1 + Math.floor(late / intervalMs));
    },
    painted(view, stamps) {
      const watch = watches.get(view);
      const posted = watch?.posted[stamps.frame % FRAME_WINDOW];
      if (watch === undefined || posted?.frame !== stamps.frame) return;
      if (!Number.isNaN(watch.paintedFrame)) drop(view, stamps.frame - watch.paintedFrame - 1);
      watch.paintedFrame = stamps.frame;
      if (!posted.isCounted) return;
      const own = tab(view.tabId);
      const painting = stamps.paintedAt - stamps.takenAt;
      const age = stamps.paintedAt + posted.clockOffset - posted.serverTime;
      stages.post.record(stamps.takenAt - posted.postedAt);
      stages.paint.record(painting);
      stages.total.record(age);
      own.paint.record(painting);
      own.total.record(age);
    },
    removeView: (view) => void watches.delete(view),
    removeTab: (id) => void tabs.delete(id),
    clear() {
      for (const stage of STAGES) stages[stage].clear();
      tabs.clear();
      Object.assign(tally, newTally());
    },
  };
}
