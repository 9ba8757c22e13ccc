/**
 * Inverse of the normalised Black function, two options a vector, with
 * `domain/pricing/normalised-implied-volatility.ts` as the oracle: a guess, then steps of third order on an objective
 * chosen per option. Both lanes step together until both have arrived.
 */
import { bellOf, normalisedBlack } from "./kernel-black";
import { log, plus, splat } from "./kernel-elementary";
import {
  firstGuess,
  guessHighest,
  guessLowest,
  guessObjective,
  OBJECTIVE_HIGH,
  OBJECTIVE_LOW,
} from "./kernel-guess";
import { ONE_OVER_SQRT_TWO_PI } from "./kernel-normal";

const MAXIMUM_STEPS: i32 = 4;

/** Per lane: 1/ln b - 1/ln beta where b falls like e^{-x²/2s²}, else b - beta. */
let isLow = i64x2.splat(0);
/** Per lane: the logarithm of the distance to the bound. */
let isHigh = i64x2.splat(0);

/**
 * s with b(x, s) = beta for x = -|ln(F/K)| and bound = e^{x/2}, both lanes with 0 < beta < bound.
 * `near` is the s of neighbours, tried first; NaN when there is none.
 */
export function normalisedImpliedVolatility(beta: v128, x: v128, bound: v128, near: v128): v128 {
  let found = splat(NaN);
  if (v128.any_true(f64x2.lt(near, splat(1)))) {
    found = refineNear(beta, x, bound, near);
    if (i64x2.all_true(f64x2.gt(found, splat(0)))) return found;
  }
  const guess0 = firstGuess(
    f64x2.extract_lane(beta, 0),
    f64x2.extract_lane(x, 0),
    f64x2.extract_lane(bound, 0),
  );
  const lowest0 = guessLowest;
  const highest0 = guessHighest;
  const objective0 = guessObjective;
  const guess1 = firstGuess(
    f64x2.extract_lane(beta, 1),
    f64x2.extract_lane(x, 1),
    f64x2.extract_lane(bound, 1),
  );
  isLow = pairOfMasks(objective0 == OBJECTIVE_LOW, guessObjective == OBJECTIVE_LOW);
  isHigh = pairOfMasks(objective0 == OBJECTIVE_HIGH, guessObjective == OBJECTIVE_HIGH);
  return refine(
    beta,
    x,
    bound,
    pair(guess0, guess1),
    pair(lowest0, guessLowest),
    pair(highest0, guessHighest),
  );
}

function pair(first: f64, second: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

function pairOfMasks(first: bool, second: bool): v128 {
  return i64x2.replace_lane(i64x2.splat(first ? -1 : 0), 1, second ? -1 : 0);
}

/**
 * From the volatility of a neighbour, which is mostly within a few per cent: a step of third order leaves less than the
 * fourth power of its own size, so two of them end at rounding without the guess that costs half of a solution.
 * @returns NaN in lanes whose neighbour was too far
 */
function refineNear(beta: v128, x: v128, bound: v128, near: v128): v128 {
  isLow = f64x2.lt(x, f64x2.mul(splat(-0.8), near));
  isHigh = i64x2.splat(0);
  const logBeta = v128.any_true(isLow) ? log(beta) : beta;
  const change = step(beta, logBeta, x, bound, near);
  const size = f64x2.abs(change);
  const s = f64x2.add(near, change);
  // Not "too large": a lane without a number is out as well.
  const isClose = f64x2.lt(size, f64x2.mul(splat(0.05), near));
  if (!v128.any_true(isClose)) return splat(NaN);
  const unknown = splat(NaN);
  if (i64x2.all_true(f64x2.lt(size, f64x2.mul(splat(1e-4), s)))) return v128.bitselect(s, unknown, isClose);
  const last = step(beta, logBeta, x, bound, s);
  const isThere = f64x2.lt(f64x2.abs(last), f64x2.mul(splat(1e-5), s));
  return v128.bitselect(f64x2.add(s, last), unknown, v128.and(isClose, isThere));
}

/**
 * One step of third order towards `beta` from s; never below half of s. Its sign says on which side of s the root
 * lies; it is infinite where b or its slope has underflown.
 */
function step(beta: v128, logBeta: v128, x: v128, bound: v128, s: v128): v128 {
  const inverse = f64x2.div(splat(1), s);
  const h = f64x2.mul(x, inverse);
  const t = f64x2.mul(splat(0.5), s);
  const bell = bellOf(h, t);
  const b = normalisedBlack(h, t, bell, bound);
  const slope = f64x2.mul(splat(ONE_OVER_SQRT_TWO_PI), bell);
  const turn = f64x2.mul(h, inverse);
  const curvature = f64x2.sub(f64x2.mul(h, turn), f64x2.mul(splat(0.25), s));
  const missing = f64x2.sub(beta, b);
  let newton = f64x2.div(missing, slope);
  let halley = curvature;
  let third = f64x2.sub(f64x2.mul(curvature, curvature), plus(splat(0.25), splat(3), f64x2.mul(turn, turn)));
  if (v128.any_true(isLow)) {
    const logB = log(b);
    const part = f64x2.div(splat(1), logB);
    const rate = f64x2.div(slope, b);
    const lowNewton = f64x2.div(f64x2.mul(f64x2.sub(logBeta, logB), logB), f64x2.mul(logBeta, rate));
    const twice = plus(splat(1), splat(2), part);
    // 2 r² (1 + 3 p (1 + p)) - 3 c r (1 + 2 p)
    const cube = plus(splat(1), splat(3), plus(part, part, part));
    const added = f64x2.sub(
      f64x2.mul(f64x2.mul(f64x2.add(rate, rate), rate), cube),
      f64x2.mul(f64x2.mul(splat(3), curvature), f64x2.mul(rate, twice)),
    );
    newton = v128.bitselect(lowNewton, newton, isLow);
    halley = f64x2.sub(halley, v128.and(f64x2.mul(rate, twice), isLow));
    third = f64x2.add(third, v128.and(added, isLow));
  }
  if (v128.any_true(isHigh)) {
    const room = f64x2.sub(bound, b);
    const isRoom = v128.and(isHigh, f64x2.gt(room, splat(0)));
    const rate = f64x2.div(slope, room);
    const highNewton = f64x2.div(log(f64x2.div(room, f64x2.sub(bound, beta))), rate);
    newton = v128.bitselect(highNewton, newton, isRoom);
    halley = f64x2.add(halley, v128.and(rate, isRoom));
    const added = f64x2.mul(rate, plus(f64x2.add(rate, rate), splat(3), curvature));
    third = f64x2.add(third, v128.and(added, isRoom));
  }
  const numerator = plus(splat(1), f64x2.mul(splat(0.5), halley), newton);
  const denominator = plus(splat(1), newton, plus(halley, f64x2.mul(third, newton), splat(1.0 / 6.0)));
  const factor = f64x2.div(numerator, denominator);
  const change = v128.bitselect(f64x2.mul(newton, factor), newton, f64x2.gt(factor, splat(0)));
  const held = f64x2.pmax(change, f64x2.neg(t));
  const isLost = v128.or(f64x2.le(b, splat(0)), f64x2.le(bell, splat(0)));
  const far = v128.bitselect(splat(Infinity), splat(-Infinity), f64x2.gt(missing, splat(0)));
  return v128.bitselect(far, held, isLost);
}

function refine(beta: v128, x: v128, bound: v128, guess: v128, lowest: v128, highest: v128): v128 {
  let s = guess;
  let left = lowest;
  let right = highest;
  let previous = splat(0);
  let isDone = i64x2.splat(0);
  const logBeta = v128.any_true(isLow) ? log(beta) : beta;
  for (let i = 0; i < MAXIMUM_STEPS; i++) {
    if (i > 0) {
      const isInside = v128.and(f64x2.ge(s, left), f64x2.le(s, right));
      const middle = f64x2.mul(splat(0.5), f64x2.add(left, right));
      s = v128.bitselect(s, middle, v128.or(isInside, isDone));
    }
    const change = step(beta, logBeta, x, bound, s);
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
