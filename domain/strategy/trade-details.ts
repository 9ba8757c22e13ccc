/** What each leg is, does and would fetch: the rows of the P&L and greeks tables. */

import { DAY_MS } from "../calendar/ist.ts";
import { FORWARD_NONE, FORWARD_SETTLEMENT } from "../chain/flags.ts";
import { intrinsicValue } from "../pricing/black76.ts";
import { withinPrice } from "../pricing/decay.ts";
import type { ContractSettlement } from "../settlement/settlement.ts";
import { commonLots, greekFactor, moneyShare } from "./greek-factors.ts";
import { intrinsicThen, isOver, legGreeks, legPrice } from "./leg-value.ts";
import type { StrategyMarket, StrategyOptions } from "./model.ts";
import type { StandingLeg } from "./standing.ts";
import type { LegPrice, StrategyGreeks, TradeDetail, TradeStat } from "./summary-types.ts";

/** A day, or what is left until the first leg ends: nothing decays beyond its time value. */
function decayStep(legs: readonly StandingLeg[], time: number): number {
  let step = DAY_MS;
  for (const each of legs) {
    if (each.counts && !isOver(each, time)) step = Math.min(step, lifeLeft(each, time));
  }
  return step;
}

/**
 * One row a leg, selected or not, in their order.
 * @param time @param spot target date and price
 */
export function tradeDetails(
  legs: readonly StandingLeg[],
  market: StrategyMarket,
  options: StrategyOptions,
  time: number,
  spot: number,
): TradeDetail[] {
  const common = commonLots(legs.filter(({ leg }) => leg.isSelected).map(({ leg }) => leg));
  const step = decayStep(legs, time);
  return legs.map((each): TradeDetail => {
    const { leg, units } = each;
    const unit = legGreeks(each, market, time, spot);
    const factor = greekFactor(leg, common, options);
    const then = time + Math.min(step, lifeLeft(each, time));
    const decayed = isOver(each, time) ? 0 : legPrice(each, market, then, spot);
    // Of another date, another price of the underlying or another market there is no price that could bound it.
    const isNow = time === market.now && spot === market.spot && market.isCallers !== true;
    const price = isNow ? mostWorth(each) : Number.NaN;
    const decay = withinPrice(decayed - unit.price, price, intrinsicThen(each, market, then, spot));
    const intrinsic = intrinsicNow(each);
    const share = moneyShare(leg, common, options);
    return {
      legId: leg.id,
      token: leg.token,
      isSelected: leg.isSelected,
      isExpired: each.isExpired,
      isEstimated: each.isEstimated,
      entryPrice: each.entry,
      effectiveIv: each.sigma,
      pnl: share * money(units, each.price - each.entry),
      bookedPnl: share * leg.bookedPnl,
      priceAtTarget: unit.price,
      targetPnl: share * money(units, unit.price - each.entry),
      greeks: scaled(each.settlement?.greeks ?? unit, factor),
      decay: isOver(each, time) ? 0 : money(factor, decay),
      intrinsicValue: money(units, intrinsic),
      timeValue: each.isOption && !each.isExpired ? money(units, each.price - intrinsic) : 0,
    };
  });
}

/** What it fetches now; an option without a usable price is worth no more than it is asked for. */
function mostWorth({ price, isOption, leg: { quote } }: StandingLeg): number {
  return isOption && Number.isNaN(quote.usablePrice) && quote.ask > 0 ? quote.ask : price;
}

/** ms; of equity Infinity. An unselected leg may end before the selected ones do. */
function lifeLeft({ leg }: StandingLeg, time: number): number {
  return leg.type === "EQ" ? Infinity : leg.expiryInstant - time;
}

/** A unit's, on the forward (quant.md §8); 0 for what is no live option. */
function intrinsicNow({ leg, isOption, isExpired, forward }: StandingLeg): number {
  return isOption && !isExpired ? intrinsicValue(leg.type as "CE" | "PE", forward, leg.strike) : 0;
}

/** A position that is closed is worth nothing, also where its price is unknown. */
function money(units: number, each: number): number {
  return units === 0 ? 0 : units * each;
}

function scaled(unit: StrategyGreeks, factor: number): StrategyGreeks {
  return {
    delta: money(factor, unit.delta),
    gamma: money(factor, unit.gamma),
    theta: money(factor, unit.theta),
    vega: money(factor, unit.vega),
  };
}

export function legPrices(legs: readonly StandingLeg[]): LegPrice[] {
  return legs.map(({ leg, entry, entrySource, unquoted, price, priceSource }) => ({
    legId: leg.id,
    entry,
    entrySource,
    unquoted,
    now: price,
    nowSource: priceSource,
  }));
}

/** A forward ends in what its expiry settled at. */
function settledForward({ underlying }: ContractSettlement): Pick<TradeStat, "forward" | "forwardSource"> {
  return { forward: underlying, forwardSource: Number.isNaN(underlying) ? FORWARD_NONE : FORWARD_SETTLEMENT };
}

/** One a token, in order of first appearance. */
export function tradeStats(legs: readonly StandingLeg[]): TradeStat[] {
  const stats = new Map<number, TradeStat>();
  for (const { leg, marketIv, forward, expiryMarket, settlement } of legs) {
    if (stats.has(leg.token)) continue;
    stats.set(leg.token, {
      token: leg.token,
      lastPrice: leg.quote.lastPrice,
      usablePrice: leg.quote.usablePrice,
      iv: marketIv,
      ...(settlement === null
        ? { forward, forwardSource: expiryMarket?.forwardSource ?? FORWARD_NONE }
        : settledForward(settlement)),
      isLiquid: leg.quote.isLiquid,
      liquidityWarnings: leg.quote.warnings,
      settlement,
    });
  }
  return [...stats.values()];
}
