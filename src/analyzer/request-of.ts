/** An instance as the questions that are asked about it: pure. */

import { ANONYMOUS, type BrokerId } from "#domain/access/brokers.ts";
import { strategyLegs } from "#domain/strategy/analyzer/figures.ts";
import { ivKey } from "#domain/strategy/analyzer/ivs.ts";
import type { AnalyzerLeg, AnalyzerPosition } from "#domain/strategy/analyzer/model.ts";
import { filteredLegs } from "#domain/strategy/legs/positions.ts";
import type { EntryPricing } from "#domain/strategy/model.ts";
import type { BuilderPosition, BuilderRequest, BuilderTrade } from "#protocol/http/builder.ts";
import { MOST_CHART_LEGS } from "#protocol/http/chart-limits.ts";
import type { BuilderOiRequest, StrategyChartRequest } from "#protocol/http/charts.ts";
import type { MultistrikeOiRequest } from "#protocol/http/open-interest.ts";
import type { BuilderInstance } from "./answers.ts";

export const actionOf = ({ quantity }: Pick<AnalyzerLeg, "quantity">): "BUY" | "SELL" =>
  quantity < 0 ? "SELL" : "BUY";

function customIv(leg: AnalyzerLeg, { customStrikeWiseIvs }: BuilderInstance): number | null {
  if (leg.expiry === null || (leg.type !== "CE" && leg.type !== "PE")) return null;
  return customStrikeWiseIvs[ivKey(leg.expiry, leg.strike)] ?? leg.customIv;
}

function tradeOf(leg: AnalyzerLeg, instance: BuilderInstance): BuilderTrade {
  return {
    leg_id: leg.id,
    ...(leg.token > 0 ? { instrument_token: leg.token } : {}),
    tradingsymbol: leg.tradingsymbol,
    trade_action: actionOf(leg),
    quantity: Math.abs(leg.quantity),
    iv: customIv(leg, instance),
    is_selected: leg.isSelected,
  };
}

/** What says of a contract that is listed no longer what it was. */
function expiredParts(leg: AnalyzerLeg) {
  if (!leg.isExpired || leg.type === "EQ") return {};
  return {
    instrument_info: {
      instrument_type: leg.type,
      strike: leg.strike,
      expiry: leg.expiry,
      lot_size: leg.lotSize,
      multiplier: leg.multiplier,
    },
    settlement_price: leg.settlement?.price ?? null,
    underlying_close: leg.settlement?.underlyingClose ?? null,
  };
}

/** Positions that the expiry filters let through. */
function shownPositions({ positions, positionExpiryFilters }: BuilderInstance): readonly AnalyzerPosition[] {
  return filteredLegs(positions, positionExpiryFilters) as readonly AnalyzerPosition[];
}

function positionOf(position: AnalyzerPosition, instance: BuilderInstance): BuilderPosition {
  return {
    ...tradeOf(position, instance),
    ...expiredParts(position),
    average_price: position.entryPrice,
    booked_profit_loss: position.bookedPnl,
    ...(position.product === null ? {} : { product: position.product }),
    ...(position.tag === null ? {} : { tag: position.tag }),
    is_holding: position.isHolding,
    is_expired: position.isExpired,
  };
}

/** Whether there is anything to analyse. */
export function hasTrades(instance: BuilderInstance): boolean {
  return strategyLegs(instance).length > 0;
}

export const entryOf = ({ mode, slippageTicks }: EntryPricing) => ({ mode, slippage_ticks: slippageTicks });

/**
 * @param token of the underlying
 * @param broker whose price list charges follow; null: none are asked for
 */
export function builderRequest(
  instance: BuilderInstance,
  token: number,
  broker: BrokerId | null = null,
): BuilderRequest {
  const { settings, strategyAnalyzerConfig: config, manualPnl, entryPricing } = instance;
  const running = instance.legs.filter(({ isExpired }) => !isExpired);
  const expired = instance.legs.filter(({ isExpired }) => isExpired);
  return {
    underlying_token: token,
    trades: running.map((leg) => ({ ...tradeOf(leg, instance), price: leg.entryPrice })),
    expired_trades: expired.map((leg) => ({
      ...tradeOf(leg, instance),
      ...expiredParts(leg),
      price: leg.entryPrice,
    })),
    positions: shownPositions(instance).map((position) => positionOf(position, instance)),
    manual_pnl: manualPnl.isChecked ? { is_checked: true, pnl: manualPnl.pnl } : null,
    target_underlying_price: instance.targetPrice,
    target_datetime: instance.targetDateTime,
    target_interval: instance.payoffTableTargetInterval,
    sd_mode: settings.sdMode === "targetDate" ? "target" : settings.sdMode,
    fixed_sd_days: settings.sdFixedDays,
    iv_offset: instance.ivOffset,
    entry: entryOf(entryPricing),
    charges: broker === null ? null : { broker_id: broker, net: settings.netOfCharges },
    flags: {
      enable_payoff_chart: config.enablePayoffChart,
      enable_payoff_table: config.enablePayoffTable,
      enable_trade_details: config.enableTradeDetails,
      factor_in_booked_pnl: config.factorInBookedPnl,
      multiply_by_lot_size: settings.multiplyByLotSize,
      multiply_by_number_of_lots: settings.multiplyByLots,
    },
  };
}

/** The same question, for the curves of the payoff alone. */
export const withCurves = (request: BuilderRequest): BuilderRequest => ({
  ...request,
  flags: {
    ...request.flags,
    enable_payoff_chart: true,
    enable_payoff_table: false,
    enable_trade_details: false,
  },
});

/** The price list that figures are to be after the charges of; null: they are before charges (rule STRAT-32). */
export function netBroker({ settings }: BuilderInstance, broker: BrokerId | null): BrokerId | null {
  return settings.netOfCharges ? (broker ?? ANONYMOUS) : null;
}

/** Expiries whose market an analysis needs, near to far. */
export function expiriesOf(instance: BuilderInstance): readonly string[] {
  const all = strategyLegs(instance)
    .filter(({ isExpired }) => !isExpired)
    .map(({ expiry }) => expiry)
    .filter((expiry) => expiry !== null);
  return [...new Set(all)].sort();
}

/** What is selected, alive, and not nothing. */
export function selectedLegs(instance: BuilderInstance): readonly AnalyzerLeg[] {
  return strategyLegs(instance).filter((leg) => leg.isSelected && !leg.isExpired && leg.quantity !== 0);
}

/** Sessions before the present one that a strategy's chart begins with. */
const CHART_SESSIONS = 4;

/** null when nothing is there to chart, or more than a chart may be of: the premium of some would be that of other trades. */
export function strategyChartRequest(instance: BuilderInstance): StrategyChartRequest | null {
  const trades = selectedLegs(instance).map((leg) => ({
    tradingsymbol: leg.tradingsymbol,
    trade_action: actionOf(leg),
    quantity: Math.max(1, Math.round(Math.abs(leg.quantity))),
  }));
  if (trades.length === 0 || trades.length > MOST_CHART_LEGS) return null;
  return {
    underlying: instance.underlying,
    sampling_size: "15M",
    offset: CHART_SESSIONS,
    trades,
  };
}

/** Options and futures whose open interest is looked at, each once. */
export function oiSymbols(instance: BuilderInstance): string[] {
  const legs = selectedLegs(instance).filter(({ type }) => type !== "EQ");
  return [...new Set(legs.map(({ tradingsymbol }) => tradingsymbol))];
}

/** null when there are none, or more than a chart may be of. */
export function multistrikeOiRequest(instance: BuilderInstance): MultistrikeOiRequest | null {
  const legs = oiSymbols(instance);
  if (legs.length === 0 || legs.length > MOST_CHART_LEGS) return null;
  return { underlying: instance.underlying, legs, interval: "15M" };
}

/** Both figures at once, so that the setting between them asks nothing; null when no expiry is chosen. */
export function oiChartRequest({ underlying, oiChartExpiries }: BuilderInstance): BuilderOiRequest | null {
  const expiries = oiChartExpiries.filter(({ isSelected }) => isSelected).map(({ expiry }) => expiry);
  if (expiries.length === 0) return null;
  return { oi_vs_strike: true, oi_change_vs_strike: true, underlying_symbol: underlying, expiries };
}
