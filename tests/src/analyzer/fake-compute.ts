/** A worker in the hands of a test: it answers at once, when it is told to, or not at all. */

import { strategyLook } from "#analysis/strategy-looks.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { AnalyzerCompute, StrategyMarketSpec } from "#src/analyzer/edges.ts";
import { type market, NOW, SPOT } from "#tests/domain/strategy/strategy-fixture.ts";
import { settle } from "#tests/support/fake-clock.ts";
import type {
  AdjustQuestion,
  ComputeOutcome,
  LookWants,
  MarketHead,
  MarketRefusal,
  Verification,
} from "#workers/compute/api.ts";
import type { Refusal } from "#workers/engine/api.ts";
import { builderMarket, NIFTY, payloadOf } from "./world-market.ts";

const NO_DIFFERENCE: Verification = {
  own: { relative: 0, where: "" },
  live: null,
  wasHeld: false,
  verified: 1,
  held: 0,
};

export interface Question {
  readonly request: BuilderRequest;
  answer(): Promise<void>;
  lose(): Promise<void>;
}

export function createComputeFake() {
  const heads = new Set<(head: MarketHead | MarketRefusal) => void>();
  const restarts = new Set<() => void>();
  const worker = {
    questions: [] as BuilderRequest[],
    looks: [] as { readonly request: BuilderRequest; readonly wants: LookWants }[],
    open: [] as Question[],
    /** Questions are answered at once; else a test does it. */
    isPrompt: true,
    isBroken: false,
    isDisposed: false,
    hasMarket: true,
    market: {} as Parameters<typeof market>[0],
    setMarkets: [] as unknown[],
    adjustments: [] as AdjustQuestion[],
    verified: [] as BuilderPayload[],
    verification: NO_DIFFERENCE as Verification,
    /** Whether the worker held the market of an answer; else what `verification` says. */
    isHeld: null as ((payload: BuilderPayload) => boolean) | null,
    specs: [] as (StrategyMarketSpec | "closed")[],
    refuse: (_: Refusal) => {},
    head(change: Partial<MarketHead> = {}) {
      for (const tell of heads) tell({ ...HEAD, ...change });
      return settle();
    },
    refuseMarket(refused: MarketRefusal["refused"]) {
      for (const tell of heads) tell({ refused });
    },
    restart() {
      worker.isBroken = false;
      for (const tell of restarts) tell();
      return settle();
    },
  };

  function outcomeOf(request: BuilderRequest): ComputeOutcome {
    if (!worker.hasMarket) {
      return { ok: false, refusal: { code: "prices.failed", message: "no market yet", details: {} } };
    }
    const payload = payloadOf(request, worker.market);
    return { ok: true, payload, market: { source: "live", asOf: payload.as_of, expiries: [] } };
  }

  const compute: AnalyzerCompute = {
    builder(request) {
      worker.questions.push(request);
      if (worker.isBroken) return Promise.reject(new Error("no script"));
      if (worker.isPrompt) return Promise.resolve(outcomeOf(request));
      return new Promise((resolve) => {
        worker.open.push({
          request,
          answer() {
            resolve(outcomeOf(request));
            return settle();
          },
          lose() {
            resolve(null);
            return settle();
          },
        });
      });
    },
    async look(request, wants) {
      worker.looks.push({ request, wants });
      if (worker.isBroken) throw new Error("no script");
      if (!worker.hasMarket) {
        return { ok: false, refusal: { code: "prices.failed", message: "no market yet", details: {} } };
      }
      return strategyLook(request, wants, builderMarket(worker.market), referenceStrategyKernel);
    },
    async adjust(question) {
      worker.adjustments.push(question);
      return { ok: false, refusal: { code: "prices.failed", message: "no market yet", details: {} } };
    },
    async verify(_, payload) {
      worker.verified.push(payload);
      const { isHeld, verification } = worker;
      return isHeld === null ? verification : { ...verification, wasHeld: isHeld(payload) };
    },
    setMarket: (body) => void worker.setMarkets.push(body),
    onMarket(listener) {
      heads.add(listener);
      return () => void heads.delete(listener);
    },
    onRestart(listener) {
      restarts.add(listener);
      return () => void restarts.delete(listener);
    },
    openMarket(spec, onRefused) {
      worker.specs.push(spec);
      worker.refuse = onRefused;
      return {
        configure: (next) => void worker.specs.push(next),
        close: () => void worker.specs.push("closed"),
      };
    },
    dispose() {
      worker.isDisposed = true;
    },
  };
  return { worker, compute };
}

export const HEAD: MarketHead = {
  underlying: NIFTY,
  frame: 1,
  state: "live",
  isSpotImplied: false,
  isDelayed: false,
  isSimulated: false,
  isStale: false,
  isClosed: false,
  spot: SPOT,
  lastSpot: Number.NaN,
  spotPreviousClose: SPOT,
  now: NOW,
  receivedAt: NOW,
  expiries: [],
  awaited: [],
  futures: [],
};
