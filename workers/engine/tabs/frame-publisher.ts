import { creditOf, FRAME_WINDOW, isPaintStamps } from "./credit.ts";
import type { HeldFrame } from "./frame-builder.ts";
import { createFrameClock } from "./frame-clock.ts";
import { createServing, type ServingEdges } from "./frame-serving.ts";
import { createFrameShare } from "./frame-share.ts";
import type { View } from "./view.ts";
import { createDelivery, isUrgent, type ViewDelivery } from "./view-delivery.ts";

/**
 * Sends views their frames: the newest state, at most one a credit and `maxRate` a second, nothing when nothing changed
 * and nothing to hidden tabs. All views share one tick (frame-clock.ts) and one budget (frame-share.ts); the tick runs only
 * when something is due. A view just opened, configured or seen again is served at once.
 */
export interface Publisher {
  /** @param restored settles when storage has told what it has of the view's chain; null when it is not asked */
  add(view: View, restored: Promise<void> | null): void;
  /** The view looks elsewhere: its next frame is full and goes out at once. */
  configured(view: View, restored: Promise<void> | null): void;
  /** The view was shown or hidden: its next frame is full, and goes out at once when it is in sight. */
  shown(view: View): void;
  remove(view: View): void;
  /** What the view's painter holds; null while that is to be replaced. */
  heldBy(view: View): HeldFrame | null;
  /** Figures of some chain, or what is known of their state, changed. */
  changed(): void;
  /** Models are made of other figures now, though their chains are as they were. */
  remade(): void;
}

export interface PublisherEdges extends ServingEdges {
  /** The tab that the user works in, of all that can be seen. */
  isFocused(tabId: number): boolean;
}

export function createPublisher(edges: PublisherEdges): Publisher {
  const { clock } = edges;
  const deliveries = new Map<View, ViewDelivery>();
  const share = createFrameShare(edges.isFocused);
  const frames = createFrameClock(clock, tick);
  const serving = createServing(edges, () => deliveries.keys());

  function isWaiting(delivery: ViewDelivery): boolean {
    const { view, credit, isHeldBack, lacksModel, needsFull, seenVersion, seenState } = delivery;
    if (!view.visible || credit === 0 || isHeldBack || lacksModel) return false;
    return needsFull || seenVersion !== view.chain.version || seenState !== edges.stateOf(view.chain);
  }

  function wake(hasNews = false): void {
    const now = clock.monotonic();
    const measures = edges.measures();
    let due = Infinity;
    let base = -1;
    let even = 0;
    for (const delivery of deliveries.values()) {
      if (!isWaiting(delivery)) {
        measures?.passedOver(delivery);
        continue;
      }
      if (isUrgent(delivery)) {
        due = now;
        break;
      }
      if (base < 0) {
        even = share.even(deliveries.values());
        base = share.shortest(deliveries.values(), even);
      }
      due = Math.min(due, frames.due(delivery.postedAt + share.intervalOf(delivery, even), now, base));
    }
    if (hasNews) due = frames.heard(due, now, base);
    frames.arm(due, now);
  }

  function tick(): void {
    const now = clock.monotonic();
    const even = share.even(deliveries.values());
    const early = frames.begin(now, share.shortest(deliveries.values(), even));
    for (const delivery of deliveries.values()) {
      if (!isWaiting(delivery)) continue;
      const isDue = now + early >= delivery.postedAt + share.intervalOf(delivery, even);
      if (isUrgent(delivery) || isDue) serving.serve(delivery, now);
    }
    wake();
  }

  function holdBack(delivery: ViewDelivery, restored: Promise<void> | null): void {
    delivery.isHeldBack = restored !== null;
    void restored?.then(() => {
      delivery.isHeldBack = false;
      if (deliveries.has(delivery.view)) touch(delivery);
    });
  }

  /** It may be due at once. */
  function touch(delivery: ViewDelivery): void {
    serving.forgetFields();
    if (delivery.needsFull) delivery.isUrgent = true;
    wake();
  }

  function take(delivery: ViewDelivery, data: unknown): void {
    if (isPaintStamps(data)) return edges.measures()?.painted(delivery.view, data);
    const more = creditOf(data);
    if (more === 0) return;
    edges.measures()?.credited(delivery, share.intervalOf(delivery, share.even(deliveries.values())));
    const wasWaiting = delivery.credit === 0;
    delivery.credit = Math.min(delivery.credit + more, FRAME_WINDOW);
    if (wasWaiting) wake();
  }

  return {
    add(view, restored) {
      const delivery = createDelivery(view);
      holdBack(delivery, restored);
      deliveries.set(view, delivery);
      serving.forgetFields();
      view.port.onmessage = (event) => take(delivery, event.data);
      wake();
    },
    configured(view, restored) {
      const delivery = deliveries.get(view);
      if (delivery === undefined) return;
      delivery.needsFull = true;
      delivery.lacksModel = false;
      holdBack(delivery, restored);
      touch(delivery);
    },
    shown(view) {
      const delivery = deliveries.get(view);
      if (delivery === undefined) return;
      delivery.needsFull = true;
      if (view.visible) touch(delivery);
    },
    remove(view) {
      deliveries.delete(view);
      edges.measures()?.removeView(view);
      serving.forgetFields();
      view.port.onmessage = null;
      view.port.close();
    },
    heldBy(view) {
      const delivery = deliveries.get(view);
      return delivery === undefined || delivery.needsFull || delivery.isBlank ? null : delivery.held;
    },
    changed: () => wake(true),
    remade() {
      for (const delivery of deliveries.values()) {
        delivery.lacksModel = false;
        delivery.seenVersion = -1;
      }
      wake(true);
    },
  };
}
