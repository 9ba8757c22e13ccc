import type { FeedState } from "#protocol/frames/chain-frame.ts";
import type { ChainModel, Modeller } from "../chains/chain-model.ts";
import type { LiveChain } from "../chains/derivatives.ts";
import type { Clock, Timer } from "../edges.ts";
import type { Measures } from "../measure/measures.ts";
import { createBeat } from "./beat.ts";
import { creditOf, FRAME_WINDOW, isPaintStamps } from "./credit.ts";
import { createFrameBuilder, type FrameStamp, updateWindow, type View } from "./view.ts";

/**
 * Sends views their frames: the newest state, at most one a credit and `maxRate` a second, nothing when nothing changed
 * and nothing to hidden tabs. All views share one tick, so that thirty tabs are served in one turn and from one solution a
 * chain; it runs only when something is due. A view just opened, configured or seen again is served at once.
 *
 * The tick falls in step with a regular feed: where its news would have to wait, one tick comes early, and from then on ticks
 * follow right after the feed's own turns. Otherwise every figure would be late by the same chance part of an interval.
 *
 * Every frame wakes a process, and with many tabs that is most of what they cost. So all views together get at most
 * `FRAME_BUDGET` frames a second: beyond fifteen in sight at 10 Hz they share it evenly, but for the tab that has the focus.
 */
export interface Publisher {
  add(view: View): void;
  remove(view: View): void;
  /** The view was configured, shown or released from storage: it may be due at once. */
  touch(view: View): void;
  /** Figures of the chain, or what is known of their state, changed. */
  changed(): void;
  readonly views: ReadonlyMap<number, View>;
}

/** Frames a second that all views share; a focused tab has its own rate whatever the others get. */
export const FRAME_BUDGET = 150;
/** However many views share, none falls behind further than this. */
const MAX_SHARE_MS = 1_000;
/** Quotes and chain of one feed turn are two messages: wait for both. */
const GATHER_MS = 2;
/** Regular news that would wait longer than this bring the tick forward, at most so often. */
const PATIENCE_MS = 15;
const STEP_EVERY_MS = 2_000;

export function createPublisher(edges: {
  readonly clock: Clock;
  readonly modeller: Modeller;
  stateOf(chain: LiveChain): FeedState;
  clockOffset(): number;
  /** The tab that the user works in, of all that can be seen. */
  isFocused(tabId: number): boolean;
  /** null while nobody watches the engine's performance. */
  measures(): Measures | null;
  /** The window of a view of this chain has other rows. */
  onWindow(chain: LiveChain): void;
}): Publisher {
  const { clock, modeller } = edges;
  const views = new Map<number, View>();
  const fieldUnions = new Map<LiveChain, Uint8Array>();
  const builder = createFrameBuilder();
  let timer: Timer | null = null;
  let timerDue = Infinity;
  let tickedAt = Number.NEGATIVE_INFINITY;
  let steppedAt = Number.NEGATIVE_INFINITY;
  let isStepping = false;
  const beat = createBeat();

  function fieldsOf(chain: LiveChain): Uint8Array {
    let union = fieldUnions.get(chain);
    if (union === undefined) {
      const numbers = new Set<number>();
      for (const view of views.values()) {
        if (view.chain === chain) for (const field of view.fields) numbers.add(field);
      }
      union = Uint8Array.from(numbers).sort();
      fieldUnions.set(chain, union);
    }
    return union;
  }

  function isWaiting(view: View): boolean {
    if (!view.visible || view.credit === 0 || view.isHeld) return false;
    return (
      view.needsFull ||
      view.seenVersion !== view.chain.version ||
      view.seenState !== edges.stateOf(view.chain)
    );
  }

  /** Served at once, whenever the last frame was. */
  function isUrgent(view: View): boolean {
    return view.isUrgent || (view.isBlank && view.chain.table !== null && view.chain.root !== null);
  }

  /** What an even share of the budget leaves between frames of a view, ms. */
  function evenShare(): number {
    let rate = 0;
    for (const view of views.values()) if (view.visible) rate += 1000 / view.intervalMs;
    if (rate <= FRAME_BUDGET) return 0;
    let seen = 0;
    for (const view of views.values()) if (view.visible) seen++;
    return Math.min((seen * 1000) / FRAME_BUDGET, MAX_SHARE_MS);
  }

  function intervalOf(view: View, share: number): number {
    return share <= view.intervalMs || edges.isFocused(view.tabId) ? view.intervalMs : share;
  }

  function baseInterval(share: number): number {
    let base = Infinity;
    for (const view of views.values()) if (view.visible) base = Math.min(base, intervalOf(view, share));
    return base;
  }

  function wake(hasNews = false): void {
    const now = clock.monotonic();
    const measures = edges.measures();
    let due = Infinity;
    let base = -1;
    let share = 0;
    for (const view of views.values()) {
      if (!isWaiting(view)) {
        measures?.passedOver(view);
        continue;
      }
      if (isUrgent(view)) {
        due = now;
        break;
      }
      if (base < 0) {
        share = evenShare();
        base = baseInterval(share);
      }
      const next = view.postedAt + intervalOf(view, share);
      due = Math.min(due, Math.max(next, tickedAt + base, now + GATHER_MS));
    }
    if (hasNews && base > 0) beat.heard(now, base);
    const isLate = due !== Infinity && due - now > PATIENCE_MS;
    if (hasNews && isLate && beat.isRegular && now - steppedAt >= STEP_EVERY_MS) {
      steppedAt = now;
      isStepping = true;
      due = now + GATHER_MS;
    }
    if (due === Infinity || due >= timerDue) return;
    if (timer !== null) clock.clearTimeout(timer);
    timerDue = due;
    timer = clock.setTimeout(tick, Math.ceil(due - now));
  }

  function tick(): void {
    timer = null;
    timerDue = Infinity;
    const now = clock.monotonic();
    const share = evenShare();
    const base = baseInterval(share);
    const isShared = isStepping || now >= tickedAt + base;
    // A view that was served by the last tick is served by this one, however early it comes.
    const early = isStepping ? Math.max(tickedAt + base - now, 0) : 0;
    isStepping = false;
    if (isShared) tickedAt = now;
    for (const view of views.values()) {
      if (!isWaiting(view)) continue;
      const isDue = isShared && now + early >= view.postedAt + intervalOf(view, share);
      if (isUrgent(view) || isDue) publish(view, now);
    }
    wake();
  }

  function stampOf(view: View): FrameStamp {
    return {
      state: edges.stateOf(view.chain),
      clockOffset: edges.clockOffset(),
      postedAt: clock.now(),
      measured: edges.measures() !== null,
    };
  }

  function publish(view: View, now: number): void {
    const measures = edges.measures();
    measures?.begin(view);
    const model = modeller.model(view.chain, fieldsOf(view.chain));
    if (model !== null && updateWindow(view, model)) {
      view.needsFull = true;
      edges.onWindow(view.chain);
    }
    const stamp = stampOf(view);
    const frame = frameOf(view, model, stamp);
    view.seenVersion = view.chain.version;
    view.seenState = stamp.state;
    view.isUrgent = false;
    view.isBlank = model === null;
    if (frame === null) return;
    view.needsFull = false;
    view.credit--;
    view.postedAt = now;
    measures?.posted(view, stamp, frame.byteLength);
    view.port.postMessage(frame, [frame]);
  }

  function frameOf(view: View, model: ChainModel | null, stamp: FrameStamp): ArrayBuffer | null {
    if (view.needsFull || (model === null && view.seenState !== stamp.state)) {
      return builder.full(view, model, stamp);
    }
    return model === null ? null : builder.delta(view, model, stamp);
  }

  return {
    views,
    add(view) {
      views.set(view.id, view);
      fieldUnions.delete(view.chain);
      view.port.onmessage = (event) => {
        if (isPaintStamps(event.data)) return edges.measures()?.painted(view, event.data);
        const more = creditOf(event.data);
        if (more === 0) return;
        edges.measures()?.credited(view, intervalOf(view, evenShare()));
        const wasWaiting = view.credit === 0;
        view.credit = Math.min(view.credit + more, FRAME_WINDOW);
        if (wasWaiting) wake();
      };
      wake();
    },
    remove(view) {
      views.delete(view.id);
      edges.measures()?.removeView(view);
      fieldUnions.delete(view.chain);
      view.port.onmessage = null;
      view.port.close();
    },
    touch(view) {
      fieldUnions.clear();
      if (view.needsFull) view.isUrgent = true;
      wake();
    },
    changed: () => wake(true),
  };
}
