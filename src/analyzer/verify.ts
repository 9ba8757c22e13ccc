/** The server's summaries, computed again here when nothing else is to do: both sides are one code, so they must agree. */

import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { Counters } from "./counters.ts";
import type { AnalyzerCompute, AnalyzerEdges } from "./edges.ts";

/** Kernels differ by rounding alone. */
const MOST_DIFFERENCE = 1e-9;

export interface Verify {
  /** Of several that wait the newest is computed. */
  later(request: BuilderRequest, payload: BuilderPayload): void;
}

export function createVerify(
  compute: () => AnalyzerCompute | null,
  counters: Counters,
  { whenIdle, log }: Pick<AnalyzerEdges, "whenIdle" | "log">,
): Verify {
  let waiting: { readonly request: BuilderRequest; readonly payload: BuilderPayload } | null = null;

  async function run(): Promise<void> {
    await whenIdle();
    const job = waiting;
    waiting = null;
    if (job === null) return;
    try {
      const outcome = (await compute()?.verify(job.request, job.payload)) ?? null;
      if (outcome === null) return;
      const worst = [outcome.own, outcome.live].find(
        (each) => each !== null && !(each.relative <= MOST_DIFFERENCE),
      );
      const difference = worst == null ? null : `${worst.where}: ${worst.relative}`;
      counters.verified(difference, outcome.wasHeld);
      if (difference !== null) log("The server's summary differs from the one computed here", difference);
    } catch (error) {
      log("The server's summary could not be computed again", error);
    }
  }

  return {
    later(request, payload) {
      const isWaiting = waiting !== null;
      waiting = { request, payload };
      if (!isWaiting) void run();
    },
  };
}
