/** What is asked about adjusting the strategy: of the tab's own worker, which holds the contracts beside those of the legs. */

import { ANONYMOUS } from "#domain/access/brokers.ts";
import type { AdjustOutcome, AdjustQuestion } from "#workers/compute/api.ts";
import type { AnalyzerCompute, AnalyzerEdges } from "./edges.ts";
import { builderRequest, hasTrades } from "./request-of.ts";
import type { Store } from "./store.ts";
import { NO_WORKER_TO_ADJUST, NOTHING_TO_ADJUST } from "./texts.ts";

export type AdjustWanted = Pick<AdjustQuestion, "goal" | "adjustment">;

const refused = (message: string): AdjustOutcome => ({
  ok: false,
  refusal: { code: "prices.failed", message, details: {} },
});

export function createAdjusting(
  { view, instance: current }: Store,
  compute: () => AnalyzerCompute | null,
  { caller }: Pick<AnalyzerEdges, "caller">,
): (wanted: AdjustWanted) => Promise<AdjustOutcome | null> {
  return async (wanted) => {
    const instance = current();
    const token = view.underlying?.token;
    const worker = compute();
    if (instance === null || token === undefined || view.mayAnalyse !== true || !hasTrades(instance))
      return refused(NOTHING_TO_ADJUST);
    if (worker === null) return refused(NO_WORKER_TO_ADJUST);
    const broker = caller.read().broker ?? ANONYMOUS;
    return worker.adjust({ ...wanted, request: builderRequest(instance, token, broker), broker });
  };
}
