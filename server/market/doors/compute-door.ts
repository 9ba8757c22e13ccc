import { AppError } from "#domain/errors.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Metrics } from "../../platform/lib/metrics.ts";
import { type ComputeCall, encodeComputeQuestion } from "../bus/compute-questions.ts";
import { computeRequest } from "../bus/market-subjects.ts";

/** The way to the compute role for bodies that this thread does not look into. */
export interface ComputeDoor {
  /**
   * @param bus of the market that the caller is given
   * @param body as it came
   * @param who the caller: requests of one are counted together, and take turns with those of others
   * @returns the JSON to answer with
   * @throws AppError what the role says; request.rate_limited, server.unavailable
   */
  ask(bus: Bus, call: ComputeCall, body: Uint8Array, who: string): Promise<Buffer>;
}

/** Requests of this process that compute has not answered yet: what they hold must stay small while it is stuck or gone. */
const MOST_UNDER_WAY = 512;
/** Of one account: a page asks anew while it still waits for the last two or three answers, and has a few windows. */
const MOST_OF_ONE = 12;
/** Longer than compute lets a request wait for its turn; after it the caller is gone. */
const TIMEOUT_MS = 3_000;

function busy(): AppError {
  return new AppError("server.unavailable", "Too much is being computed; try again shortly", {
    retry_after: 1,
  });
}

/** The caller is not told how the inside is called. */
function asTold(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== "server.unavailable") return error;
  const retryAfter = error.details.retry_after ?? 2;
  const text = "Analytics are not available for a moment; try again shortly";
  return new AppError("server.unavailable", text, { retry_after: retryAfter }, { cause: error });
}

export function createComputeDoor(metrics: Metrics): ComputeDoor {
  const ofAccount = new Map<string, number>();
  const requests = new Map<string, number>();
  const seconds = new Map<string, number>();
  const failures = new Map<string, number>();
  let underWay = 0;
  const add = (counts: Map<string, number>, key: string, by: number) =>
    void counts.set(key, (counts.get(key) ?? 0) + by);

  metrics.gauge("compute_under_way", "Requests that compute has not answered yet", () => underWay);
  metrics.counters("compute_requests_total", "Requests to compute", "call", () => requests);
  metrics.counters("compute_seconds_total", "Time from asking to answer", "call", () => seconds);
  metrics.counters("compute_failures_total", "Requests answered with an error", "code", () => failures);

  function enter(who: string): void {
    if (underWay >= MOST_UNDER_WAY) throw busy();
    const own = ofAccount.get(who) ?? 0;
    if (own >= MOST_OF_ONE) {
      const text = "Earlier requests of yours are still being computed; try again shortly";
      throw new AppError("request.rate_limited", text, { retry_after: 1 });
    }
    underWay++;
    ofAccount.set(who, own + 1);
  }

  function leave(who: string): void {
    underWay--;
    const own = (ofAccount.get(who) ?? 1) - 1;
    if (own === 0) ofAccount.delete(who);
    else ofAccount.set(who, own);
  }

  return {
    async ask(bus, call, body, who) {
      const startedAt = performance.now();
      add(requests, call, 1);
      try {
        enter(who);
        try {
          const question = encodeComputeQuestion({ who, body });
          const answer = await bus.request(computeRequest(call), question, TIMEOUT_MS);
          return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
        } finally {
          leave(who);
        }
      } catch (error) {
        const told = asTold(error);
        add(failures, told instanceof AppError ? told.code : "server.internal", 1);
        throw told;
      } finally {
        add(seconds, call, (performance.now() - startedAt) / 1000);
      }
    },
  };
}
