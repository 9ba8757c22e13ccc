/**
 * First guess of the inverse of the normalised Black function, from Jäckel's rational branches: what
 * `domain/pricing/normalised-implied-volatility.ts` explains. One option at a time: every option of a pair may be on
 * another branch. Its elementary functions are the vector ones, with both lanes alike.
 */
import { bellOf, normalisedBlack } from "./kernel-black";
import * as vector from "./kernel-elementary";
import { controlFromLeft, controlFromRight, rationalCubic } from "./kernel-interpolation";
import { erfcx, ONE_OVER_SQRT_TWO_PI, SQRT_HALF } from "./kernel-normal";
import { inverseNormalCdf } from "./kernel-quantile";

const SQRT_3: f64 = 1.7320508075688772;
const SQRT_TWO_PI: f64 = 2.5066282746310002;
const SQRT_HALF_PI: f64 = 1.2533141373155003;
const LOWER_MAP_SCALE: f64 = 1.2091995761561452;
const SQRT_MAX_VALUE: f64 = 1.3407807929942596e154;
const PI: f64 = 3.141592653589793;
/** The ends of the branches are good to about this: a root just outside must not be pushed back in. */
const SLACK: f64 = 1e-9;

export const OBJECTIVE_LOW: i32 = 0;
export const OBJECTIVE_MIDDLE: i32 = 1;
export const OBJECTIVE_HIGH: i32 = 2;

/** What the last guess goes with: where its root lies, and the objective to refine it by. */
export let guessLowest: f64 = 0;
export let guessHighest: f64 = 0;
export let guessObjective: i32 = 0;

function first(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0);
}

function exp(x: f64): f64 {
  return first(vector.exp(vector.splat(x)));
}

function log(x: f64): f64 {
  return first(vector.log(vector.splat(x)));
}

/** N(z) for z <= 0, given e^{-z²/2}. */
function lowerTail(z: f64, bell: f64): f64 {
  return 0.5 * bell * first(erfcx(vector.splat(-SQRT_HALF * z)));
}

let bell: f64 = 0;
/** b(x, s); leaves its bell in `bell`. */
function black(x: f64, s: f64, bound: f64): f64 {
  const h = vector.splat(x / s);
  const t = vector.splat(0.5 * s);
  const bells = bellOf(h, t);
  bell = first(bells);
  return first(normalisedBlack(h, t, bells, vector.splat(bound)));
}

function within(lowest: f64, highest: f64, objective: i32): void {
  guessLowest = lowest;
  guessHighest = highest;
  guessObjective = objective;
}

/**
 * About the s with b(x, s) = beta, for x = -|ln(F/K)|, bound = e^{x/2} and 0 < beta < bound.
 * At the point of inflection s = √(-2x) the value and its slope are closed forms: h = -t = -s/2 there.
 */
export function firstGuess(beta: f64, x: f64, bound: f64): f64 {
  const root = Math.sqrt(-x);
  const sc = 1.4142135623730951 * root;
  const bc = 0.5 * bound * (1 - first(erfcx(vector.splat(root))));
  const slopeC = SQRT_TWO_PI / bound;
  if (beta < bc) {
    const sl = sc - bc * slopeC;
    let bl: f64 = 0;
    let slopeL: f64 = Infinity;
    if (sl > 0) {
      bl = black(x, sl, bound);
      if (beta < bl) {
        within(0, sl * (1 + SLACK), OBJECTIVE_LOW);
        return guessLow(beta, x, sl, bl);
      }
      slopeL = SQRT_TWO_PI / bell;
    }
    within(sl * (1 - SLACK), sc * (1 + SLACK), OBJECTIVE_MIDDLE);
    const r = controlFromRight(bl, bc, sl, sc, slopeL, slopeC, 0, false);
    return rationalCubic(beta, bl, bc, sl, sc, slopeL, slopeC, r);
  }
  const sh = sc + (bound - bc) * slopeC;
  const bh = black(x, sh, bound);
  if (beta <= bh) {
    const slopeH = SQRT_TWO_PI / bell;
    within(sc * (1 - SLACK), sh * (1 + SLACK), OBJECTIVE_MIDDLE);
    const r = controlFromLeft(bc, bh, sc, sh, slopeC, slopeH, 0, false);
    return rationalCubic(beta, bc, bh, sc, sh, slopeC, slopeH, r);
  }
  within(sh * (1 - SLACK), f64.MAX_VALUE, beta > 0.5 * bound ? OBJECTIVE_HIGH : OBJECTIVE_MIDDLE);
  return guessHigh(beta, x, bound, sh, bh);
}

function guessLow(beta: f64, x: f64, sl: f64, bl: f64): f64 {
  const ax = -x;
  const z = ax / (SQRT_3 * sl);
  const y = z * z;
  const variance = sl * sl;
  const gaussian = exp(-0.5 * y);
  const cdf = lowerTail(-z, gaussian);
  const density = ONE_OVER_SQRT_TWO_PI * gaussian;
  const growth = exp(y + 0.125 * variance);
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
  const third = log(mapped / (LOWER_MAP_SCALE * ax)) * (1.0 / 3.0);
  return Math.abs(x / (SQRT_3 * inverseNormalCdf(exp(third), third)));
}

function guessHigh(beta: f64, x: f64, bound: f64, sh: f64, bh: f64): f64 {
  const f = lowerTail(-0.5 * sh, exp(-0.125 * sh * sh));
  const w = (x / sh) * (x / sh);
  const df = -0.5 * exp(0.5 * w);
  const d2f = SQRT_HALF_PI * exp(w + 0.125 * sh * sh) * (w / sh);
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
  return -2 * inverseNormalCdf(mapped, log(mapped));
}
