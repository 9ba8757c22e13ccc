import type { FeedState } from "#protocol/frames/chain-frame.ts";
import type { ChainModel, Modeller } from "../chains/chain-model.ts";
import type { LiveChain } from "../chains/live-chain.ts";
import type { Clock } from "../edges.ts";
import { createFrameBuilder, type FrameStamp } from "./frame-builder.ts";
import type { View } from "./view.ts";
import type { FrameWatch, ViewDelivery } from "./view-delivery.ts";

/** Makes frames and posts them. */
interface Serving {
  /** Sends the view what has changed since its last frame, if anything has. */
  serve(delivery: ViewDelivery, now: number): void;
  /** Views, or what they look at, are others. */
  forgetFields(): void;
}

export interface ServingEdges {
  readonly clock: Clock;
  readonly modeller: Modeller;
  stateOf(chain: LiveChain): FeedState;
  /** Server clock less the device's, ms; NaN unknown. */
  clockOffset(): number;
  /** null while no tab watches the engine's performance. */
  measures(): FrameWatch | null;
  /** The window of a view of this chain has other rows. */
  onWindow(chain: LiveChain): void;
}

/** @param views all that are served */
export function createServing(edges: ServingEdges, views: () => Iterable<View>): Serving {
  const { clock, modeller } = edges;
  const builder = createFrameBuilder();
  /** What all views of a chain show together, for one solution to serve them. */
  const fieldUnions = new Map<LiveChain, Uint8Array>();

  function fieldsOf(chain: LiveChain): Uint8Array {
    let union = fieldUnions.get(chain);
    if (union === undefined) {
      const numbers = new Set<number>();
      for (const view of views()) {
        if (view.chain === chain) for (const field of view.fields) numbers.add(field);
      }
      union = Uint8Array.from(numbers).sort();
      fieldUnions.set(chain, union);
    }
    return union;
  }

  function frameOf(delivery: ViewDelivery, model: ChainModel | null, stamp: FrameStamp): ArrayBuffer | null {
    const { view, held } = delivery;
    if (delivery.needsFull || (model === null && delivery.seenState !== stamp.state)) {
      return builder.full(view, held, model, stamp);
    }
    return model === null ? null : builder.delta(view, held, model, stamp);
  }

  return {
    serve(delivery, now) {
      const { view } = delivery;
      const { chain } = view;
      const measures = edges.measures();
      measures?.begin(delivery);
      const model = modeller.model(chain, fieldsOf(chain));
      // Its model waits for code that is on its way: a blank frame would say that there are no figures.
      delivery.lacksModel = model === null && chain.table !== null && chain.root !== null;
      if (delivery.lacksModel) return;
      if (model !== null && view.window.update(chain, model, view.spec)) {
        delivery.needsFull = true;
        edges.onWindow(chain);
      }
      const stamp: FrameStamp = {
        state: edges.stateOf(chain),
        clockOffset: edges.clockOffset(),
        postedAt: clock.now(),
        measured: measures !== null,
      };
      const frame = frameOf(delivery, model, stamp);
      delivery.seenVersion = chain.version;
      delivery.seenState = stamp.state;
      delivery.isUrgent = false;
      delivery.isBlank = model === null;
      if (frame === null) return;
      delivery.needsFull = false;
      delivery.credit--;
      delivery.postedAt = now;
      measures?.posted(delivery, stamp, frame.byteLength);
      view.port.postMessage(frame, [frame]);
    },
    forgetFields: () => fieldUnions.clear(),
  };
}
