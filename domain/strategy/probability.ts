/** How likely a strategy pays, and how far the market may move (quant.md §9). */

import type { SettlementDistribution } from "../pricing/settlement-distribution.ts";
import { SETTLEMENT_UNKNOWN } from "../pricing/settlement-source.ts";
import { yearsToExpiry } from "../pricing/time.ts";
import type { Horizon } from "./horizon.ts";
import type { StrategyOptions } from "./model.ts";
import type { StandardDeviation } from "./summary-types.ts";

const DAYS_A_YEAR = 365;

/**
 * Probability that the P&L at expiry is above 0: risk-neutral, no forecast.
 * @param profits where it is, on the axis of S'; @param paysNow whether it is at today's spot, which decides once T is 0
 * @param settlement of the horizon's expiry
 * @returns 0…1; NaN without a volatility
 */
export function probabilityOfProfit(
  profits: readonly (readonly [from: number, to: number])[],
  { years, basis }: Pick<Horizon, "years" | "basis">,
  paysNow: boolean,
  settlement: SettlementDistribution,
): number {
  if (years === 0) return paysNow ? 1 : 0;
  if (settlement.source === SETTLEMENT_UNKNOWN) return Number.NaN;
  // At S' = 0 nothing lies to the left, whatever MCX's basis says of the forward there.
  const below = (level: number) => (level <= 0 ? 0 : settlement.below(level + basis));
  let sum = 0;
  for (const [from, to] of profits) sum += below(to) - below(from);
  return Math.min(1, Math.max(0, sum));
}

/** Over how many days a standard deviation is (rule STRAT-4). @param now @param targetTime epoch ms */
export function deviationDays(
  { sdMode, fixedSdDays }: Pick<StrategyOptions, "sdMode" | "fixedSdDays">,
  { years, time }: Pick<Horizon, "years" | "time">,
  now: number,
  targetTime: number,
): number {
  if (sdMode === "fixed") return fixedSdDays;
  // The target may be the market's close, after the instant that fixes the payoff.
  const span = sdMode === "expiry" ? years : yearsToExpiry(now, Math.min(targetTime, time));
  return span * DAYS_A_YEAR;
}

/** σ√(days / 365) and what it makes of the spot. */
export function standardDeviation(
  spot: number,
  { forward, sigma }: Pick<Horizon, "forward" | "sigma">,
  days: number,
): { readonly fraction: number; readonly bands: StandardDeviation } {
  const fraction = sigma * Math.sqrt(days / DAYS_A_YEAR);
  const sd = forward * fraction;
  const bands = {
    sd,
    days,
    // Nothing is ever worth less than nothing; absurd volatilities reach below it.
    lower1: Math.max(0, spot - sd),
    upper1: spot + sd,
    lower2: Math.max(0, spot - 2 * sd),
    upper2: spot + 2 * sd,
  };
  return { fraction, bands };
}
