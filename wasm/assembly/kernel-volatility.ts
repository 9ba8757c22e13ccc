/**
 * Inverse of the normalised Black function: the twin of `domain/pricing/normalised-implied-volatility.ts`, which
 * explains it. Slopes are read from `normalisedVega` right after the `normalisedBlack` at the same point.
 */
import { normalisedBlack, normalisedVega } from "./kernel-black";
import { controlFromLeft, controlFromRight, rationalCubic } from "./kernel-interpolation";
import { inverseNormalCdf, normalCdf, ONE_OVER_SQRT_TWO_PI } from "./kernel-normal";

const SQRT_3: f64 = 1.7320508075688772;
const SQRT_HALF_PI: f64 = 1.2533141373155003;
const LOWER_MAP_SCALE: f64 = 1.2091995761561452;
const SQRT_MAX_VALUE: f64 = 1.3407807929942596e154;
const PI: f64 = 3.141592653589793;
const MAXIMUM_STEPS: i32 = 4;

const OBJECTIVE_LOW: i32 = 0;
const OBJECTIVE_MIDDLE: i32 = 1;
const OBJECTIVE_HIGH: i32 = 2;

/** s with normalisedBlack(x, s) = beta, x = -|ln(F/K)|; 0 for beta = 0, NaN below 0 or from the bound e^{x/2} on. */
export function normalisedImpliedVolatility(beta: f64, x: f64): f64 {
  if (!(beta > 0)) return beta == 0 ? 0 : NaN;
  const bound = Math.exp(0.5 * x);
  if (!(beta < bound)) return NaN;

  const sc = Math.sqrt(-2 * x);
  const bc = normalisedBlack(x, sc);
  const vc = normalisedVega;
  if (beta < bc) {
    const sl = sc - bc / vc;
    const bl = sl > 0 ? normalisedBlack(x, sl) : 0;
    const vl = sl > 0 ? normalisedVega : 0;
    if (beta < bl) return refine(OBJECTIVE_LOW, beta, x, bound, guessLow(beta, x, sl, bl), 0, sl);
    const r = controlFromRight(bl, bc, sl, sc, 1 / vl, 1 / vc, 0, false);
    const guess = rationalCubic(beta, bl, bc, sl, sc, 1 / vl, 1 / vc, r);
    return refine(OBJECTIVE_MIDDLE, beta, x, bound, guess, sl, sc);
  }
  const sh = vc > 5e-324 ? sc + (bound - bc) / vc : sc;
  const bh = normalisedBlack(x, sh);
  const vh = normalisedVega;
  if (beta <= bh) {
    const r = controlFromLeft(bc, bh, sc, sh, 1 / vc, 1 / vh, 0, false);
    const guess = rationalCubic(beta, bc, bh, sc, sh, 1 / vc, 1 / vh, r);
    return refine(OBJECTIVE_MIDDLE, beta, x, bound, guess, sc, sh);
  }
  const objective = beta > 0.5 * bound ? OBJECTIVE_HIGH : OBJECTIVE_MIDDLE;
  return refine(objective, beta, x, bound, guessHigh(beta, x, bound, sh, bh), sh, f64.MAX_VALUE);
}

function guessLow(beta: f64, x: f64, sl: f64, bl: f64): f64 {
  const ax = -x;
  const z = ax / (SQRT_3 * sl);
  const y = z * z;
  const variance = sl * sl;
  const cdf = normalCdf(-z);
  const density = ONE_OVER_SQRT_TWO_PI * Math.exp(-0.5 * y);
  const f = LOWER_MAP_SCALE * ax * cdf * cdf * cdf;
  const df = 2 * PI * y * cdf * cdf * Math.exp(y + 0.125 * variance);
  const d2f =
    (PI / 6) *
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

function guessHigh(beta: f64, x: f64, bound: f64, sh: f64, bh: f64): f64 {
  const f = normalCdf(-0.5 * sh);
  const w = (x / sh) * (x / sh);
  const df = -0.5 * Math.exp(0.5 * w);
  const d2f = SQRT_HALF_PI * Math.exp(w + 0.125 * sh * sh) * (w / sh);
  let mapped: f64 = -1;
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

function refine(objective: i32, beta: f64, x: f64, bound: f64, guess: f64, lowest: f64, highest: f64): f64 {
  let s = guess;
  let left = lowest;
  let right = highest;
  let previousStep: f64 = 0;
  const logBeta = objective == OBJECTIVE_LOW ? Math.log(beta) : 0;
  for (let step = 0; step < MAXIMUM_STEPS; step++) {
    if (step > 0 && !(s >= left && s <= right)) s = 0.5 * (left + right);
    const b = normalisedBlack(x, s);
    const slope = normalisedVega;
    if (b > beta) right = Math.min(right, s);
    else if (b < beta) left = Math.max(left, s);
    else return s;
    if (!(b > 0 && slope > 0)) {
      s = 0.5 * (left + Math.min(right, 2 * s));
      continue;
    }
    const h = x / s;
    const curvature = (h * h) / s - 0.25 * s;
    let newton: f64 = 0;
    let halley = curvature;
    let third = curvature * curvature - 3 * (h / s) * (h / s) - 0.25;
    if (objective == OBJECTIVE_LOW) {
      const logB = Math.log(b);
      const rate = slope / b;
      newton = (((logBeta - logB) * logB) / logBeta) * (b / slope);
      third += 2 * rate * rate * (1 + (3 / logB) * (1 + 1 / logB)) - 3 * curvature * rate * (1 + 2 / logB);
      halley -= rate * (1 + 2 / logB);
    } else if (objective == OBJECTIVE_HIGH && b < bound) {
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
    if (Math.abs(change) <= 1e-15 * s) return s;
    if (step > 0 && Math.abs(change) >= 0.5 * Math.abs(previousStep)) return s;
    if (Math.abs(change) < 1e-5 * s && step > 0) return s;
    previousStep = change;
  }
  return s;
}
