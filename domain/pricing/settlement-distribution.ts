/**
 * Where the underlying settles, as the options of one expiry price it: risk-neutral, no forecast (quant.md §9).
 *
 * The prices of the solved strikes are fitted by a mixture of narrow lognormal distributions on an even grid of log-prices,
 * its weights at least 0, adding up to 1, its mean the forward (O. Bondarenko, "Estimation of risk-neutral densities
 * using positive convolution approximation", Journal of Econometrics 116, 2003). So the fitted prices fall and bend as prices
 * without arbitrage must, whatever the quotes do, and P(settles below K) = dP/dK of the fitted puts is a sum of normal
 * distribution functions. Where the quotes do not carry a fit, it is lognormal with the ATM IV, and says so.
 */

import { blackPrice } from "./black76.ts";
import { logMoneyness } from "./moneyness.ts";
import { normalCdf } from "./normal.ts";
import {
  SETTLEMENT_ATM,
  SETTLEMENT_SMILE,
  SETTLEMENT_UNKNOWN,
  type SettlementSource,
} from "./settlement-source.ts";
import { createWeightSolver } from "./weights-on-a-simplex.ts";

export interface SettlementDistribution {
  readonly source: SettlementSource;
  /** P(settles below `level`), 0…1: 0 at or below 0, 1 at Infinity; NaN where unknown. */
  below(level: number): number;
}

/** An expiry's smile as its options gave it; prices rupees, volatilities fractions. */
export interface QuotedSmile {
  readonly count: number;
  /** Ascending. */
  readonly strikes: Float64Array;
  readonly iv: Float64Array;
  /** 1 where a strike's IV is from a price of its own, 0 where it is interpolated. */
  readonly solved: Uint8Array;
  readonly forward: number;
  /** To expiry. */
  readonly years: number;
  readonly atmIv: number;
  /** Added to every IV, the ATM's too. */
  readonly ivOffset: number;
  readonly tickSize: number;
}

/** Between components, and the width of each, in standard deviations of the expiry. */
const SPACING = 0.5;
const WIDTH = 0.5;
/** The grid reaches a deviation beyond the outermost price, within these deviations. */
const LEAST_REACH = 4;
const MOST_REACH = 8;
const CAPACITY = 2 * (MOST_REACH / SPACING) + 1;
/** A price is known to half a tick and this share of itself. */
const SHARE_OF_PRICE = 0.002;
/** How hard the weights are drawn to the lognormal's: what quotes leave open is filled in by it. */
const PULL = 100;
/** Fewer prices, in all or on a side of the forward, do not carry a fit. */
const LEAST_PRICES = 6;
const LEAST_A_SIDE = 2;
/** Half of the prices must be met within so many of their own uncertainties. */
const WORST_MEDIAN = 10;

/** Probability of settling below `level`, lognormal around the forward; NaN when σ or T is unknown or not positive. */
function lognormalBelow(level: number, forward: number, deviation: number): number {
  return normalCdf(Math.log(level / forward) / deviation + 0.5 * deviation);
}

/** The fallback by itself: lognormal around the forward. @param sigma fraction; @param years to expiry */
export function lognormalSettlement(forward: number, years: number, sigma: number): SettlementDistribution {
  const deviation = sigma * Math.sqrt(years);
  const isKnown = deviation > 0 && forward > 0;
  return {
    source: isKnown ? SETTLEMENT_ATM : SETTLEMENT_UNKNOWN,
    below(level) {
      if (!isKnown || Number.isNaN(level)) return Number.NaN;
      if (level <= 0) return 0;
      return level === Infinity ? 1 : lognormalBelow(level, forward, deviation);
    },
  };
}

export interface SettlementFit extends SettlementDistribution {
  /** Fits anew; what `below` said before is gone. Allocates nothing. */
  fit(smile: QuotedSmile): void;
  /** Median distance of the fitted prices from the quoted ones, in their uncertainties (half a tick and 0.2 %); NaN for the fallback. */
  readonly misfit: number;
}

export function createSettlementFit(): SettlementFit {
  const solveWeights = createWeightSolver(CAPACITY);
  const quadratic = new Float64Array(CAPACITY * CAPACITY);
  const linear = new Float64Array(CAPACITY);
  /** e^z of each component: its mean over the forward. */
  const means = new Float64Array(CAPACITY);
  const centres = new Float64Array(CAPACITY);
  const weights = new Float64Array(CAPACITY);
  const values = new Float64Array(CAPACITY);
  const problem = { size: 0, quadratic, linear, sum: means };
  let misses = new Float64Array(128);

  let source: SettlementSource = SETTLEMENT_UNKNOWN;
  let forward = Number.NaN;
  /** σ√T at the money, and of a component. */
  let deviation = Number.NaN;
  let width = Number.NaN;
  let size = 0;
  let misfit = Number.NaN;

  function placeComponents(lowest: number, highest: number): void {
    const steps = (reach: number) =>
      Math.ceil(Math.min(MOST_REACH, Math.max(LEAST_REACH, reach / deviation + 1)) / SPACING);
    const below = steps(-lowest);
    size = below + steps(highest) + 1;
    width = WIDTH * deviation;
    let total = 0;
    for (let j = 0; j < size; j++) {
      const z = (j - below) * SPACING;
      centres[j] = z * deviation;
      means[j] = Math.exp(z * deviation);
      weights[j] = Math.exp((-0.5 * z * z) / (1 - WIDTH * WIDTH));
      total += weights[j]!;
    }
    quadratic.fill(0, 0, size * size);
    let mean = 0;
    for (let j = 0; j < size; j++) {
      weights[j] = weights[j]! / total;
      linear[j] = PULL * weights[j]!;
      quadratic[j * size + j] = PULL;
      mean += weights[j]! * means[j]!;
    }
    // From here the solver sets out: the lognormal's weights, its mean put right beside the middle.
    const moved = (1 - mean) / (means[below + 1]! - means[below - 1]!);
    weights[below + 1] = weights[below + 1]! + moved;
    weights[below - 1] = weights[below - 1]! - moved;
  }

  /** What each component says of the out-of-the-money price at a strike, to `values`. */
  function readComponents(strike: number, isPut: boolean): void {
    const x = -logMoneyness(forward, strike);
    for (let j = 0; j < size; j++) {
      const mean = forward * means[j]!;
      const d = (x - centres[j]!) / width + 0.5 * width;
      const inside = isPut ? strike - mean : mean - strike;
      // Beyond nine deviations a time value is below the last bit of a price.
      if (d > 9 + width) values[j] = isPut ? inside : 0;
      else if (d < -9) values[j] = isPut ? 0 : inside;
      else if (isPut) values[j] = strike * normalCdf(d) - mean * normalCdf(d - width);
      else values[j] = mean * normalCdf(width - d) - strike * normalCdf(-d);
    }
  }

  function addPrice(price: number, uncertainty: number): void {
    const weight = 1 / (uncertainty * uncertainty);
    for (let i = 0; i < size; i++) {
      const scaled = weight * values[i]!;
      if (scaled === 0) continue;
      linear[i] = linear[i]! + scaled * price;
      const row = i * size;
      for (let j = 0; j <= i; j++) quadratic[row + j] = quadratic[row + j]! + scaled * values[j]!;
    }
  }

  /** @returns whether the quotes carry it */
  function fitSmile({ count, strikes, iv, solved, years, ivOffset, tickSize }: QuotedSmile): boolean {
    const priceAt = (i: number): number => {
      const strike = strikes[i]!;
      const sigma = iv[i]! + ivOffset;
      if (solved[i] !== 1 || !(sigma > 0)) return 0;
      if (!(Math.abs(logMoneyness(forward, strike)) <= MOST_REACH * deviation)) return 0;
      const price = blackPrice(strike < forward ? "PE" : "CE", forward, strike, years, sigma, 0);
      return price >= tickSize ? price : 0;
    };
    if (misses.length < count) misses = new Float64Array(2 * count);
    let [puts, calls, lowest, highest] = [0, 0, forward, forward];
    for (let i = 0; i < count; i++) {
      misses[i] = priceAt(i);
      if (misses[i] === 0) continue;
      const strike = strikes[i]!;
      if (strike < forward) puts++;
      else calls++;
      lowest = Math.min(lowest, strike);
      highest = Math.max(highest, strike);
    }
    if (puts + calls < LEAST_PRICES || puts < LEAST_A_SIDE || calls < LEAST_A_SIDE) return false;
    placeComponents(-logMoneyness(forward, lowest), -logMoneyness(forward, highest));
    for (let i = 0; i < count; i++) {
      const price = misses[i]!;
      if (price === 0) continue;
      readComponents(strikes[i]!, strikes[i]! < forward);
      addPrice(price, 0.5 * tickSize + SHARE_OF_PRICE * price);
    }
    for (let i = 0; i < size; i++)
      for (let j = 0; j < i; j++) quadratic[j * size + i] = quadratic[i * size + j]!;
    problem.size = size;
    if (!solveWeights(problem, weights)) return false;
    let found = 0;
    for (let i = 0; i < count; i++) {
      const price = misses[i]!;
      if (price === 0) continue;
      readComponents(strikes[i]!, strikes[i]! < forward);
      let fitted = 0;
      for (let j = 0; j < size; j++) fitted += weights[j]! * values[j]!;
      misses[found++] = Math.abs(fitted - price) / (0.5 * tickSize + SHARE_OF_PRICE * price);
    }
    misfit = misses.subarray(0, found).sort()[found >> 1]!;
    return misfit <= WORST_MEDIAN;
  }

  return {
    get source() {
      return source;
    },
    get misfit() {
      return misfit;
    },
    fit(smile) {
      forward = smile.forward;
      deviation = (smile.atmIv + smile.ivOffset) * Math.sqrt(smile.years);
      source = SETTLEMENT_UNKNOWN;
      misfit = Number.NaN;
      if (!(deviation > 0) || !(forward > 0)) return;
      source = fitSmile(smile) ? SETTLEMENT_SMILE : SETTLEMENT_ATM;
    },
    below(level) {
      if (source === SETTLEMENT_UNKNOWN || Number.isNaN(level)) return Number.NaN;
      if (level <= 0) return 0;
      if (level === Infinity) return 1;
      if (source === SETTLEMENT_ATM) return lognormalBelow(level, forward, deviation);
      const x = Math.log(level / forward);
      let sum = 0;
      for (let j = 0; j < size; j++) {
        const weight = weights[j]!;
        if (weight <= 0) continue;
        const d = (x - centres[j]!) / width + 0.5 * width;
        sum += d > 9 ? weight : d < -9 ? 0 : weight * normalCdf(d);
      }
      return sum < 1 ? sum : 1;
    },
  };
}
