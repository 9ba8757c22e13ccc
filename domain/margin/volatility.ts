import { underlyingBySymbol } from "../instruments/underlyings.ts";

/** NSE Clearing annualises its daily volatility by calendar days (its daily volatility file: annual / daily = √365). */
const DAYS = 365;

export function annualVolatility(daily: number): number {
  return daily * Math.sqrt(DAYS);
}

export function dailyVolatility(annual: number): number {
  return annual / Math.sqrt(DAYS);
}

/**
 * Daily EWMA volatility, σ²_t = λ σ²_(t-1) + (1 - λ) r²_t over log returns.
 * @param closes oldest first; what is not a positive price is left out
 * @param seed σ before the first return; NaN takes the root mean square of the returns given
 * @returns NaN with neither a seed nor a return
 */
export function ewmaVolatility(closes: ArrayLike<number>, lambda: number, seed: number): number {
  const returns: number[] = [];
  let previous = Number.NaN;
  for (let i = 0; i < closes.length; i++) {
    const close = closes[i]!;
    if (!(close > 0) || close === Number.POSITIVE_INFINITY) continue;
    if (previous > 0) returns.push(Math.log(close / previous));
    previous = close;
  }
  let variance = seed * seed;
  if (Number.isNaN(variance)) {
    variance = returns.reduce((sum, each) => sum + each * each, 0) / returns.length;
  }
  for (const each of returns) variance = lambda * variance + (1 - lambda) * each * each;
  return Math.sqrt(variance);
}

/**
 * Daily σ of an underlying where its closes are not at hand: that of the reference table, which is implied and of one day.
 * @returns NaN for a symbol that is not ours
 */
export function referenceDailyVolatility(symbol: string): number {
  return dailyVolatility(underlyingBySymbol(symbol)?.annualVolatility ?? Number.NaN);
}
