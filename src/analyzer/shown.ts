/**
 * Which answer is on screen. Worker and server answer the same question at different times: an answer to an older question never takes
 * the place of one to a newer, and the server's none of the worker's to the same. What is drawn is told in the next frame to those
 * who paint, and to React at a pace that it can keep.
 */

import { ref } from "valtio";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { BuilderInstance } from "./answers.ts";
import type { AnalyzerEdges, ShownPayload, Timer } from "./edges.ts";
import { createAlarm, createPace } from "./pace.ts";
import { hasTrades } from "./request-of.ts";
import type { Change, Store } from "./store.ts";
import type { PayloadSource } from "./view.ts";

/** While something is dragged React draws figures ten times a second; while they only tick, about once, in one go with the drawing. */
const DRAG_MS = 100;
const TICK_MS = 900;
/** An answer that takes longer is late: what is shown is dimmed. */
const LATE_MS = 300;

export interface Answer {
  readonly payload: BuilderPayload;
  readonly source: PayloadSource;
  readonly instanceId: string;
  readonly revision: number;
}

export interface Shown {
  /** @returns whether it is drawn */
  offer(answer: Answer): boolean;
  onPayload(listener: (shown: ShownPayload) => void): () => void;
  /** Told when React is: what else it draws at that pace is told with it, and drawn at once. */
  onPublish(listener: (answer: Answer) => void): () => void;
  /** The worker answers no more: the server's answer to the same question is as good. */
  releaseLocal(): void;
  clear(): void;
  dispose(): void;
}

/** Whether an answer to the one may be shown for the other. */
function isSameStrategy(a: BuilderInstance | null, b: BuilderInstance): boolean {
  return a?.instanceId === b.instanceId && a.underlying === b.underlying;
}

export function createShown(
  store: Store,
  { clock, visibility }: Pick<AnalyzerEdges, "clock" | "visibility">,
): Shown {
  const { view } = store;
  const listeners = new Set<(shown: ShownPayload) => void>();
  const publishers = new Set<(answer: Answer) => void>();
  let newest: Answer | null = null;
  let drawn: Answer | null = null;
  let isLocalBound = false;
  let frame: Timer | null = null;
  const late = createAlarm(clock, () => {
    view.isStale = view.payload !== null;
  });
  const publishing = createPace(clock, publish);

  function publish(): void {
    if (newest === null) return;
    view.payload = ref(newest.payload);
    view.payloadSource = newest.source;
    view.payloadRevision = newest.revision;
    for (const listener of publishers) listener(newest);
    store.publish();
  }

  function draw(): void {
    frame = null;
    if (newest === null || newest === drawn) return;
    drawn = newest;
    const { payload, source, revision } = newest;
    const isNews = revision !== view.payloadRevision;
    const isDragged = store.instance()?.dragFrom != null;
    const legs = store.instance()?.legs ?? [];
    const shown: ShownPayload = { payload, source, revision, legs, ghost: view.ghost };
    for (const listener of listeners) listener(shown);
    publishing.call(isDragged ? DRAG_MS : isNews ? 0 : TICK_MS);
  }

  function clear(): void {
    newest = null;
    drawn = null;
    isLocalBound = false;
    if (frame !== null) clock.cancelAnimationFrame(frame);
    frame = null;
    publishing.cancel();
    late.clear();
    view.payload = null;
    view.payloadSource = null;
    view.payloadRevision = -1;
    view.ghost = null;
    view.isStale = false;
  }

  function keepGhost({ before, after }: Change): void {
    const [was, is] = [before?.dragFrom != null, after?.dragFrom != null];
    if (was === is) return;
    const ghost = newest?.payload ?? null;
    view.ghost = is && ghost !== null ? ref(ghost) : null;
    // What was held back for the drag's pace is due.
    if (!is) publishing.call(0);
  }

  const unsubscribe = store.onChange((change) => {
    const { before, after } = change;
    if (after === null || !hasTrades(after) || !isSameStrategy(before, after)) clear();
    if (after === null) return;
    keepGhost(change);
    const isNewQuestion = before?.revision !== after.revision && after.revision !== newest?.revision;
    if (!isNewQuestion || !hasTrades(after)) return;
    if (!late.isSet()) late.set(LATE_MS);
    // Before what the view asks of the next frame: an answer that is there by then is in the same picture.
    if (visibility.read()) frame ??= clock.requestAnimationFrame(draw);
  });

  return {
    offer(answer) {
      const instance = store.instance();
      if (instance?.instanceId !== answer.instanceId || !hasTrades(instance)) return false;
      if (newest !== null) {
        if (answer.revision < newest.revision) return false;
        const isSame = answer.revision === newest.revision;
        if (isSame && answer.source === "server" && newest.source === "local" && isLocalBound) return false;
      }
      newest = answer;
      isLocalBound = answer.source === "local";
      view.isStale = false;
      // An answer that follows a drag a frame behind is not late.
      if (answer.revision === instance.revision) late.clear();
      else late.set(LATE_MS);
      if (!visibility.read()) draw();
      else frame ??= clock.requestAnimationFrame(draw);
      return true;
    },
    onPayload(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onPublish(listener) {
      publishers.add(listener);
      return () => void publishers.delete(listener);
    },
    releaseLocal() {
      isLocalBound = false;
    },
    clear,
    dispose() {
      unsubscribe();
      clear();
      listeners.clear();
      publishers.clear();
    },
  };
}
