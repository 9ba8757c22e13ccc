import { AppError } from "#domain/errors.ts";
import type { PricingKernel } from "#domain/pricing/kernel.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel.ts";
import { BuilderRequest, BuilderRequestV2 } from "#protocol/http/builder.ts";
import { type BuilderOutcome, builderAnswer, builderAnswerV2 } from "#protocol/http/builder-answer.ts";
import type { BuilderMarket } from "#protocol/http/builder-market.ts";
import { type ComputeCall, decodeLivePricesQuestion, encodeLivePricesAnswer } from "../bus/compute.ts";
import { createBodyReader } from "./body.ts";
import { createLivePricesMaker } from "./live-prices/live-prices.ts";
import type { ComputeMarket } from "./market/market.ts";
import type { MarketSnapshot } from "./market/snapshots.ts";
import type { Turns } from "./turns.ts";

/** What a call is asked with and answers, as `bus/compute.ts` describes. @throws AppError */
export type ComputeAnswer = (payload: Uint8Array) => Promise<Uint8Array>;

/** Arithmetic, by what it is good for. */
export interface ComputeKernels {
  readonly pricing: PricingKernel;
  readonly strategy: StrategyKernel;
}

interface CallsOptions {
  readonly market: ComputeMarket;
  readonly kernels: ComputeKernels;
  readonly turns: Turns;
}

// Compiled once, for both markets.
const readBuilder = createBodyReader(BuilderRequest);
const readBuilderV2 = createBodyReader(BuilderRequestV2);

function payloadOf(outcome: BuilderOutcome) {
  if (outcome.ok) return outcome.payload;
  const { code, message, details } = outcome.refusal;
  throw new AppError(code, message, details);
}

function toJson(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

/** The calls of the role over one market. */
export function createCalls({ market, kernels, turns }: CallsOptions): Record<ComputeCall, ComputeAnswer> {
  const livePrices = createLivePricesMaker(kernels.pricing);

  /** A snapshot that had to be fetched comes with a turn of its own: all who waited for it must not go on at once. */
  async function snapshotOf(token: number): Promise<MarketSnapshot> {
    const held = market.snapshot(token);
    if (!(held instanceof Promise)) return held;
    const fetched = await held;
    await turns.take();
    return fetched;
  }

  const builderMarket = async (token: number): Promise<BuilderMarket> =>
    market.builderMarket(await snapshotOf(token));

  return {
    async live_prices(payload) {
      const { underlying, etag } = decodeLivePricesQuestion(payload);
      return encodeLivePricesAnswer(await livePrices.answer(await snapshotOf(underlying), etag));
    },
    async builder_v3(body) {
      const request = readBuilder(body);
      const outcome = builderAnswer(request, await builderMarket(request.underlying_token), kernels.strategy);
      return toJson({ payload: payloadOf(outcome) });
    },
    async builder_v2(body) {
      const request = readBuilderV2(body);
      const known = await builderMarket(request.underlying_token);
      return toJson({ data: { payload: payloadOf(builderAnswerV2(request, known, kernels.strategy)) } });
    },
  };
}
