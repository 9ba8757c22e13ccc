/** The server's summaries, computed again here when nothing else is to do: both sides are one code, so they must agree. */

import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { Counters } from "./counters.ts";
import type { AnalyzerCompute, AnalyzerEdges } from "./edges.ts";

/** Kernels differ by rounding alone. */
const MOST_DIFFERENCE = 1e-9;
/** The packets that an answer was made of may come after it; the live market of them is compared once they are here. */
const PACKETS_MS = 400;
/** What a tab that is busy for long does not come to is left out: the panel shows how many were computed again, and of how many. */
const MOST_WAITING = 8;

export interface Verify {
  /** Each is computed in its turn; of too many that wait the oldest is left out. */
  later(request: BuilderRequest, payload: BuilderPayload): void;
}

interface Job {
  readonly request: BuilderRequest;
  readonly payload: BuilderPayload;
}

export function createVerify(
  compute: () => AnalyzerCompute | null,
  counters: Counters,
  { clock, whenIdle, log }: Pick<AnalyzerEdges, "clock" | "whenIdle" | "log">,
): Verify {
  let waiting: readonly Job[] = [];
  let isBusy = false;

  async function verify({ request, payload }: Job): Promise<void> {
    try {
      const outcome = (await compute()?.verify(request, payload)) ?? null;
      if (outcome === null) return;
      const worst = [outcome.own, outcome.live].find(
        (each) => each !== null && !(each.relative <= MOST_DIFFERENCE),
      );
      const difference = worst == null ? null : `${worst.where}: ${Number(worst.relative.toPrecision(2))}`;
      counters.verified(difference, outcome.wasHeld);
      if (difference !== null) log("The server's summary differs from the one computed here", difference);
    } catch (error) {
      log("The server's summary could not be computed again", error);
    }
  }

  async function run(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      await whenIdle();
      const [oldest, ...others] = waiting;
      waiting = others;
      await verify(oldest!);
    }
    isBusy = false;
  }

  return {
    later(request, payload) {
      clock.setTimeout(() => {
        waiting = [...waiting, { request, payload }].slice(-MOST_WAITING);
        if (!isBusy) void run();
      }, PACKETS_MS);
    },
  };
}
