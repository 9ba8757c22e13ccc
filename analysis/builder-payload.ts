/** A strategy's summary as the payload of builder_v3: unknown is null, and an end that is not there is 'Unlimited'. */

import { FORWARD_NAMES } from "#domain/chain/flags.ts";
import type { StrategyCharges } from "#domain/charges/of-legs.ts";
import { DISCOUNT_NAMES, lenderSymbol } from "#domain/pricing/discount-origin.ts";
import { SETTLEMENT_NAMES } from "#domain/pricing/settlement-source.ts";
import type { NetSummary } from "#domain/strategy/net/net-types.ts";
import { riskReward } from "#domain/strategy/risk-reward.ts";
import type {
  LegPrice,
  StrategyGreeks,
  StrategySummary,
  TradeDetail,
  TradeStat,
} from "#domain/strategy/summary-types.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import { CURVE_DECIMALS, decimalsOf, EXACT_BELOW, POWERS_OF_TEN } from "#protocol/http/decimals.ts";
import { known } from "#protocol/http/figures.ts";
import type { BuilderMarket } from "./builder-market.ts";
import { chargesBody } from "./charges-body.ts";

/**
 * A curve to a hundredth of a paisa (rule STRAT-6), or where its largest figure's own digits end (fifteen or sixteen of them):
 * what lies beyond is what sums leave behind. A plain loop: `Array.from` takes ten times as long over a curve.
 */
function column(values: Float64Array): (number | null)[] {
  const scale = POWERS_OF_TEN[Math.min(CURVE_DECIMALS, decimalsOf(values))]!;
  const figures = new Array<number | null>(values.length);
  for (let i = 0; i < values.length; i++) figures[i] = known(rounded(values[i]!, scale));
  return figures;
}

/** Of a figure beyond all exact units nothing is to be rounded. No 0 has a sign: JSON would lose it. */
function rounded(value: number, scale: number): number {
  const units = Math.round(value * scale) + 0;
  return Math.abs(units) < EXACT_BELOW ? units / scale : value;
}

function extreme(value: number, unlimited: number): number | "Unlimited" | null {
  return value === unlimited ? "Unlimited" : known(value);
}

function greeksOf({ delta, gamma, theta, vega }: StrategyGreeks): BuilderPayload["greeks"] {
  return { delta: known(delta), gamma: known(gamma), theta: known(theta), vega: known(vega) };
}

type AnsweredMarket = Pick<BuilderMarket, "strategy" | "versions"> & Partial<Pick<BuilderMarket, "byToken">>;

type DiscountStats = Pick<
  BuilderPayload["trade_stats"][string],
  "discount" | "discount_source" | "discount_lender"
>;

/** Of the expiry that an instrument has in a market; nothing without one. */
function discountOf(token: number, { strategy, byToken }: AnsweredMarket): DiscountStats {
  const expiry = byToken?.(token)?.expiry;
  const market = strategy.expiries.find((each) => each.expiry === expiry);
  if (market === undefined) return {};
  return {
    discount: known(market.discount),
    discount_source: DISCOUNT_NAMES[market.discountSource],
    discount_lender: lenderSymbol(market.discountLender),
  };
}

function statOf(stat: TradeStat, market: AnsweredMarket): BuilderPayload["trade_stats"][string] {
  const { settlement } = stat;
  return {
    last_price: known(stat.lastPrice),
    usable_price: known(stat.usablePrice),
    iv: known(stat.iv),
    forward: known(stat.forward),
    forward_source: FORWARD_NAMES[stat.forwardSource],
    ...discountOf(stat.token, market),
    is_liquid: stat.isLiquid,
    liquidity_warnings: [...stat.liquidityWarnings],
    ...(settlement === null
      ? {}
      : {
          settlement: {
            price: known(settlement.value),
            origin: settlement.origin,
            is_estimated: settlement.isEstimated,
          },
        }),
  };
}

function detailOf(detail: TradeDetail): NonNullable<BuilderPayload["trade_details"]>[number] {
  return {
    leg_id: detail.legId,
    instrument_token: detail.token,
    is_selected: detail.isSelected,
    is_expired: detail.isExpired,
    is_estimated: detail.isEstimated,
    entry_price: known(detail.entryPrice),
    iv: known(detail.effectiveIv),
    pnl: known(detail.pnl),
    booked_profit_loss: known(detail.bookedPnl),
    price_at_target: known(detail.priceAtTarget),
    target_pnl: known(detail.targetPnl),
    greeks: greeksOf(detail.greeks),
    decay: known(detail.decay),
    intrinsic_value: known(detail.intrinsicValue),
    time_value: known(detail.timeValue),
  };
}

function legPriceOf(price: LegPrice): BuilderPayload["leg_prices"][number] {
  return {
    leg_id: price.legId,
    entry: known(price.entry),
    entry_source: price.entrySource,
    unquoted: price.unquoted,
    now: known(price.now),
    now_source: price.nowSource,
  };
}

function chargesOf(charges: StrategyCharges): BuilderPayload["charges"] {
  const costs = ({ entry, exit, total }: Pick<StrategyCharges, "entry" | "exit" | "total">) => ({
    entry: chargesBody(entry),
    exit: chargesBody(exit),
    total: chargesBody(total),
  });
  return {
    ...costs(charges),
    legs: charges.legs.map((each) => ({ leg_id: each.legId, ...costs(each) })),
    plan: charges.plan,
    rates_valid_from: charges.ratesFrom,
    assumed: [...charges.assumed],
  };
}

function netOf(net: NetSummary): BuilderPayload["net"] {
  const { maxProfit, maxLoss } = net;
  return {
    max_profit: extreme(maxProfit, Infinity),
    max_loss: extreme(maxLoss, -Infinity),
    risk_reward_ratio: known(riskReward(maxProfit, maxLoss)),
    breakevens_at_expiry: net.breakevens.map(({ at, kind }) => ({ at, kind })),
    pop: known(net.pop),
    projected_payoff: known(net.projectedPayoff),
    entry_charges: known(net.entryCharges),
    exit_charges_at_target: known(net.exitChargesAtTarget),
    exit_charges_at_expiry: known(net.exitChargesAtExpiry),
  };
}

/** Contracts known by their symbol alone, long expired, have the token 0 and no stats. */
export function builderPayload(summary: StrategySummary, answered: AnsweredMarket): BuilderPayload {
  const { strategy: market, versions = [] } = answered;
  const { targetTimeDefaults, targetPriceDefaults, standardDeviation: sd, payoffs } = summary;
  return {
    as_of: market.now,
    underlying_price: known(market.spot),
    is_underlying_price_implied: market.isSpotImplied,
    trade_stats: Object.fromEntries(
      summary.tradeStats
        .filter(({ token }) => token !== 0)
        .map((stat) => [String(stat.token), statOf(stat, answered)]),
    ),
    leg_prices: summary.legPrices.map(legPriceOf),
    charges: summary.charges === null ? null : chargesOf(summary.charges),
    net: summary.net === null ? null : netOf(summary.net),
    target_datetime_defaults: {
      min: targetTimeDefaults.min,
      max: targetTimeDefaults.max,
      default: targetTimeDefaults.default,
      time_intervals: [...targetTimeDefaults.timeIntervals],
      timestamps: [...targetTimeDefaults.timestamps],
    },
    selected_target_datetime: summary.selectedTargetTime,
    target_price_defaults: {
      default: known(targetPriceDefaults.default),
      min: known(targetPriceDefaults.min),
      max: known(targetPriceDefaults.max),
      step: known(targetPriceDefaults.step),
      closest_future_expiry: targetPriceDefaults.closestFutureExpiry,
    },
    selected_target_price: known(summary.selectedTargetPrice),
    target_interval_defaults: {
      default: summary.targetIntervalDefaults.default,
      options: [...summary.targetIntervalDefaults.options],
    },
    selected_target_interval: summary.selectedTargetInterval,
    greeks: greeksOf(summary.greeks),
    decay: known(summary.decay),
    price_at_target: known(summary.priceAtTarget),
    target_pnl: known(summary.targetPnl),
    projected_payoff: known(summary.projectedPayoff),
    trade_details: summary.tradeDetails?.map(detailOf) ?? null,
    payoff_range: { x_min: known(summary.payoffRange.min), x_max: known(summary.payoffRange.max) },
    standard_deviation: {
      sd: known(sd.sd),
      days: known(sd.days),
      lower_1: known(sd.lower1),
      upper_1: known(sd.upper1),
      lower_2: known(sd.lower2),
      upper_2: known(sd.upper2),
    },
    payoff_prices: payoffs === null ? null : Array.from(payoffs.price),
    payoffs_at_target: payoffs === null ? null : column(payoffs.atTarget),
    payoffs_at_expiry: payoffs === null ? null : column(payoffs.atExpiry),
    net_payoffs_at_target: payoffs?.net == null ? null : column(payoffs.net.atTarget),
    net_payoffs_at_expiry: payoffs?.net == null ? null : column(payoffs.net.atExpiry),
    tabular_payoffs:
      summary.tabularPayoffs?.map((row) => ({
        at: row.at,
        payoff_at_expiry: known(row.payoffAtExpiry),
        payoff_at_target: known(row.payoffAtTarget),
        percent_diff_from_current_price: row.percentDiffFromCurrentPrice,
      })) ?? null,
    expiry: summary.expiry,
    max_profit: extreme(summary.maxProfit, Infinity),
    max_loss: extreme(summary.maxLoss, -Infinity),
    risk_reward_ratio: known(summary.riskRewardRatio),
    breakevens_at_expiry: [...summary.breakevensAtExpiry],
    pop: known(summary.pop),
    pop_source: SETTLEMENT_NAMES[summary.popSource],
    total_premium: known(summary.totalPremium),
    total_intrinsic_value: known(summary.totalIntrinsicValue),
    total_time_value: known(summary.totalTimeValue),
    potential_upside: known(summary.potentialUpside),
    potential_downside: known(summary.potentialDownside),
    is_stock: summary.isStock,
    warnings: summary.warnings.map(({ code, message, legIds }) => ({ code, message, leg_ids: [...legIds] })),
    market_versions: [...versions],
  };
}
