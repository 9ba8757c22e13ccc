/** Implied and historical volatility over time (quant.md §7). Volatilities are fractions; unknown is NaN. */

import { lowerBound } from "../pricing/forward.ts";

/** Closes that percentile and rank look back on, and the fewest that mean anything. */
export const IV_LOOKBACK = 250;
export const IV_LEAST_CLOSES = 60;
const SESSIONS_A_YEAR = 252;
const THIRTY_DAYS = 30 / 365;

/** Change of IV since the previous session's close, in vol points. */
export function ivChange(iv: number, previousIv: number): number {
  return (iv - previousIv) * 100;
}

/**
 * Constant-maturity IV: ATM total variance linear in T between the bracketing expiries.
 * Outside them the nearest expiry's own IV; expired expiries and unknown IVs are passed over.
 * @param years to each expiry, ascending; @param atmIv ATM IV of each; @param target years, 30 days by default
 */
export function constantMaturityIv(
  years: readonly number[],
  atmIv: readonly number[],
  target = THIRTY_DAYS,
): number {
  let below = -1;
  for (let i = 0; i < years.length; i++) {
    const t = years[i]!;
    const iv = atmIv[i]!;
    if (!(t > 0) || !(iv > 0)) continue;
    if (t < target) {
      below = i;
      continue;
    }
    if (below < 0 || t === target) return iv;
    const t0 = years[below]!;
    const near = atmIv[below]! ** 2 * t0;
    const far = iv * iv * t;
    return Math.sqrt((near + ((far - near) * (target - t0)) / (t - t0)) / target);
  }
  return below < 0 ? Number.NaN : atmIv[below]!;
}

/** What the last 250 closes say of a volatility; NaN with fewer than 60 known ones, and of an unknown one. */
export interface IvRanking {
  /** Known closes that it rests on, 0 to 250. */
  readonly closes: number;
  /** Share of the closes below `now`, 0 to 100. */
  percentile(now: number): number;
  /** Place of `now` between the least and the greatest of them, clamped to 0–100. */
  rank(now: number): number;
}

/**
 * Sorts the closes once, so that asking costs a search and no memory: every solved chain asks.
 * @param closes IV30 at each close, oldest first
 */
export function createIvRanking(closes: readonly number[]): IvRanking {
  const past = Float64Array.from(closes.slice(-IV_LOOKBACK).filter((iv) => !Number.isNaN(iv))).sort();
  const count = past.length;
  const isEnough = count >= IV_LEAST_CLOSES;
  const least = past[0]!;
  const greatest = past[count - 1]!;
  return {
    closes: count,
    percentile(now) {
      if (!isEnough || Number.isNaN(now)) return Number.NaN;
      return (100 * lowerBound(count, past, now)) / count;
    },
    rank(now) {
      if (!isEnough || Number.isNaN(now) || greatest === least) return Number.NaN;
      return 100 * Math.min(1, Math.max(0, (now - least) / (greatest - least)));
    },
  };
}

/** The percentile of a volatility asked for once; see `createIvRanking`. */
export function ivPercentile(closes: readonly number[], now: number): number {
  return createIvRanking(closes).percentile(now);
}

/** The rank of a volatility asked for once; see `createIvRanking`. */
export function ivRank(closes: readonly number[], now: number): number {
  return createIvRanking(closes).rank(now);
}

/** Reading of a percentile or rank: high above 80, low below 20; null when unknown. */
export function ivLevel(percentile: number): "high" | "normal" | "low" | null {
  if (Number.isNaN(percentile)) return null;
  if (percentile > 80) return "high";
  return percentile < 20 ? "low" : "normal";
}

/** Annualised close-to-close volatility: sample deviation of ln returns x √252; NaN with fewer than 3 closes. */
export function historicalVolatility(closes: readonly number[]): number {
  const n = closes.length - 1;
  if (n < 2) return Number.NaN;
  const returns = closes.slice(1).map((close, i) => Math.log(close / closes[i]!));
  const mean = returns.reduce((sum, r) => sum + r, 0) / n;
  const squares = returns.reduce((sum, r) => sum + (r - mean) ** 2, 0);
  return Math.sqrt((squares / (n - 1)) * SESSIONS_A_YEAR);
}
