/** What a chain says beyond its prices (quant.md §7–8). Unknown is NaN. */

import type { OptionType } from "../pricing/black76.ts";
import { lowerBound } from "../pricing/forward.ts";
import type { SettlementDistribution } from "../pricing/settlement-distribution.ts";

export type Sentiment = "bullish" | "bearish" | "neutral";

/** (ltp - previous close) / previous close, a fraction; NaN without either. */
export function netChange(ltp: number, previousClose: number): number {
  return ltp > 0 && previousClose > 0 ? ltp / previousClose - 1 : Number.NaN;
}

/** (oi - previous oi) / previous oi, a fraction; NaN when there was none. */
export function oiChange(oi: number, previousOi: number): number {
  return previousOi > 0 ? (oi - previousOi) / previousOi : Number.NaN;
}

/** Usable price less intrinsic value: slightly negative on a stale in-the-money quote, and shown so. */
export function timeValue(usablePrice: number, intrinsic: number): number {
  return usablePrice - intrinsic;
}

/** Put OI over call OI, of one strike or a whole expiry; NaN when there is no call OI. */
export function pcr(putOi: number, callOi: number): number {
  return callOi > 0 ? putOi / callOi : Number.NaN;
}

/** Change of the PCR since another moment, most often the previous close; NaN where either is unknown. */
export function pcrChange(putOi: number, callOi: number, putOiBefore: number, callOiBefore: number): number {
  return pcr(putOi, callOi) - pcr(putOiBefore, callOiBefore);
}

/** Change of put OI over change of call OI: a ratio of its own, and no change of the PCR; NaN when call OI has not changed. */
export function oiChangeRatio(putOiChange: number, callOiChange: number): number {
  return callOiChange === 0 ? Number.NaN : putOiChange / callOiChange;
}

/** Thresholds are data: at or above `bullish`, at or below `bearish`. */
export const PCR_LEVELS = { bullish: 0.9, bearish: 0.6 } as const;

/** Reading of a put-call ratio; null when it is unknown. */
export function pcrType(
  ratio: number,
  levels: { bullish: number; bearish: number } = PCR_LEVELS,
): Sentiment | null {
  if (Number.isNaN(ratio)) return null;
  if (ratio >= levels.bullish) return "bullish";
  return ratio <= levels.bearish ? "bearish" : "neutral";
}

/** Strike nearest the forward, the lower one on a tie; -1 for an empty chain or an unknown forward. */
export function atmStrikeIndex(count: number, strikes: Float64Array, forward: number): number {
  if (count === 0 || !(forward > 0)) return -1;
  const above = lowerBound(count, strikes, forward);
  if (above === 0) return 0;
  if (above === count) return count - 1;
  return forward - strikes[above - 1]! <= strikes[above]! - forward ? above - 1 : above;
}

function known(value: number): number {
  return value > 0 ? value : 0;
}

/**
 * Strike at which option writers pay out least if the underlying settles there.
 * @param strikes rupees, ascending; @param callOi, putOi units
 * @param forward breaks ties: the strike nearest it, else the lower
 * @returns strike in rupees; NaN when all OI is zero
 */
export function maxPain(
  count: number,
  strikes: Float64Array,
  callOi: Float64Array,
  putOi: Float64Array,
  forward: number,
): number {
  // One sweep: raising the settlement by one step adds the calls below it and removes the puts above it.
  let pain = 0;
  let putsAbove = 0;
  let total = 0;
  for (let i = 0; i < count; i++) {
    const put = known(putOi[i]!);
    pain += put * (strikes[i]! - strikes[0]!);
    putsAbove += put;
    total += put + known(callOi[i]!);
  }
  if (total === 0) return Number.NaN;
  // Strikes such as 0.0025 apart are not exact in binary: pains this close are equal.
  const noise = 1e-12 * (pain + 1);
  let callsBelow = 0;
  let least = Infinity;
  let best = Number.NaN;
  for (let i = 0; i < count; i++) {
    const strike = strikes[i]!;
    if (i > 0) pain += (strike - strikes[i - 1]!) * (callsBelow - putsAbove);
    if (pain < least - noise) {
      best = strike;
      least = pain;
    } else if (pain <= least + noise && Math.abs(strike - forward) < Math.abs(best - forward)) best = strike;
    callsBelow += known(callOi[i]!);
    putsAbove -= known(putOi[i]!);
  }
  return best;
}

/** Where max pain lies against the forward, by more than half a strike step; null when unknown. */
export function maxPainType(maxPainStrike: number, forward: number, strikeStep: number): Sentiment | null {
  const distance = maxPainStrike - forward;
  if (Number.isNaN(distance)) return null;
  if (distance > 0.5 * strikeStep) return "bullish";
  return distance < -0.5 * strikeStep ? "bearish" : "neutral";
}

export type BuildUp = "long_build_up" | "short_build_up" | "short_covering" | "long_unwinding" | "none";

/** Open interest that moves less than this fraction says nothing. */
const BUILD_UP_FLOOR = 0.005;

/**
 * Build-up from the signs of the price and the OI change.
 * @param priceChange any unit; @param oiChangeFraction fraction of the previous OI
 * @returns "none" below half a per cent of OI, at an unchanged price, and when either is unknown
 */
export function buildUp(priceChange: number, oiChangeFraction: number): BuildUp {
  if (!(Math.abs(oiChangeFraction) >= BUILD_UP_FLOOR)) return "none";
  if (priceChange > 0) return oiChangeFraction > 0 ? "long_build_up" : "short_covering";
  if (priceChange < 0) return oiChangeFraction > 0 ? "short_build_up" : "long_unwinding";
  return "none";
}

/** An underlying's prices and the open interest of its futures, now and at the previous close; any unit, NaN unknown. */
interface FutureInterest {
  readonly spot: number;
  readonly spotPreviousClose: number;
  readonly futureOi: number;
  readonly futureOiPrevious: number;
}

/** Build-up of an underlying's futures, which the info window shows beside their OI change; "none" as `buildUp` has it. */
export function oiChangeType({
  spot,
  spotPreviousClose,
  futureOi,
  futureOiPrevious,
}: FutureInterest): BuildUp {
  return buildUp(spot - spotPreviousClose, oiChange(futureOi, futureOiPrevious));
}

/** Underlying price at which a buyer at `price` breaks even at expiry. */
export function breakeven(type: OptionType, strike: number, price: number): number {
  return type === "CE" ? strike + price : strike - price;
}

/** Distance of a breakeven from spot, a fraction of spot; NaN without spot. */
export function breakevenFraction(breakevenPrice: number, spot: number): number {
  return spot > 0 ? breakevenPrice / spot - 1 : Number.NaN;
}

/**
 * Buyer's probability of profit at expiry, in [0, 1]; the seller's is 1 less it. Risk-neutral, no forecast.
 * @param settlement of the expiry; unknown gives NaN, except at T = 0, where the outcome is known
 */
export function pop(
  type: OptionType,
  strike: number,
  price: number,
  forward: number,
  years: number,
  settlement: SettlementDistribution,
): number {
  const level = breakeven(type, strike, price);
  if (years === 0 && forward > 0 && !Number.isNaN(level)) {
    return (type === "CE" ? forward > level : forward < level) ? 1 : 0;
  }
  const below = settlement.below(level);
  return type === "CE" ? 1 - below : below;
}

/** Open interest of an underlying's futures: the first three expiries, nearest first. */
export function futureOi(oiByExpiry: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < oiByExpiry.length && i < 3; i++) sum += oiByExpiry[i]!;
  return sum;
}

/** Volume so far over the average volume up to the same minute; NaN without an average. */
export function volumeSpike(volume: number, averageVolume: number): number {
  return averageVolume > 0 ? volume / averageVolume : Number.NaN;
}
