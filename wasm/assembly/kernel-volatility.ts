/**
 * Inverse of the normalised Black function, with `domain/pricing/normalised-implied-volatility.ts` as the oracle: a
 * guess, then steps of third order until nothing moves. The lanes of a pair step together until both have arrived.
 */
import { bellOf, normalisedBlack } from "./kernel-black";
import { log, splat } from "./kernel-elementary";
import { firstGuess, guessHighest, guessIsHigh, guessIsLow, guessLowest } from "./kernel-guess";
import { householderStep } from "./kernel-step";

const MAXIMUM_STEPS: i32 = 4;
/** A neighbour further away than this share is none. */
const NEIGHBOURHOOD: f64 = 0.05;
/** A step of third order of this share leaves at most 0.4 times its fourth power, 1e-14 (measured over all h and t). */
const LAST_STEP: f64 = 4e-4;

function step(beta: v128, perLogBeta: v128, x: v128, bound: v128, s: v128, isLow: v128, isHigh: v128): v128 {
  const inverse = f64x2.div(splat(1), s);
  const h = f64x2.mul(x, inverse);
  const t = f64x2.mul(splat(0.5), s);
  const bell = bellOf(h, t);
  const b = normalisedBlack(h, t, bell, bound);
  return householderStep(beta, perLogBeta, bound, s, inverse, h, bell, b, isLow, isHigh);
}

/**
 * s with b(x, s) = beta from the s of neighbours, which are mostly within a few per cent: one or two steps then end at
 * rounding, without the guess that costs half of a solution.
 * @returns NaN in lanes whose neighbour was too far
 */
export function volatilityNear(beta: v128, x: v128, bound: v128, near: v128): v128 {
  const isLow = f64x2.lt(x, f64x2.mul(splat(-0.8), near));
  const isHigh = i64x2.splat(0);
  const perLogBeta = v128.any_true(isLow) ? f64x2.div(splat(1), log(beta)) : beta;
  const change = step(beta, perLogBeta, x, bound, near, isLow, isHigh);
  const size = f64x2.abs(change);
  const s = f64x2.add(near, change);
  const isNear = f64x2.lt(size, f64x2.mul(splat(NEIGHBOURHOOD), near));
  const unknown = splat(NaN);
  if (!v128.any_true(isNear)) return unknown;
  if (i64x2.all_true(f64x2.lt(size, f64x2.mul(splat(LAST_STEP), s)))) return s;
  const last = step(beta, perLogBeta, x, bound, s, isLow, isHigh);
  const isThere = f64x2.lt(f64x2.abs(last), f64x2.mul(splat(1e-5), s));
  return v128.bitselect(f64x2.add(s, last), unknown, v128.and(isNear, isThere));
}

/** s with b(x, s) = beta for x = -|ln(F/K)| and bound = e^{x/2}, both lanes with 0 < beta < bound. */
export function normalisedVolatility(beta: v128, x: v128, bound: v128): v128 {
  let s = firstGuess(beta, x, bound);
  let left = guessLowest;
  let right = guessHighest;
  const isLow = guessIsLow;
  const isHigh = guessIsHigh;
  let previous = splat(0);
  let isDone = i64x2.splat(0);
  const perLogBeta = v128.any_true(isLow) ? f64x2.div(splat(1), log(beta)) : beta;
  for (let i = 0; i < MAXIMUM_STEPS; i++) {
    if (i > 0) {
      const isInside = v128.and(f64x2.ge(s, left), f64x2.le(s, right));
      const middle = f64x2.mul(splat(0.5), f64x2.add(left, right));
      s = v128.bitselect(s, middle, v128.or(isInside, isDone));
    }
    const change = step(beta, perLogBeta, x, bound, s, isLow, isHigh);
    left = v128.bitselect(f64x2.pmax(left, s), left, f64x2.gt(change, splat(0)));
    right = v128.bitselect(f64x2.pmin(right, s), right, f64x2.lt(change, splat(0)));
    const size = f64x2.abs(change);
    const isLost = f64x2.eq(size, splat(Infinity));
    const halfway = f64x2.mul(splat(0.5), f64x2.add(left, f64x2.pmin(right, f64x2.add(s, s))));
    const next = v128.bitselect(halfway, f64x2.add(s, change), isLost);
    s = v128.bitselect(s, next, isDone);
    // A step that does not shrink by far is rounding noise: the price holds no more digits.
    let hasArrived = f64x2.le(size, f64x2.mul(splat(1e-15), s));
    if (i > 0) {
      const isNoise = f64x2.ge(size, f64x2.mul(splat(0.5), f64x2.abs(previous)));
      const isSmall = f64x2.lt(size, f64x2.mul(splat(1e-5), s));
      hasArrived = v128.or(hasArrived, v128.andnot(v128.or(isNoise, isSmall), isLost));
    }
    isDone = v128.or(isDone, hasArrived);
    if (i64x2.all_true(isDone)) break;
    previous = v128.bitselect(previous, change, isLost);
  }
  return s;
}
