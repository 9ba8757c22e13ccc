/**
 * First guess of the inverse of the normalised Black function, two at a time, from Jäckel's four rational branches:
 * what `domain/pricing/normalised-implied-volatility.ts` explains.
 */
import { bellOf, normalisedBlack } from "./kernel-black";
import { exp, log, plus, splat } from "./kernel-elementary";
import { controlFromLeft, controlFromRight, rationalCubic, shapeControl } from "./kernel-interpolation";
import { erfcx, lowerTail, ONE_OVER_SQRT_TWO_PI } from "./kernel-normal";
import { inverseNormalCdf } from "./kernel-quantile";

const SQRT_2: f64 = 1.4142135623730951;
const SQRT_3: f64 = 1.7320508075688772;
const SQRT_TWO_PI: f64 = 2.5066282746310002;
const SQRT_HALF_PI: f64 = 1.2533141373155003;
const LOWER_MAP_SCALE: f64 = 1.2091995761561452;
const SQRT_MAX_VALUE: f64 = 1.3407807929942596e154;
const PI: f64 = 3.141592653589793;
/** The ends of the branches are good to about this: a root just outside must not be pushed back in. */
const SLACK: f64 = 1e-9;

/** What the last guess goes with: between which s the roots lie, and the objectives to refine it by. */
export let guessLowest = f64x2.splat(0);
export let guessHighest = f64x2.splat(0);
export let guessIsLow = i64x2.splat(0);
export let guessIsHigh = i64x2.splat(0);

/**
 * About the s with b(x, s) = beta, for x = -|ln(F/K)|, bound = e^{x/2} and 0 < beta < bound. The point of inflection
 * s = √(-2x) splits the domain (value and slope are closed forms: h = -t = -s/2 there), and where its tangent meets 0 or
 * the bound each half is split once more.
 */
export function firstGuess(beta: v128, x: v128, bound: v128): v128 {
  const root = f64x2.sqrt(f64x2.neg(x));
  const sc = f64x2.mul(splat(SQRT_2), root);
  const bc = f64x2.mul(f64x2.mul(splat(0.5), bound), f64x2.sub(splat(1), erfcx(root)));
  const slopeC = f64x2.div(splat(SQRT_TWO_PI), bound);
  const isBelow = f64x2.lt(beta, bc);
  const target = v128.andnot(bound, isBelow);
  const end = plus(sc, f64x2.sub(target, bc), slopeC);
  const h = f64x2.div(x, end);
  const t = f64x2.mul(splat(0.5), end);
  const bell = bellOf(h, t);
  const be = normalisedBlack(h, t, bell, bound);
  const slopeE = f64x2.div(splat(SQRT_TWO_PI), bell);
  const isLow = v128.and(isBelow, f64x2.lt(beta, be));
  const isTop = v128.andnot(f64x2.gt(beta, be), isBelow);

  // The price is convex in s up to the inflection and concave from there: the second derivative 0 at the inflection,
  // which the branches between ask for, never wants more control than the shape does.
  const r = shapeControl(be, bc, end, sc, slopeE, slopeC);
  let guess = rationalCubic(beta, be, bc, end, sc, slopeE, slopeC, r);
  if (v128.any_true(isLow)) guess = v128.bitselect(guessBottom(beta, x, end, be, bell), guess, isLow);
  if (v128.any_true(isTop)) guess = v128.bitselect(guessTop(beta, x, bound, end, be, bell), guess, isTop);

  const fromEnd = v128.or(isBelow, isTop);
  const lowest = f64x2.mul(v128.bitselect(end, sc, fromEnd), splat(1 - SLACK));
  guessLowest = v128.andnot(lowest, isLow);
  const toInflection = v128.andnot(isBelow, isLow);
  const highest = f64x2.mul(v128.bitselect(sc, end, toInflection), splat(1 + SLACK));
  guessHighest = v128.bitselect(splat(f64.MAX_VALUE), highest, isTop);
  guessIsLow = isLow;
  guessIsHigh = v128.and(isTop, f64x2.gt(beta, f64x2.mul(splat(0.5), bound)));
  // Where a branch has no width its interpolant is no number.
  const isGuess = v128.and(f64x2.gt(guess, splat(0)), f64x2.lt(guess, splat(Infinity)));
  return v128.bitselect(guess, end, isGuess);
}

/** Below sl, where b(x, sl) = bl, on a map that is nearly linear there: 2π|x|/√27 N(-|x|/(√3 s))³. */
function guessBottom(beta: v128, x: v128, sl: v128, bl: v128, bell: v128): v128 {
  const ax = f64x2.neg(x);
  const scaled = f64x2.mul(splat(LOWER_MAP_SCALE), ax);
  const z = f64x2.div(ax, f64x2.mul(splat(SQRT_3), sl));
  const y = f64x2.mul(z, z);
  const variance = f64x2.mul(sl, sl);
  const gaussian = exp(f64x2.mul(splat(-0.5), y));
  const cdf = lowerTail(z, gaussian);
  const cdf2 = f64x2.mul(cdf, cdf);
  // e^{y + s²/8}, as the bell is e^{-3y/2 - s²/8}.
  const growth = f64x2.div(gaussian, bell);
  const f = f64x2.mul(f64x2.mul(scaled, cdf2), cdf);
  const df = f64x2.mul(f64x2.mul(f64x2.mul(splat(2 * PI), y), cdf2), growth);
  const ratio = f64x2.div(cdf, f64x2.mul(splat(ONE_OVER_SQRT_TWO_PI), gaussian));
  const bent = f64x2.sub(
    f64x2.mul(f64x2.mul(splat(3), variance), f64x2.sub(variance, splat(8))),
    f64x2.mul(splat(8), f64x2.mul(x, x)),
  );
  const inner = plus(f64x2.mul(f64x2.mul(splat(8 * SQRT_3), sl), ax), bent, ratio);
  const outer = f64x2.div(f64x2.mul(f64x2.mul(splat(PI / 6), y), cdf), f64x2.mul(variance, sl));
  const d2f = f64x2.mul(f64x2.mul(outer, inner), f64x2.mul(growth, growth));
  const zero = splat(0);
  const one = splat(1);
  const r = controlFromRight(zero, bl, zero, f, one, df, d2f);
  const interpolated = rationalCubic(beta, zero, bl, zero, f, one, df, r);
  const t = f64x2.div(beta, bl);
  const plain = f64x2.mul(t, plus(f64x2.mul(f, t), bl, f64x2.sub(one, t)));
  const mapped = v128.bitselect(interpolated, plain, f64x2.gt(interpolated, zero));
  const third = f64x2.mul(splat(1.0 / 3.0), log(f64x2.div(mapped, scaled)));
  return f64x2.abs(f64x2.div(x, f64x2.mul(splat(SQRT_3), inverseNormalCdf(third))));
}

/** Above sh, where b(x, sh) = bh, on N(-s/2), which the distance to the bound nearly is there. */
function guessTop(beta: v128, x: v128, bound: v128, sh: v128, bh: v128, bell: v128): v128 {
  const zero = splat(0);
  const half = f64x2.mul(splat(0.5), sh);
  const eighth = f64x2.mul(half, half);
  const gaussian = exp(f64x2.mul(splat(-0.5), eighth));
  const f = lowerTail(half, gaussian);
  const h = f64x2.div(x, sh);
  const w = f64x2.mul(h, h);
  // e^{w/2}, as the bell is e^{-w/2 - s²/8}.
  const grown = f64x2.div(gaussian, bell);
  const df = f64x2.mul(splat(-0.5), grown);
  const d2f = f64x2.mul(f64x2.mul(splat(SQRT_HALF_PI), f64x2.div(grown, bell)), f64x2.div(w, sh));
  const r = controlFromLeft(bh, bound, f, zero, df, splat(-0.5), d2f);
  const interpolated = rationalCubic(beta, bh, bound, f, zero, df, splat(-0.5), r);
  const width = f64x2.sub(bound, bh);
  const t = f64x2.div(f64x2.sub(beta, bh), width);
  const u = f64x2.sub(splat(1), t);
  const plain = f64x2.mul(u, plus(f64x2.mul(f, u), f64x2.mul(splat(0.5), width), t));
  const isUsable = v128.and(f64x2.gt(interpolated, zero), f64x2.lt(d2f, splat(SQRT_MAX_VALUE)));
  const mapped = v128.bitselect(interpolated, plain, isUsable);
  return f64x2.mul(splat(-2), inverseNormalCdf(log(mapped)));
}
