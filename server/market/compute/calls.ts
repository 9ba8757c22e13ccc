import { type BuilderOutcome, builderAnswer, builderAnswerV2 } from "#analysis/builder-answer.ts";
import type { BuilderMarket } from "#analysis/builder-market.ts";
import { namedExpiries } from "#analysis/leg-contracts.ts";
import { type MarginOutcome, marginAnswer } from "#analysis/margin-answer.ts";
import { marginSymbols } from "#analysis/margin-request.ts";
import { type PositionsOutcome, positionSymbols, positionsAnswer } from "#analysis/positions-answer.ts";
import { AppError } from "#domain/errors.ts";
import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { type BuilderPayload, BuilderRequest, BuilderRequestV2 } from "#protocol/http/builder.ts";
import { MarginInputsRequest, type MarginPayload, MarginTradesRequest } from "#protocol/http/margin.ts";
import { PositionsSummaryRequest } from "#protocol/http/positions-summary.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import {
  type ComputeCall,
  decodeLivePricesQuestion,
  encodeLivePricesAnswer,
} from "../bus/compute-questions.ts";
import { createBodyReader, createEitherReader } from "./body.ts";
import type { ComputeAnswer } from "./compute-answer.ts";
import type { Turns } from "./compute-turns.ts";
import { toJson, toJsonWithColumns } from "./json.ts";
import { createListingCalls } from "./listing-calls.ts";
import { createLivePricesMaker } from "./live-prices/live-prices-maker.ts";
import type { ComputeMarket } from "./snapshot/compute-market.ts";
import type { DailyVolatilities } from "./snapshot/daily-volatility.ts";
import { createMarginUnderlyings } from "./snapshot/margin-underlyings.ts";
import { FRESH_MS, type MarketSnapshot } from "./snapshot/snapshots.ts";

/** Arithmetic, by what it is good for. */
export interface ComputeKernels {
  readonly pricing: PricingKernel;
  readonly strategy: StrategyKernel;
}

interface CallsOptions {
  readonly bus: Bus;
  readonly market: ComputeMarket;
  readonly volatilities: DailyVolatilities;
  readonly kernels: ComputeKernels;
  readonly turns: Turns;
}

// Compiled once, for both markets.
const readBuilder = createBodyReader(BuilderRequest);
const readBuilderV2 = createBodyReader(BuilderRequestV2);
const readPositions = createBodyReader(PositionsSummaryRequest);
const readMargin = createEitherReader("trade_inputs", MarginInputsRequest, MarginTradesRequest);

/** @throws AppError why there is no answer */
function payloadOf<O extends BuilderOutcome | MarginOutcome | PositionsOutcome>(
  outcome: O,
): Extract<O, { ok: true }>["payload"] {
  if (outcome.ok) return outcome.payload;
  const { code, message, details } = outcome.refusal;
  throw new AppError(code, message, details);
}

/** An analysis, its curves as columns. */
function analysisJson(within: readonly string[], payload: BuilderPayload): Uint8Array {
  const {
    payoff_prices,
    payoffs_at_target,
    payoffs_at_expiry,
    net_payoffs_at_target,
    net_payoffs_at_expiry,
    ...rest
  } = payload;
  return toJsonWithColumns(within, rest, {
    payoff_prices,
    payoffs_at_target,
    payoffs_at_expiry,
    net_payoffs_at_target,
    net_payoffs_at_expiry,
  });
}

/** The calls of the role over one market. */
export function createCalls({
  bus,
  market,
  volatilities,
  kernels,
  turns,
}: CallsOptions): Record<ComputeCall, ComputeAnswer> {
  const livePrices = createLivePricesMaker(kernels.pricing);

  /** A snapshot that had to be fetched comes with a turn of its own: all who waited for it must not go on at once. */
  async function snapshotOf(token: number, who: string, usableMs?: number): Promise<MarketSnapshot> {
    const held = market.snapshot(token, usableMs);
    if (!(held instanceof Promise)) return held;
    const fetched = await held;
    await turns.take(who);
    return fetched;
  }

  /** Of the expiries of the request's legs: what the browser that asks can hold as well. */
  async function namedMarket(request: BuilderRequest, who: string): Promise<BuilderMarket> {
    const snapshot = await snapshotOf(request.underlying_token, who);
    return market.namedMarket(snapshot, namedExpiries(request, market.builderMarket(snapshot)));
  }

  async function margin(body: Uint8Array, who: string): Promise<MarginPayload> {
    const request = readMargin(body);
    const snapshots = await market.snapshotsOf(marginSymbols(request));
    const listed = new Set(Array.from(snapshots.values(), (snapshot) => snapshot.listed));
    const dailyVolatility = await volatilities.of(listed, market.marketTime());
    await turns.take(who);
    const underlyingOf = createMarginUnderlyings(market, snapshots, dailyVolatility);
    return payloadOf(marginAnswer(request, underlyingOf, kernels.strategy));
  }

  return {
    ...createListingCalls({ bus, market }),
    async live_prices(body, who) {
      const { underlying, etag } = decodeLivePricesQuestion(body);
      // The API keeps the answer for a second: what it keeps must be of now.
      const snapshot = await snapshotOf(underlying, who, FRESH_MS);
      return encodeLivePricesAnswer(await livePrices.answer(snapshot, etag));
    },
    async builder_v3(body, who) {
      const request = readBuilder(body);
      const outcome = builderAnswer(request, await namedMarket(request, who), kernels.strategy);
      return analysisJson(["payload"], payloadOf(outcome));
    },
    async builder_v2(body, who) {
      const request = readBuilderV2(body);
      const known = market.builderMarket(await snapshotOf(request.underlying_token, who));
      const outcome = builderAnswerV2(request, known, kernels.strategy);
      return analysisJson(["data", "payload"], payloadOf(outcome));
    },
    async positions_summary(body, who) {
      const request = readPositions(body);
      const snapshots = await market.snapshotsOf(positionSymbols(request));
      await turns.take(who);
      const marketOf = (symbol: string): BuilderMarket | undefined => {
        const snapshot = snapshots.get(symbol);
        return snapshot && market.builderMarket(snapshot);
      };
      return toJson({ payload: payloadOf(positionsAnswer(request, marketOf, kernels.strategy)) });
    },
    margin: async (body, who) => toJson({ payload: await margin(body, who) }),
  };
}
