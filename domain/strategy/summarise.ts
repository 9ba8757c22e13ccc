/** The analysis of a strategy in a market (quant.md §9): pure, so server and browser answer alike. */

import { istDate } from "../calendar/ist.ts";
import { chargesOfLegs } from "../charges/of-legs.ts";
import { SETTLEMENT_UNKNOWN } from "../pricing/settlement-source.ts";
import type { StrategyKernel } from "../pricing/strategy-kernel-port.ts";
import { createCurve, type StrategyCurve } from "./curve.ts";
import { analyseExpiry } from "./expiry-analysis.ts";
import { horizonDistribution } from "./horizon-distribution.ts";
import type { Leg, StrategyMarket, StrategyOptions } from "./model.ts";
import { type NetAnalysis, netAnalysis } from "./net/net-summary.ts";
import { drawnGrid, payoffRange, searchGrid } from "./payoff-grid.ts";
import { deviationDays, probabilityOfProfit, standardDeviation } from "./probability.ts";
import { riskReward } from "./risk-reward.ts";
import { sceneOf } from "./scene.ts";
import type { PayoffCurves, StrategyGreeks, StrategySummary, TradeDetail } from "./summary-types.ts";
import { tabularPayoffs } from "./tabular-payoff.ts";
import { targetIntervals, targetPriceDefaults } from "./target-defaults.ts";
import { legPrices, tradeDetails, tradeStats } from "./trade-details.ts";
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
  const { market, standing, selected, horizon, times, targetPrice, extra } = sceneOf(legs, given, options);
  const { spot } = market;

  const atTarget = createCurve(selected, market, times.selected, extra, kernel);
  const atExpiry = createCurve(selected, market, horizon.time, extra, kernel);
  const live = selected.filter((each) => each.isOption && !each.isExpired);
  const strikes = live.map(({ kink }) => kink);
  const range = payoffRange(market, horizon, strikes);
  const marks = [...strikes, ...atExpiry.kinks, ...atTarget.kinks, spot, targetPrice];
  const analysis = analyseExpiry(atExpiry, spot, () => searchGrid(range, marks));
  const days = deviationDays(options, horizon, market.now, times.selected);
  const { fraction, bands } = standardDeviation(spot, horizon, days);
  const intervals = targetIntervals(market, options.targetInterval);

  const details = tradeDetails(standing, market, options, times.selected, targetPrice);
  const chosen = details.filter((_, i) => standing[i]!.counts);
  // Not the rows' sum: they may be counted in lots or units.
  const targetPnl = selected.reduce(
    (sum, { units, entry }, i) => sum + units * (chosen[i]!.priceAtTarget - entry),
    0,
  );
  const { maxProfit, maxLoss } = analysis;
  // Shares are held without end: there is no day on which they could be said to pay, whatever has expired beside them.
  const isSettled = selected.length > 0 && selected.every(({ isExpired }) => isExpired);
  const hasNoEnd = horizon.expiry === null && !isSettled;
  /** Of what has settled whole the result is known, whatever volatility the market has or has none of. */
  const until = isSettled ? { ...horizon, years: 0 } : horizon;
  const settlement = horizonDistribution(horizon, market, options.ivOffset);
  const pop =
    hasNoEnd || Number.isNaN(maxProfit)
      ? Number.NaN
      : probabilityOfProfit(
          analysis.profits,
          until,
          valueAt(atExpiry, spot) > atExpiry.rounding(spot),
          settlement,
        );

  const { charges } = options;
  const net =
    charges?.wantsNet === true
      ? netAnalysis({
          legs: selected,
          market,
          broker: charges.broker,
          atTarget,
          atExpiry,
          targetPrice,
          range,
          grid: () => searchGrid(range, marks),
          horizon: until,
          settlement,
          hasPop: !hasNoEnd,
          kernel,
        })
      : null;

  return {
    tradeStats: tradeStats(standing),
    legPrices: legPrices(standing),
    charges:
      charges == null
        ? null
        : chargesOfLegs(standing, { market, broker: charges.broker, date: istDate(market.now) }),
    net: net?.summary ?? null,
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
      ? curvesOn(
          drawnGrid(range, [...marks, ...analysis.breakevens, ...(net?.marks ?? [])]),
          atTarget,
          atExpiry,
          net,
        )
      : null,
    tabularPayoffs: options.wantsPayoffTable
      ? tabularPayoffs(spot, intervals.selected, net?.atTarget ?? atTarget, net?.atExpiry ?? atExpiry)
      : null,
    expiry: horizon.expiry,
    maxProfit,
    maxLoss,
    riskRewardRatio: riskReward(maxProfit, maxLoss),
    breakevensAtExpiry: analysis.breakevens,
    pop,
    popSource:
      Number.isNaN(pop) || until.years === 0 || horizon.expiry === null
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

function total<T>(all: readonly T[], figure: (each: T) => number): number {
  return all.reduce((sum, each) => sum + figure(each), 0);
}

/** Of what can still move: a settled leg's delta says how it ended, and nothing hedges it any more. */
function totalGreeks(details: readonly TradeDetail[]): StrategyGreeks {
  const alive = details.filter(({ isExpired }) => !isExpired);
  return {
    delta: total(alive, ({ greeks }) => greeks.delta),
    gamma: total(alive, ({ greeks }) => greeks.gamma),
    theta: total(alive, ({ greeks }) => greeks.theta),
    vega: total(alive, ({ greeks }) => greeks.vega),
  };
}

function curvesOn(
  price: Float64Array,
  atTarget: StrategyCurve,
  atExpiry: StrategyCurve,
  net: NetAnalysis | null,
): PayoffCurves {
  const [target, expiry] = [atTarget.values(price), atExpiry.values(price)];
  return {
    price,
    atTarget: target,
    atExpiry: expiry,
    net:
      net === null
        ? null
        : {
            atTarget: net.atTarget.fromGross(price, target),
            atExpiry: net.atExpiry.fromGross(price, expiry),
          },
  };
}

function valueAt(curve: StrategyCurve, price: number): number {
  return curve.values(Float64Array.of(price))[0]!;
}
