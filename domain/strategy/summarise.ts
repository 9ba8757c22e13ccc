/** The analysis of a strategy in a market (quant.md §9): pure, so server and browser answer alike. */

import { SETTLEMENT_UNKNOWN } from "../pricing/settlement-distribution.ts";
import type { StrategyKernel } from "../pricing/strategy-kernel-port.ts";
import { createCurve, type StrategyCurve } from "./curve.ts";
import { analyseExpiry } from "./expiry-analysis.ts";
import { horizonOf } from "./horizon.ts";
import { horizonDistribution } from "./horizon-distribution.ts";
import type { Leg, StrategyMarket, StrategyOptions } from "./model.ts";
import { payoffGrid, payoffRange } from "./payoff-grid.ts";
import { probabilityOfProfit, standardDeviation } from "./probability.ts";
import { standingLegs } from "./standing.ts";
import type { StrategyGreeks, StrategySummary, TradeDetail } from "./summary-types.ts";
import { tabularPayoffs } from "./tabular-payoff.ts";
import { targetIntervals, targetPriceDefaults, targetTimes } from "./target-defaults.ts";
import { tradeDetails, tradeStats } from "./trade-details.ts";
import { strategyWarnings } from "./warnings.ts";

/**
 * Never throws for any figures; what cannot be known is NaN.
 * @param given the market; its `now` is the moment of the analysis
 * @throws RangeError only when the calendar has no hours for a date
 */
export function summarise(
  legs: readonly Leg[],
  given: StrategyMarket,
  options: StrategyOptions,
  kernel: StrategyKernel,
): StrategySummary {
  const market = given.spot > 0 ? given : { ...given, spot: Number.NaN };
  const standing = standingLegs(legs, market, options.ivOffset);
  const selected = standing.filter(({ counts }) => counts);
  const horizon = horizonOf(selected, market, options.ivOffset);
  const times = targetTimes(market, horizon, options.targetTime);
  const extra = bookedAndManual(legs, options);
  const { spot } = market;
  const targetPrice = options.targetPrice ?? spot;

  const atTarget = createCurve(selected, market, times.selected, extra, kernel);
  const atExpiry = createCurve(selected, market, horizon.time, extra, kernel);
  const live = selected.filter((each) => each.isOption && !each.isExpired);
  const strikes = live.map(({ kink }) => kink);
  const range = payoffRange(market, horizon, strikes);
  const marks = [...strikes, ...atExpiry.kinks, ...atTarget.kinks, spot, targetPrice];
  const analysis = analyseExpiry(atExpiry, spot, () => payoffGrid(range, marks));
  const { fraction, bands } = standardDeviation(spot, horizon, options);
  const intervals = targetIntervals(market, options.targetInterval);

  const details = tradeDetails(standing, market, options, times.selected, targetPrice);
  const chosen = details.filter((_, i) => standing[i]!.counts);
  const targetPnl = total(chosen, (each) => each.targetPnl);
  const { maxProfit, maxLoss } = analysis;
  // Shares are held without end: there is no day on which they could be said to pay. What has expired is settled.
  const hasNoEnd = horizon.expiry === null && !selected.some(({ isExpired }) => isExpired);
  const settlement = horizonDistribution(horizon, market, options.ivOffset);
  const pop =
    hasNoEnd || Number.isNaN(maxProfit)
      ? Number.NaN
      : probabilityOfProfit(
          analysis.profits,
          horizon,
          valueAt(atExpiry, spot) > atExpiry.rounding(spot),
          settlement,
        );

  return {
    tradeStats: tradeStats(standing),
    targetTimeDefaults: times.defaults,
    selectedTargetTime: times.selected,
    targetPriceDefaults: targetPriceDefaults(market, range),
    selectedTargetPrice: targetPrice,
    targetIntervalDefaults: { default: intervals.default, options: intervals.options },
    selectedTargetInterval: intervals.selected,
    greeks: totalGreeks(chosen),
    decay: total(chosen, (each) => each.decay),
    priceAtTarget: selected.reduce((sum, { units }, i) => sum + units * chosen[i]!.priceAtTarget, 0),
    targetPnl,
    projectedPayoff: targetPnl + extra,
    tradeDetails: options.wantsTradeDetails ? details : null,
    payoffRange: range,
    standardDeviation: bands,
    payoffs: options.wantsPayoffChart
      ? curvesOn(payoffGrid(range, [...marks, ...analysis.breakevens]), atTarget, atExpiry)
      : null,
    tabularPayoffs: options.wantsPayoffTable
      ? tabularPayoffs(spot, intervals.selected, atTarget, atExpiry)
      : null,
    expiry: horizon.expiry,
    maxProfit,
    maxLoss,
    riskRewardRatio: riskReward(maxProfit, maxLoss),
    breakevensAtExpiry: analysis.breakevens,
    pop,
    popSource:
      Number.isNaN(pop) || horizon.years === 0 || horizon.expiry === null
        ? SETTLEMENT_UNKNOWN
        : settlement.source,
    totalPremium: total(live, ({ units, entry }) => units * entry),
    totalIntrinsicValue: total(chosen, (each) => each.intrinsicValue),
    totalTimeValue: total(chosen, (each) => each.timeValue),
    potentialUpside: valueAt(atExpiry, spot * (1 + fraction)),
    potentialDownside: valueAt(atExpiry, Math.max(0, spot * (1 - fraction))),
    isStock: market.kind === "stock",
    warnings: strategyWarnings({
      legs: selected,
      market,
      targetTime: times.selected,
      expiryTime: horizon.time,
    }),
  };
}

/** What a closed position has booked counts as long as it is selected. */
function bookedAndManual(legs: readonly Leg[], options: StrategyOptions): number {
  const selected = legs.filter(({ isSelected }) => isSelected);
  const booked = options.factorInBookedPnl ? total(selected, ({ bookedPnl }) => bookedPnl) : 0;
  return booked + (options.manualPnl.isChecked ? options.manualPnl.pnl : 0);
}

function total<T>(all: readonly T[], figure: (each: T) => number): number {
  return all.reduce((sum, each) => sum + figure(each), 0);
}

function totalGreeks(details: readonly TradeDetail[]): StrategyGreeks {
  return {
    delta: total(details, ({ greeks }) => greeks.delta),
    gamma: total(details, ({ greeks }) => greeks.gamma),
    theta: total(details, ({ greeks }) => greeks.theta),
    vega: total(details, ({ greeks }) => greeks.vega),
  };
}

function curvesOn(price: Float64Array, atTarget: StrategyCurve, atExpiry: StrategyCurve) {
  return { price, atTarget: atTarget.values(price), atExpiry: atExpiry.values(price) };
}

function valueAt(curve: StrategyCurve, price: number): number {
  return curve.values(Float64Array.of(price))[0]!;
}

function riskReward(maxProfit: number, maxLoss: number): number {
  if (!Number.isFinite(maxProfit) || !Number.isFinite(maxLoss) || maxLoss >= 0) return Number.NaN;
  return maxProfit / -maxLoss;
}
