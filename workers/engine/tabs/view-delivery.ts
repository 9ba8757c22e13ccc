import type { FeedState } from "#protocol/frames/chain-frame.ts";
import type { PaintStamps } from "./credit.ts";
import { createHeldFrame, type FrameStamp, type HeldFrame } from "./frame-builder.ts";
import type { View } from "./view.ts";

/** How far a view's receiver has been served: the publisher's own, which others only read. */
export interface ViewDelivery {
  readonly view: View;
  readonly held: HeldFrame;
  /** Frames that the receiver can still take. */
  credit: number;
  /** Storage is being asked for the last known chain: a frame without figures would only flash. */
  isHeldBack: boolean;
  /** Its chain has figures, and what makes a model of them is on its way. */
  lacksModel: boolean;
  /** The next frame must replace everything. */
  needsFull: boolean;
  /** The tab waits for this one: it does not wait for the shared tick. */
  isUrgent: boolean;
  /** The receiver was told that there are no figures yet: the first ones do not wait either. */
  isBlank: boolean;
  /** Monotonic. */
  postedAt: number;
  seenVersion: number;
  seenState: FeedState | null;
}

export const createDelivery = (view: View): ViewDelivery => ({
  view,
  held: createHeldFrame(),
  credit: 0,
  isHeldBack: false,
  lacksModel: false,
  needsFull: true,
  isUrgent: true,
  isBlank: false,
  postedAt: Number.NEGATIVE_INFINITY,
  seenVersion: -1,
  seenState: null,
});

/** Served at once, whenever the last frame was. */
export function isUrgent({ view, isUrgent: isAsked, isBlank }: ViewDelivery): boolean {
  return isAsked || (isBlank && view.chain.table !== null && view.chain.root !== null);
}

/** What is told of frames while the engine's performance is watched. */
export interface FrameWatch {
  /** The engine begins to make a frame for a view. */
  begin(delivery: Readonly<ViewDelivery>): void;
  /** The frame is made and goes out now. */
  posted(delivery: Readonly<ViewDelivery>, stamp: FrameStamp, bytes: number): void;
  /** A view is looked at whose turn has not come: is its painter why? */
  passedOver(delivery: Readonly<ViewDelivery>): void;
  /** The painter asks for more frames; the view gets one every `intervalMs` at most. */
  credited(delivery: Readonly<ViewDelivery>, intervalMs: number): void;
  /** A frame is on screen, and those before it that it replaced are not. */
  painted(view: View, stamps: PaintStamps): void;
  removeView(view: View): void;
}
