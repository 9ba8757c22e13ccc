/**
 * Inverse of the normalised Black function: the twin of `domain/pricing/normalised-implied-volatility.ts`, which
 * explains it, with the exponentials shared as in kernel-black.ts.
 */
import { bellOf, normalisedBlack } from "./kernel-black";
import { controlFromLeft, controlFromRight, rationalCubic } from "./kernel-interpolation";
import { erfcx, inverseNormalCdf, lowerTail, ONE_OVER_SQRT_TWO_PI } from "./kernel-normal";

const SQRT_3: f64 = 1.7320508075688772;
const SQRT_TWO_PI: f64 = 2.5066282746310002;
const SQRT_HALF_PI: f64 = 1.2533141373155003;
const LOWER_MAP_SCALE: f64 = 1.2091995761561452;
const SQRT_MAX_VALUE: f64 = 1.3407807929942596e154;
const PI: f64 = 3.141592653589793;
const MAXIMUM_STEPS: i32 = 4;
/** The ends of the branches are good to about this: a root just outside must not be pushed back in. */
const SLACK: f64 = 1e-9;

const OBJECTIVE_LOW: i32 = 0;
const OBJECTIVE_MIDDLE: i32 = 1;
const OBJECTIVE_HIGH: i32 = 2;

/**
 * s with b(x, s) = beta for x = -|ln(F/K)| and bound = e^{x/2}; NaN unless 0 < beta < bound, but 0 for beta = 0.
 * `near` is the s of a neighbour, tried first; NaN when there is none.
 * At the point of inflection s = √(-2x) the value and its slope are closed forms: h = -t = -s/2 there.
 */
export function normalisedImpliedVolatility(beta: f64, x: f64, bound: f64, near: f64): f64 {
  if (!(beta > 0)) return beta == 0 ? 0 : NaN;
  if (!(beta < bound)) return NaN;
  if (near < 1) {
    const s = refineNear(beta, x, bound, near);
    if (s > 0) return s;
  }

  const root = Math.sqrt(-x);
  const sc = 1.4142135623730951 * root;
  const bc = 0.5 * bound * (1 - erfcx(root));
  const slopeC = SQRT_TWO_PI / bound;
  if (beta < bc) {
    const sl = sc - bc * slopeC;
    let bl: f64 = 0;
    let slopeL: f64 = Infinity;
    if (sl > 0) {
      const h = x / sl;
      const bell = bellOf(h, 0.5 * sl);
      bl = normalisedBlack(h, 0.5 * sl, bell, bound);
      if (beta < bl) {
        return refine(OBJECTIVE_LOW, beta, x, bound, guessLow(beta, x, sl, bl), 0, sl * (1 + SLACK));
      }
      slopeL = SQRT_TWO_PI / bell;
    }
    const r = controlFromRight(bl, bc, sl, sc, slopeL, slopeC, 0, false);
    const guess = rationalCubic(beta, bl, bc, sl, sc, slopeL, slopeC, r);
    return refine(OBJECTIVE_MIDDLE, beta, x, bound, guess, sl * (1 - SLACK), sc * (1 + SLACK));
  }
  const sh = sc + (bound - bc) * slopeC;
  const h = x / sh;
  const bell = bellOf(h, 0.5 * sh);
  const bh = normalisedBlack(h, 0.5 * sh, bell, bound);
  if (beta <= bh) {
    const slopeH = SQRT_TWO_PI / bell;
    const r = controlFromLeft(bc, bh, sc, sh, slopeC, slopeH, 0, false);
    const guess = rationalCubic(beta, bc, bh, sc, sh, slopeC, slopeH, r);
    return refine(OBJECTIVE_MIDDLE, beta, x, bound, guess, sc * (1 - SLACK), sh * (1 + SLACK));
  }
  const objective = beta > 0.5 * bound ? OBJECTIVE_HIGH : OBJECTIVE_MIDDLE;
  const guess = guessHigh(beta, x, bound, sh, bh);
  return refine(objective, beta, x, bound, guess, sh * (1 - SLACK), f64.MAX_VALUE);
}

function guessLow(beta: f64, x: f64, sl: f64, bl: f64): f64 {
  const ax = -x;
  const z = ax / (SQRT_3 * sl);
  const y = z * z;
  const variance = sl * sl;
  const gaussian = Math.exp(-0.5 * y);
  const cdf = lowerTail(-z, gaussian);
  const density = ONE_OVER_SQRT_TWO_PI * gaussian;
  const growth = Math.exp(y + 0.125 * variance);
  const f = LOWER_MAP_SCALE * ax * cdf * cdf * cdf;
  const df = 2 * PI * y * cdf * cdf * growth;
  const d2f =
    (PI / 6) *
    (y / (variance * sl)) *
    cdf *
    (8 * SQRT_3 * sl * ax + (3 * variance * (variance - 8) - 8 * x * x) * (cdf / density)) *
    growth *
    growth;
  const r = controlFromRight(0, bl, 0, f, 1, df, d2f, true);
  let mapped = rationalCubic(beta, 0, bl, 0, f, 1, df, r);
  if (!(mapped > 0)) {
    const t = beta / bl;
    mapped = (f * t + bl * (1 - t)) * t;
  }
  return Math.abs(x / (SQRT_3 * inverseNormalCdf(Math.cbrt(mapped / (LOWER_MAP_SCALE * ax)))));
}

function guessHigh(beta: f64, x: f64, bound: f64, sh: f64, bh: f64): f64 {
  const f = lowerTail(-0.5 * sh, Math.exp(-0.125 * sh * sh));
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

/**
 * From the volatility of a neighbour, which is mostly within a few per cent: a step of third order leaves less than the
 * fourth power of its own size, so two of them end at rounding without the guess that costs half of a solution.
 * @returns NaN when the neighbour was too far
 */
function refineNear(beta: f64, x: f64, bound: f64, near: f64): f64 {
  const objective = -x > 0.8 * near ? OBJECTIVE_LOW : OBJECTIVE_MIDDLE;
  const logBeta: f64 = objective == OBJECTIVE_LOW ? Math.log(beta) : 0;
  let s = near;
  let trust: f64 = 0.05;
  for (let step = 0; step < 2; step++) {
    const inverse = 1 / s;
    const h = x * inverse;
    const bell = bellOf(h, 0.5 * s);
    const b = normalisedBlack(h, 0.5 * s, bell, bound);
    if (!(b > 0 && bell > 0)) return NaN;
    const change = householderStep(objective, beta, logBeta, bound, s, h, inverse, b, bell);
    if (!(Math.abs(change) < trust * s)) return NaN;
    s += change;
    if (Math.abs(change) < 1e-4 * s) return s;
    trust = 1e-5;
  }
  return NaN;
}

/** One step of third order towards `beta` from s, where b(x, s) = b; never below half of s. */
function householderStep(
  objective: i32,
  beta: f64,
  logBeta: f64,
  bound: f64,
  s: f64,
  h: f64,
  inverse: f64,
  b: f64,
  bell: f64,
): f64 {
  const slope = ONE_OVER_SQRT_TWO_PI * bell;
  const turn = h * inverse;
  const curvature = h * turn - 0.25 * s;
  let newton: f64 = 0;
  let halley = curvature;
  let third = curvature * curvature - 3 * turn * turn - 0.25;
  if (objective == OBJECTIVE_LOW) {
    const logB = Math.log(b);
    const part = 1 / logB;
    const rate = slope / b;
    newton = ((logBeta - logB) * logB) / (logBeta * rate);
    third += 2 * rate * rate * (1 + 3 * part * (1 + part)) - 3 * curvature * rate * (1 + 2 * part);
    halley -= rate * (1 + 2 * part);
  } else if (objective == OBJECTIVE_HIGH && b < bound) {
    const rate = slope / (bound - b);
    newton = Math.log((bound - b) / (bound - beta)) / rate;
    third += rate * (2 * rate + 3 * curvature);
    halley += rate;
  } else {
    newton = (beta - b) / slope;
  }
  const numerator = 1 + 0.5 * halley * newton;
  const denominator = 1 + newton * (halley + third * newton * (1.0 / 6.0));
  const factor = numerator / denominator;
  return Math.max(-0.5 * s, factor > 0 ? newton * factor : newton);
}

function refine(objective: i32, beta: f64, x: f64, bound: f64, guess: f64, lowest: f64, highest: f64): f64 {
  let s = guess;
  let left = lowest;
  let right = highest;
  let previousStep: f64 = 0;
  const logBeta: f64 = objective == OBJECTIVE_LOW ? Math.log(beta) : 0;
  for (let step = 0; step < MAXIMUM_STEPS; step++) {
    if (step > 0 && !(s >= left && s <= right)) s = 0.5 * (left + right);
    const inverse = 1 / s;
    const h = x * inverse;
    const bell = bellOf(h, 0.5 * s);
    const b = normalisedBlack(h, 0.5 * s, bell, bound);
    if (b > beta) right = Math.min(right, s);
    else if (b < beta) left = Math.max(left, s);
    else return s;
    if (!(b > 0 && bell > 0)) {
      s = 0.5 * (left + Math.min(right, 2 * s));
      continue;
    }
    const change = householderStep(objective, beta, logBeta, bound, s, h, inverse, b, bell);
    s += change;
    if (Math.abs(change) <= 1e-15 * s) return s;
    if (step > 0 && Math.abs(change) >= 0.5 * Math.abs(previousStep)) return s;
    if (Math.abs(change) < 1e-5 * s && step > 0) return s;
    previousStep = change;
  }
  return s;
}
