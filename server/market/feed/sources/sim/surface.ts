import { normalCdf, normalPdf } from "#domain/pricing/normal.ts";

/**
 * Shape of a smile in SVI form (J. Gatheral, "A parsimonious arbitrage-free implied volatility parameterization", 2004),
 * of total variance relative to the money's against moneyness in standard deviations:
 * W(z) = a + b (ρ (z − m) + √((z − m)² + s²)), z = ln(K/F)/√w₀, w = w₀ W(z), a chosen so that W(0) = 1.
 * In these coordinates the smile sticks to delta and one shape serves all expiries.
 */
export interface SmileShape {
  readonly b: number;
  readonly rho: number;
  readonly m: number;
  readonly s: number;
}

/**
 * Fitted to end-of-day prices of 17 Aug 2026 (NIFTY, BANKNIFTY; RELIANCE, HDFCBANK), −9 to +6 standard deviations,
 * root mean square error 3 %. Durrleman's condition g ≥ 0 (no butterfly arbitrage) holds for both with room to tilt.
 */
export const INDEX_SMILE: SmileShape = { b: 1.67, rho: -0.247, m: -1.259, s: 6 };
export const STOCK_SMILE: SmileShape = { b: 1.353, rho: -0.188, m: -0.881, s: 3.765 };
/** Metals and energy fear a rise as much as a fall; the rupee fears a dearer dollar. */
export const COMMODITY_SMILE: SmileShape = { b: 1.2, rho: 0.03, m: 0, s: 3.8 };
export const CURRENCY_SMILE: SmileShape = { b: 1.2, rho: 0.12, m: 0.3, s: 3.8 };

/** Mean reversion of variance, a year: a shock to today's volatility is half gone in five weeks. */
const REVERSION = 7;
/** The far end of the term structure lies above the near one in calm times. */
const LONG_RUN_PREMIUM = 1.1;

/**
 * Total at-the-money variance to a horizon when variance reverts to its long run; grows with the horizon, so calendar
 * spreads are never free.
 * @param volatility  now, annual fraction
 * @param usual  its long-run level
 * @param years  of variance left
 */
export function atmVariance(volatility: number, usual: number, years: number): number {
  const long = (LONG_RUN_PREMIUM * usual) ** 2;
  return long * years + ((volatility ** 2 - long) * -Math.expm1(-REVERSION * years)) / REVERSION;
}

/** The most a smile may lean before a butterfly costs less than nothing. */
const STEEPEST = 0.42;

/** Correlation parameter of a smile leaning `tilt` times as usual; far expiries lean more, in these coordinates. */
export function tilted(shape: SmileShape, tilt: number, years: number): number {
  const far = shape.rho < -0.2 ? 0.08 * Math.min(1, Math.sqrt(years / 0.25)) : 0;
  return Math.max(-STEEPEST, Math.min(STEEPEST, shape.rho * tilt - far));
}

/** W(z) of a shape with its lean replaced. */
export function relativeVariance(shape: SmileShape, rho: number, z: number): number {
  const { b, m, s } = shape;
  const x = z - m;
  return 1 + b * (rho * z + Math.sqrt(x * x + s * s) - Math.sqrt(m * m + s * s));
}

/** No option is priced off less; a wing that dips below it in a fitted smile is held here. */
export const LEAST_RELATIVE_VARIANCE = 0.05;

/**
 * What far options cost beyond any smile: no seller gives a lottery ticket away. Vanishes at the money and,
 * slowly, far out.
 * @param most rupees
 * @param z standard deviations from the money
 */
export function lotteryPremium(most: number, z: number): number {
  const square = z * z;
  return ((most * square) / (square + 36)) * Math.exp(-Math.abs(z) / 25);
}

/** Undiscounted Black-76 premium of the out-of-the-money side, v = σ√T. @returns rupees */
export function outOfTheMoney(forward: number, strike: number, logMoneyness: number, v: number): number {
  const d1 = -logMoneyness / v + v / 2;
  const d2 = d1 - v;
  const premium =
    strike >= forward
      ? forward * normalCdf(d1) - strike * normalCdf(d2)
      : strike * normalCdf(-d2) - forward * normalCdf(-d1);
  return premium > 0 ? premium : 0;
}

/** Change of premium with v. @returns rupees per unit of σ√T */
export function premiumPerDeviation(forward: number, logMoneyness: number, v: number): number {
  return forward * normalPdf(-logMoneyness / v + v / 2);
}

/** Durrleman's g of a shape at z; negative where the density it implies is. */
export function density(shape: SmileShape, rho: number, w0: number, z: number): number {
  const { b, m, s } = shape;
  const q = Math.sqrt((z - m) ** 2 + s * s);
  const w = relativeVariance(shape, rho, z);
  const slope = b * (rho + (z - m) / q);
  const bend = (b * s * s) / q ** 3;
  return (1 - (z * slope) / (2 * w)) ** 2 - ((slope * slope) / 4) * (1 / w + w0 / 4) + bend / 2;
}

function misfit(shape: SmileShape, points: readonly (readonly [z: number, ratio: number])[]): number {
  if (shape.b < 0.05 || shape.b > 3 || Math.abs(shape.rho) > STEEPEST || shape.s < 0.3 || shape.s > 8) {
    return Number.POSITIVE_INFINITY;
  }
  let sum = 0;
  for (const [z, ratio] of points) {
    const w = relativeVariance(shape, shape.rho, z);
    if (w < LEAST_RELATIVE_VARIANCE) return Number.POSITIVE_INFINITY;
    sum += (Math.sqrt(w) - ratio) ** 2 / (1 + 0.3 * z * z);
  }
  for (let z = -8; z <= 8; z += 1) {
    const g = density(shape, shape.rho, 0.01, z);
    if (g < 0.01) sum += points.length * (0.01 - g);
  }
  return sum;
}

/**
 * Shape through implied volatilities of one expiry, by a shrinking coordinate search.
 * @param points  [standard deviations from the money, volatility over the at-the-money one]
 */
export function fitSmile(
  points: readonly (readonly [z: number, ratio: number])[],
  start: SmileShape,
): SmileShape {
  if (points.length < 5) return start;
  let best = start;
  let error = misfit(best, points);
  let steps = { b: 0.3, rho: 0.1, m: 0.5, s: 1 };
  for (let round = 0; round < 60; round++) {
    let improved = false;
    for (const key of ["b", "rho", "m", "s"] as const) {
      for (const sign of [-1, 1]) {
        const next = { ...best, [key]: best[key] + sign * steps[key] };
        const trial = misfit(next, points);
        if (trial < error) {
          error = trial;
          best = next;
          improved = true;
        }
      }
    }
    if (!improved) steps = { b: steps.b / 2, rho: steps.rho / 2, m: steps.m / 2, s: steps.s / 2 };
    if (steps.m < 0.004) break;
  }
  return best;
}
