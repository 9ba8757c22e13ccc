/** How likely the underlying settles where, at the end of a strategy (quant.md §9). */

import {
  createSettlementFit,
  lognormalSettlement,
  type SettlementDistribution,
  type SettlementFit,
} from "../pricing/settlement-distribution.ts";
import { VOL_POINT } from "./effective-iv.ts";
import type { Horizon } from "./horizon.ts";
import type { ExpiryMarket, StrategyMarket } from "./model.ts";

interface Fitted {
  readonly years: number;
  readonly ivOffset: number;
  readonly settlement: SettlementFit;
}

/** The last of each expiry: dragging a leg or a date about asks for the same one sixty times a second. */
const fitted = new WeakMap<ExpiryMarket, Fitted>();

/**
 * Of the smile of the horizon's own expiry; where strategy and options end at different times or are priced on different
 * forwards, lognormal with the horizon's volatility.
 * @param ivOffset vol points, already in the horizon's volatility
 */
export function horizonDistribution(
  { expiryMarket, time, forward, years, sigma }: Horizon,
  market: StrategyMarket,
  ivOffset: number,
): SettlementDistribution {
  const isOwn = expiryMarket?.expiryInstant === time && expiryMarket.forward === forward;
  if (!isOwn || !(sigma > 0)) return lognormalSettlement(forward, years, sigma);
  const held = fitted.get(expiryMarket);
  if (held !== undefined && held.years === years && held.ivOffset === ivOffset) return held.settlement;
  const { strikes, iv, solved, atmIv } = expiryMarket;
  const settlement = held?.settlement ?? createSettlementFit();
  settlement.fit({
    count: strikes.length,
    strikes,
    iv,
    solved,
    forward,
    years,
    atmIv,
    ivOffset: ivOffset * VOL_POINT,
    tickSize: market.tickSize,
  });
  fitted.set(expiryMarket, { years, ivOffset, settlement });
  return settlement;
}
