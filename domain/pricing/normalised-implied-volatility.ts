/**
 * Inverse of the normalised Black function, after P. Jäckel, "Let's Be Rational" (Wilmott, 2015): a first guess
 * from four rational branches, then two Householder steps of third order on an objective chosen per branch.
 */

import { inverseNormalCdf, normalCdf, ONE_OVER_SQRT_TWO_PI } from "./normal.ts";
import { normalisedBlack, normalisedVega } from "./normalised-black.ts";
import { controlFromLeft, controlFromRight, rationalCubic } from "./rational-cubic.ts";

const SQRT_3 = Math.sqrt(3);
const SQRT_HALF_PI = 1.2533141373155003;
/** 2π/√27, the scale of the lower map. */
const LOWER_MAP_SCALE = 1.2091995761561452;
const SQRT_MAX_VALUE = 1.3407807929942596e154;
/** Two steps reach full accuracy; the rest is slack for prices that are themselves rounding noise. */
const MAXIMUM_STEPS = 4;

/**
 * s = σ√T with normalisedBlack(x, s) = beta, to 1e-12 relative for beta >= 1e-300 wherever beta itself
 * determines s so well.
 * @param beta out-of-the-money undiscounted price over √(F K)
 * @param x ln(F/K), either sign: the value is symmetric
 * @returns 0 for beta = 0, NaN for a negative price or one at or above the bound e^{-|x|/2}
 */
export function normalisedImpliedVolatility(beta: number, x: number): number {
  const logMoneyness = x > 0 ? -x : x;
  if (!(beta > 0)) return beta === 0 ? 0 : Number.NaN;
  const bound = Math.exp(0.5 * logMoneyness);
  if (!(beta < bound)) return Number.NaN;

  // The point of inflection of b in s splits the domain; tangents there split each half once more.
  const sc = Math.sqrt(-2 * logMoneyness);
  const bc = normalisedBlack(logMoneyness, sc);
  const vc = normalisedVega(logMoneyness, sc);
  if (beta < bc) {
    const sl = sc - bc / vc;
    const bl = sl > 0 ? normalisedBlack(logMoneyness, sl) : 0;
    if (beta < bl) {
      return refine(OBJECTIVE_LOW, beta, logMoneyness, bound, guessLow(beta, logMoneyness, sl, bl), 0, sl);
    }
    const vl = normalisedVega(logMoneyness, sl);
    const r = controlFromRight(bl, bc, sl, sc, 1 / vl, 1 / vc, 0, false);
    const guess = rationalCubic(beta, bl, bc, sl, sc, 1 / vl, 1 / vc, r);
    return refine(OBJECTIVE_MIDDLE, beta, logMoneyness, bound, guess, sl, sc);
  }
  const sh = vc > Number.MIN_VALUE ? sc + (bound - bc) / vc : sc;
  const bh = normalisedBlack(logMoneyness, sh);
  if (beta <= bh) {
    const vh = normalisedVega(logMoneyness, sh);
    const r = controlFromLeft(bc, bh, sc, sh, 1 / vc, 1 / vh, 0, false);
    const guess = rationalCubic(beta, bc, bh, sc, sh, 1 / vc, 1 / vh, r);
    return refine(OBJECTIVE_MIDDLE, beta, logMoneyness, bound, guess, sc, sh);
  }
  const guess = guessHigh(beta, logMoneyness, bound, sh, bh);
  const objective = beta > 0.5 * bound ? OBJECTIVE_HIGH : OBJECTIVE_MIDDLE;
  return refine(objective, beta, logMoneyness, bound, guess, sh, Number.MAX_VALUE);
}

/** Below sl: interpolate f(b) = 2π|x|/√27 · N(-|x|/(√3 s))³, whose slope at b = 0 is exactly 1. */
function guessLow(beta: number, x: number, sl: number, bl: number): number {
  const ax = -x;
  const z = ax / (SQRT_3 * sl);
  const y = z * z;
  const variance = sl * sl;
  const cdf = normalCdf(-z);
  const density = ONE_OVER_SQRT_TWO_PI * Math.exp(-0.5 * y);
  const f = LOWER_MAP_SCALE * ax * cdf * cdf * cdf;
  const df = 2 * Math.PI * y * cdf * cdf * Math.exp(y + 0.125 * variance);
  const d2f =
    (Math.PI / 6) *
    (y / (variance * sl)) *
    cdf *
    (8 * SQRT_3 * sl * ax + (3 * variance * (variance - 8) - 8 * x * x) * (cdf / density)) *
    Math.exp(2 * y + 0.25 * variance);
  const r = controlFromRight(0, bl, 0, f, 1, df, d2f, true);
  let mapped = rationalCubic(beta, 0, bl, 0, f, 1, df, r);
  if (!(mapped > 0)) {
    const t = beta / bl;
    mapped = (f * t + bl * (1 - t)) * t;
  }
  return Math.abs(x / (SQRT_3 * inverseNormalCdf(Math.cbrt(mapped / (LOWER_MAP_SCALE * ax)))));
}

/** Above sh: interpolate f(b) = N(-s/2), which ends at 0 with slope -1/2 at the bound. */
function guessHigh(beta: number, x: number, bound: number, sh: number, bh: number): number {
  const f = normalCdf(-0.5 * sh);
  const w = (x / sh) * (x / sh);
  const df = -0.5 * Math.exp(0.5 * w);
  const d2f = SQRT_HALF_PI * Math.exp(w + 0.125 * sh * sh) * (w / sh);
  let mapped = -1;
  if (d2f < SQRT_MAX_VALUE) {
    const r = controlFromLeft(bh, bound, f, 0, df, -0.5, d2f, true);
    mapped = rationalCubic(beta, bh, bound, f, 0, df, -0.5, r);
  }
  if (!(mapped > 0)) {
    const width = bound - bh;
    const t = (beta - bh) / width;
    mapped = (f * (1 - t) + 0.5 * width * t) * (1 - t);
  }
  return -2 * inverseNormalCdf(mapped);
}

const OBJECTIVE_LOW = 0; // 1/ln b - 1/ln β: nearly linear in s where b falls like e^{-x²/2s²}
const OBJECTIVE_MIDDLE = 1; // b - β
const OBJECTIVE_HIGH = 2; // ln of the distance to the bound

function refine(
  objective: number,
  beta: number,
  x: number,
  bound: number,
  guess: number,
  lowest: number,
  highest: number,
): number {
  let s = guess;
  let left = lowest;
  let right = highest;
  let previousStep = 0;
  const logBeta = objective === OBJECTIVE_LOW ? Math.log(beta) : 0;
  for (let step = 0; step < MAXIMUM_STEPS; step++) {
    if (step > 0 && !(s >= left && s <= right)) s = 0.5 * (left + right);
    const b = normalisedBlack(x, s);
    const slope = normalisedVega(x, s);
    if (b > beta) right = Math.min(right, s);
    else if (b < beta) left = Math.max(left, s);
    else return s;
    if (!(b > 0 && slope > 0)) {
      s = 0.5 * (left + Math.min(right, 2 * s));
      continue;
    }
    const h = x / s;
    const curvature = (h * h) / s - 0.25 * s;
    let newton: number;
    let halley = curvature;
    let third = curvature * curvature - 3 * (h / s) * (h / s) - 0.25;
    if (objective === OBJECTIVE_LOW) {
      const logB = Math.log(b);
      const rate = slope / b;
      newton = (((logBeta - logB) * logB) / logBeta) * (b / slope);
      third += 2 * rate * rate * (1 + (3 / logB) * (1 + 1 / logB)) - 3 * curvature * rate * (1 + 2 / logB);
      halley -= rate * (1 + 2 / logB);
    } else if (objective === OBJECTIVE_HIGH && b < bound) {
      const rate = slope / (bound - b);
      newton = Math.log((bound - b) / (bound - beta)) / rate;
      third += rate * (2 * rate + 3 * curvature);
      halley += rate;
    } else {
      newton = (beta - b) / slope;
    }
    const factor = (1 + 0.5 * halley * newton) / (1 + newton * (halley + (third * newton) / 6));
    const change = Math.max(-0.5 * s, factor > 0 ? newton * factor : newton);
    s += change;
    // A step that does not shrink by far is rounding noise: the price holds no more digits.
    if (Math.abs(change) <= 1e-15 * s) return s;
    if (step > 0 && Math.abs(change) >= 0.5 * Math.abs(previousStep)) return s;
    if (Math.abs(change) < 1e-5 * s && step > 0) return s;
    previousStep = change;
  }
  return s;
}
