/**
 * What is looked at beside the analysis: asked of the tab's worker for as long as it is looked at, when React is told of a new answer
 * anyway, and less often while something is dragged (rule STRAT-58).
 */

import type { Look, LookWants } from "#workers/compute/api.ts";
import type { BuilderAction, BuilderInstance } from "../answers.ts";
import type { AnalyzerEdges } from "../edges.ts";
import type { LocalAnswers } from "../local-answers.ts";
import { createPace } from "../pace.ts";
import { builderRequest, hasTrades, netBroker, withCurves } from "../request-of.ts";
import type { Shown } from "../shown.ts";
import type { Store } from "../store.ts";

const DRAG_MS = 250;

export interface LookTold {
  /** The newest; null before one. */
  readonly look: Look | null;
  /** It answers an older question, and the newer one has no answer. */
  readonly isStale: boolean;
  /** Nothing can be told: the worker does not run, or has no market of these legs. */
  readonly isMissing: boolean;
}

export const NOTHING_TOLD: LookTold = { look: null, isStale: false, isMissing: false };

export interface Looks {
  /**
   * @param change of the strategy as it would be after it; nothing is told while that comes to nothing, or while something is dragged
   * @returns ends it
   */
  watch(wants: LookWants, listener: (told: LookTold) => void, change?: BuilderAction): () => void;
  dispose(): void;
}

interface Parts {
  readonly store: Store;
  readonly shown: Shown;
  readonly local: Pick<LocalAnswers, "compute">;
  readonly edges: Pick<AnalyzerEdges, "clock" | "visibility" | "caller">;
}

export function createLooks({ store, shown, local, edges }: Parts): Looks {
  const { clock, visibility, caller } = edges;
  const watchers = new Set<{ look(): void; end(): void }>();

  /** What is looked at; null where a change comes to nothing. */
  function lookedAt(change: BuilderAction | undefined): BuilderInstance | null {
    const instance = store.instance();
    if (change === undefined) return instance;
    const after = instance?.dragFrom == null ? store.after(change) : null;
    return after === instance ? null : after;
  }

  function watcher(wants: LookWants, listener: (told: LookTold) => void, change?: BuilderAction) {
    let told = NOTHING_TOLD;
    let isAsking = false;
    let isDue = false;
    let isOver = false;
    const pace = createPace(clock, ask);

    function tell(next: LookTold): void {
      if (isOver) return;
      told = next;
      listener(next);
    }

    const miss = (): void => tell({ look: told.look, isStale: told.look !== null, isMissing: true });

    function ask(): void {
      const instance = lookedAt(change);
      const token = store.view.underlying?.token;
      if (isOver || token === undefined || !visibility.read()) return;
      if (instance === null || !hasTrades(instance) || store.view.payload === null) return tell(NOTHING_TOLD);
      const compute = local.compute();
      if (compute === null || store.view.mayAnalyse !== true) return miss();
      if (isAsking) {
        isDue = true;
        return;
      }
      isAsking = true;
      const { instanceId, underlying } = instance;
      const asked = builderRequest(instance, token, netBroker(instance, caller.read().broker));
      compute
        .look(wants.summary === true ? withCurves(asked) : asked, wants)
        .then((outcome) => {
          const now = store.instance();
          // Of what was on screen before.
          if (now?.instanceId !== instanceId || now.underlying !== underlying || !hasTrades(now)) return;
          if (change !== undefined && lookedAt(change) === null) return tell(NOTHING_TOLD);
          if (!outcome.ok) return miss();
          tell({ look: outcome.look, isStale: false, isMissing: false });
        }, miss)
        .finally(() => {
          isAsking = false;
          if (!isDue) return;
          isDue = false;
          look();
        });
    }

    function look(): void {
      pace.call(store.instance()?.dragFrom != null ? DRAG_MS : 0);
    }

    return {
      look,
      end() {
        isOver = true;
        pace.cancel();
      },
    };
  }

  const lookAll = (): void => {
    for (const each of watchers) each.look();
  };
  const unsubscribe = [
    shown.onPublish(lookAll),
    store.onChange(({ before, after }) => {
      const wasThere = before !== null && hasTrades(before);
      if (wasThere && (after === null || !hasTrades(after) || after.underlying !== before.underlying))
        lookAll();
    }),
  ];

  return {
    watch(wants, listener, change) {
      const own = watcher(wants, listener, change);
      watchers.add(own);
      own.look();
      return () => {
        own.end();
        watchers.delete(own);
      };
    },
    dispose() {
      for (const end of unsubscribe) end();
      for (const each of watchers) each.end();
      watchers.clear();
    },
  };
}
