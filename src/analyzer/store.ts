/** The analyzer's state, and who is told of what happens to it. */

import { ref } from "valtio";
import type { AnalyzerContext } from "#domain/strategy/analyzer/actions.ts";
import { initialState, instanceOf } from "#domain/strategy/analyzer/instances.ts";
import type { Namespace } from "#domain/strategy/analyzer/model.ts";
import { reduce } from "#domain/strategy/analyzer/reduce.ts";
import { REFUSALS, refusalOf } from "#domain/strategy/analyzer/refusals.ts";
import type { BuilderAction, BuilderAnswers, BuilderInstance, BuilderState } from "./answers.ts";
import type { Clock } from "./edges.ts";
import { createPace } from "./pace.ts";
import type { AnalyzerView, KeptInstance } from "./view.ts";

/**
 * While something is dragged React draws the strategy together with its figures, ten times a second; by itself it waits a little longer, so
 * that the page is not drawn twice. Who paints has it with each answer.
 */
const DRAG_MS = 120;

/** Something has changed. */
export interface Change {
  readonly action: BuilderAction;
  readonly before: BuilderInstance | null;
  readonly after: BuilderInstance | null;
}

export interface Store {
  readonly view: AnalyzerView;
  /** As it is now; `view.instance` follows a drag a few times a second. */
  instance(): BuilderInstance | null;
  /** Market time, epoch ms; NaN unknown. */
  now(): number;
  /** What an action would make of it, which is not done; null before an underlying is opened. */
  after(action: BuilderAction): BuilderInstance | null;
  dispatch(action: BuilderAction): void;
  /** Why an action would come to nothing, for people; null when it would not. */
  refusalOf(action: BuilderAction): string | null;
  /** React has the strategy now, if it has another one. */
  publish(): void;
  /** Told in the order of subscription, of changes made while telling too, once each. */
  onChange(listener: (change: Change) => void): () => void;
  dispose(): void;
}

const isSame = (a: readonly KeptInstance[], b: readonly KeptInstance[]): boolean =>
  a.length === b.length &&
  a.every(
    (each, i) =>
      each.instanceId === b[i]!.instanceId &&
      each.underlying === b[i]!.underlying &&
      each.legs === b[i]!.legs,
  );

/** @param now market time, epoch ms; NaN unknown */
export function createStore(
  namespace: Namespace,
  view: AnalyzerView,
  { clock, now }: { readonly clock: Clock; readonly now: () => number },
): Store {
  let state: BuilderState = initialState<BuilderAnswers>();
  let isOpen = false;
  const listeners = new Set<(change: Change) => void>();
  const untold: Change[] = [];
  let isTelling = false;

  function tell(change: Change): void {
    untold.push(change);
    if (isTelling) return;
    isTelling = true;
    try {
      for (let next = untold.shift(); next !== undefined; next = untold.shift()) {
        for (const listener of listeners) listener(next);
      }
    } finally {
      isTelling = false;
      untold.length = 0;
    }
  }

  const current = (): BuilderInstance | null => (isOpen ? instanceOf(state, namespace) : null);

  function context(): AnalyzerContext {
    const isKnown = view.underlying !== null && view.underlying.symbol === current()?.underlying;
    return { namespace, contracts: isKnown ? view.contracts : null, now: now() };
  }

  const publishing = createPace(clock, () => {
    const instance = current();
    view.instance = instance === null ? null : ref(instance);
    const kept =
      instance === null
        ? []
        : state[namespace].map(({ instanceId, underlying, legs }) => ({
            instanceId,
            underlying,
            legs: legs.length,
          }));
    if (!isSame(kept, view.instances)) view.instances = ref(kept);
  });

  return {
    view,
    instance: current,
    now,
    after: (action) => (isOpen ? instanceOf(reduce(state, action, context()), namespace) : null),
    dispatch(action) {
      const before = current();
      // Before an underlying is opened there is nothing that an action could be about.
      if (before === null && action.type !== "open") return;
      state = reduce(state, action, context());
      isOpen = true;
      const after = current();
      if (after === before) return;
      const isDragged = before?.dragFrom != null && after?.dragFrom != null;
      publishing.call(isDragged ? DRAG_MS : 0);
      tell({ action, before, after });
    },
    refusalOf(action) {
      const instance = current();
      const refusal = instance === null ? "NO_INSTRUMENTS" : refusalOf(instance, action, context());
      return refusal === null ? null : REFUSALS[refusal];
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish: publishing.flush,
    dispose: publishing.cancel,
  };
}
