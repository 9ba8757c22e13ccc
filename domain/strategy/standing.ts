/** How every leg of a strategy stands in the market now: what it is priced from, for as long as the market does not change. */

import { istDate } from "../calendar/ist.ts";
import { blackPrice } from "../pricing/black76.ts";
import { rateOf } from "../pricing/discount.ts";
import { yearsToExpiry } from "../pricing/time.ts";
import { type ContractSettlement, settlementOf } from "../settlement/settlement.ts";
import { effectiveIv, marketIv } from "./effective-iv.ts";
import { AT_LTP, entryPriceOf, type PriceSource, type UnquotedSide, worthNow } from "./entry.ts";
import { forwardOf } from "./leg-forward.ts";
import type { EntryPricing, ExpiryMarket, Leg, StrategyMarket } from "./model.ts";

export interface StandingLeg {
  readonly leg: Leg;
  /** Signed quantity × multiplier: rupees a rupee of the price. */
  readonly units: number;
  readonly isOption: boolean;
  /** Selected and not closed: what curves and totals are made of. */
  readonly counts: boolean;
  /** Where it has its kink on the axis of S' once it is over: the strike, less the basis that stays (MCX). */
  readonly kink: number;
  /** Its payoff is fixed; the leg is a constant. */
  readonly isExpired: boolean;
  readonly expiryMarket: ExpiryMarket | undefined;
  /** F_e now; S for equity; NaN = none. */
  readonly forward: number;
  /** F_e - S now. */
  readonly basis: number;
  /** False: the basis stays as it is until expiry (MCX, whose spot is a future). */
  readonly basisDecays: boolean;
  /** ms from now to expiry; Infinity for equity, 0 when expired. */
  readonly life: number;
  /** The market's, before custom figure and offset; NaN for futures and equity. */
  readonly marketIv: number;
  /** What prices it; NaN for futures and equity. */
  readonly sigma: number;
  /** Interest until its expiry, annual and continuous. */
  readonly rate: number;
  /** Price P&L counts from. */
  readonly entry: number;
  /** null: no price is known. */
  readonly entrySource: PriceSource | null;
  /** The side of the book that the entry's mode wanted and did not find. */
  readonly unquoted: UnquotedSide | null;
  /** What it fetches now: usable price, else the last, else by its own IV. */
  readonly price: number;
  readonly priceSource: PriceSource | null;
  /** Of an expired leg: its price stands for a settlement that is not known. */
  readonly isEstimated: boolean;
  /** What it settled at and how that is known; null of a leg that is alive. */
  readonly settlement: ContractSettlement | null;
}

function settled(leg: Leg, market: StrategyMarket): ContractSettlement {
  return settlementOf({
    type: leg.type,
    strike: leg.strike,
    market: leg.settlement?.market ?? null,
    contractPrice: leg.settlement?.price ?? null,
    underlyingClose: leg.settlement?.underlyingClose ?? null,
    // On the evening of the expiry day the spot is still that day's close.
    eveningSpot: leg.expiry === istDate(market.now) ? market.spot : Number.NaN,
  });
}

/** What an expired leg was bought at cannot be guessed from what it fetched. */
function settledEntry({ entryPrice }: Leg) {
  const source = entryPrice === null ? null : ("OWN" as const);
  return { price: entryPrice ?? Number.NaN, source, unquoted: null };
}

/**
 * @param offsetPoints vol points added to every IV
 * @param pricing what legs without a price of their own are entered at
 */
export function standingLegs(
  legs: readonly Leg[],
  market: StrategyMarket,
  offsetPoints: number,
  pricing: EntryPricing = AT_LTP,
): StandingLeg[] {
  const byExpiry = new Map(market.expiries.map((each) => [each.expiry, each]));
  return legs.map((leg) => {
    const expiryMarket = leg.expiry === null ? undefined : byExpiry.get(leg.expiry);
    const units = leg.quantity * leg.multiplier;
    const isOption = leg.type === "CE" || leg.type === "PE";
    const isExpired = leg.settlement !== null || leg.expiryInstant <= market.now;
    const forward = forwardOf(leg, expiryMarket, market);
    const life = isExpired ? 0 : leg.type === "EQ" ? Infinity : leg.expiryInstant - market.now;
    // The nearest expiry's ATM IV is a guess at a living option's; one that is over has none (quant.md §13).
    const iv = isExpired ? Number.NaN : marketIv(leg, expiryMarket, market);
    const sigma = isOption && !isExpired ? effectiveIv(leg.customIv, iv, offsetPoints) : Number.NaN;
    const end = isExpired ? settled(leg, market) : null;
    const years = yearsToExpiry(market.now, leg.expiryInstant);
    const rate = rateOf(expiryMarket?.discount ?? 1, years);
    const model = isOption
      ? blackPrice(leg.type as "CE" | "PE", forward, leg.strike, years, sigma, rate)
      : forward;
    const now = end === null ? worthNow(leg, model) : ({ price: end.value, source: "SETTLED" } as const);
    const entry = isExpired ? settledEntry(leg) : entryPriceOf(leg, pricing, market.tickSize, now);
    return {
      leg,
      units,
      isOption,
      counts: leg.isSelected && units !== 0,
      kink: market.kind === "commodity" ? leg.strike - (forward - market.spot) : leg.strike,
      isExpired,
      expiryMarket,
      forward,
      basis: forward - market.spot,
      basisDecays: market.kind !== "commodity",
      life,
      marketIv: iv,
      sigma,
      rate,
      entry: entry.price,
      entrySource: entry.source,
      unquoted: entry.unquoted,
      price: now.price,
      priceSource: now.source,
      isEstimated: end?.isEstimated ?? false,
      settlement: end,
    };
  });
}
