/** The payoff of the strategy as it is now, on whichever tab it is looked at: a tab without curves asks for none. */

import { ANONYMOUS } from "#domain/access/brokers.ts";
import { ANALYZER_LOGS } from "#domain/strategy/analyzer/answers.ts";
import { builder } from "#protocol/generated/http/calls/strategies/builder.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { AnalyzerCompute, AnalyzerEdges } from "./edges.ts";
import { builderRequest, hasTrades, withCurves } from "./request-of.ts";
import type { Store } from "./store.ts";

/** An answer whose curves are there. */
export type PayoffPayload = BuilderPayload & {
  readonly payoff_prices: number[];
  readonly payoffs_at_expiry: number[];
};

const hasCurves = (payload: BuilderPayload | null): payload is PayoffPayload =>
  payload !== null && payload.payoff_prices !== null && payload.payoffs_at_expiry !== null;

/** @returns null where there is no strategy, or neither worker nor server knows what it pays */
export function createPayoff(
  { view, instance: current }: Store,
  compute: () => AnalyzerCompute | null,
  { caller, call, log }: Pick<AnalyzerEdges, "caller" | "call" | "log">,
): () => Promise<PayoffPayload | null> {
  async function ofWorker(request: BuilderRequest): Promise<BuilderPayload | null> {
    const outcome = await compute()
      ?.look(request, { summary: true })
      .catch(() => null);
    return outcome?.ok === true ? outcome.look.summary : null;
  }

  async function ofServer(request: BuilderRequest): Promise<BuilderPayload | null> {
    const brokerId = String(caller.read().broker ?? ANONYMOUS);
    try {
      return (await call(builder, { params: { brokerId }, body: request })).payload;
    } catch (error) {
      log(ANALYZER_LOGS.summary, error);
      return null;
    }
  }

  return async () => {
    const instance = current();
    const token = view.underlying?.token;
    if (instance === null || token === undefined || view.mayAnalyse !== true || !hasTrades(instance))
      return null;
    if (view.payloadRevision === instance.revision && hasCurves(view.payload)) return view.payload;
    const request = withCurves(builderRequest(instance, token));
    const told = await ofWorker(request);
    if (hasCurves(told)) return told;
    const answered = await ofServer(request);
    return hasCurves(answered) ? answered : null;
  };
}
