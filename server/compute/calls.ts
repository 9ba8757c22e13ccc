import type { PricingKernel } from "#domain/pricing/kernel.ts";
import { type ComputeCall, decodeLivePricesQuestion, encodeLivePricesAnswer } from "../bus/compute.ts";
import { createLivePricesMaker } from "./live-prices/live-prices.ts";
import type { ComputeMarket } from "./market/market.ts";
import type { MarketSnapshot } from "./market/snapshots.ts";
import type { Turns } from "./turns.ts";

/** What a call is asked with and answers, as `bus/compute.ts` describes. @throws AppError */
export type ComputeAnswer = (payload: Uint8Array) => Promise<Uint8Array>;

interface CallsOptions {
  readonly market: ComputeMarket;
  readonly kernel: PricingKernel;
  readonly turns: Turns;
}

/** The calls of the role over one market. */
export function createCalls({ market, kernel, turns }: CallsOptions): Record<ComputeCall, ComputeAnswer> {
  const livePrices = createLivePricesMaker(kernel);

  /** A snapshot that had to be fetched comes with a turn of its own: all who waited for it must not go on at once. */
  async function snapshotOf(token: number): Promise<MarketSnapshot> {
    const held = market.snapshot(token);
    if (!(held instanceof Promise)) return held;
    const fetched = await held;
    await turns.take();
    return fetched;
  }

  return {
    async live_prices(payload) {
      const { underlying, etag } = decodeLivePricesQuestion(payload);
      return encodeLivePricesAnswer(await livePrices.answer(await snapshotOf(underlying), etag));
    },
  };
}
