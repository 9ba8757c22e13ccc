/** What is asked about adjusting a strategy, and its answer in a market that holds the contracts beside the legs' own. */

import type { BrokerId } from "#domain/access/brokers.ts";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { referenceDailyVolatility } from "#domain/margin/volatility.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { type Adjustment, adjusted } from "#domain/strategy/adjust/adjustment.ts";
import { type AdjustCost, costBetween } from "#domain/strategy/adjust/cost.ts";
import { type AdjustFigures, adjustFigures } from "#domain/strategy/adjust/figures.ts";
import { type DeltaNeutral, deltaNeutral } from "#domain/strategy/adjust/neutral.ts";
import { type AdjustGoal, type Suggestions, suggestions } from "#domain/strategy/adjust/suggest.ts";
import { type AdjustWorld, quotedLegs } from "#domain/strategy/adjust/world.ts";
import { type ContractList, createContractList, type LegContract } from "#domain/strategy/contract-list.ts";
import { NO_QUOTE } from "#domain/strategy/legs/change.ts";
import type { Leg } from "#domain/strategy/model.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderMarket } from "./builder-market.ts";
import { type BuilderRefusal, builderLegs, builderOptions } from "./builder-request.ts";
import type { ContractTerms, MarketTerms } from "./market-packets.ts";

export interface AdjustQuestion {
  readonly request: BuilderRequest;
  /** Whose price list. */
  readonly broker: BrokerId;
  readonly goal: AdjustGoal;
  /** Changes to be weighed: what is rolled by hand. */
  readonly adjustment: Adjustment | null;
}

/** A change, and the strategy after it. */
export interface Weighed {
  readonly after: AdjustFigures;
  readonly cost: AdjustCost;
}

export interface AdjustAnswer {
  readonly before: AdjustFigures;
  /** Null when nothing was to be weighed, or nothing comes of it. */
  readonly weighed: Weighed | null;
  readonly suggestions: Suggestions;
  readonly neutral: (DeltaNeutral & { readonly weighed: Weighed | null }) | null;
}

export type AdjustOutcome =
  | { readonly ok: true; readonly answer: AdjustAnswer }
  | { readonly ok: false; readonly refusal: BuilderRefusal };

/** What a moment's market says beside its quotes. */
export interface AdjustMarket {
  readonly market: BuilderMarket;
  readonly contracts: ContractList;
  /** Close of the underlying on the previous session; NaN unknown. */
  readonly previousClose: number;
}

/** What can be dealt in, of the expiries that a market holds; it knows of the others that they are listed. */
export function listedContracts({ listed, contracts, expiries }: MarketTerms): ContractList {
  const instants = new Map<IsoDate, number>();
  const instantOf = (expiry: IsoDate): number => {
    const known = instants.get(expiry) ?? expiryInstant(listed.underlying.derivativeExchange, expiry);
    instants.set(expiry, known);
    return known;
  };
  const contractOf = (each: ContractTerms): LegContract[] =>
    each.expiry === null || each.instrument_type === "INDEX"
      ? []
      : [
          {
            token: each.instrument_token,
            tradingsymbol: each.tradingsymbol,
            type: each.instrument_type as LegContract["type"],
            strike: each.strike,
            expiry: each.expiry,
            expiryInstant: instantOf(each.expiry),
            lotSize: each.lot_size,
            multiplier: each.multiplier,
          },
        ];
  return { ...createContractList(contracts.flatMap(contractOf)), expiries };
}

function weigh(legs: readonly Leg[], adjustment: Adjustment | null, world: AdjustWorld): Weighed | null {
  if (adjustment === null) return null;
  let names = 0;
  const changed = adjusted(legs, adjustment, () => `new-${names++}`);
  if (changed === legs) return null;
  const after = quotedLegs(changed, legs, world);
  return { after: adjustFigures(after, world), cost: costBetween(legs, after, world) };
}

export function adjustAnswer(
  { request, broker, goal, adjustment }: AdjustQuestion,
  { market, contracts, previousClose }: AdjustMarket,
  kernel: StrategyKernel,
): AdjustOutcome {
  const read = builderLegs(request, market);
  if ("refusal" in read) return { ok: false, refusal: read.refusal };
  const { legs } = read;
  const { strategy } = market;
  const world: AdjustWorld = {
    market: strategy.spot > 0 ? strategy : { ...strategy, spot: Number.NaN },
    options: builderOptions(request),
    contracts,
    quoteOf: ({ token }) => market.byToken(token)?.quote ?? NO_QUOTE,
    broker,
    dailyVolatility: referenceDailyVolatility(strategy.symbol),
    previousClose,
    kernel,
  };
  const before = adjustFigures(legs, world);
  const neutral = deltaNeutral(legs, world);
  return {
    ok: true,
    answer: {
      before,
      weighed: weigh(legs, adjustment, world),
      suggestions: suggestions(legs, before, goal, world),
      neutral: neutral === null ? null : { ...neutral, weighed: weigh(legs, neutral.adjustment, world) },
    },
  };
}
