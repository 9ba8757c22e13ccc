/** One step towards an implied volatility: P. Jäckel's, "Let's Be Rational" (Wilmott, 2015), two at a time. */
import { log, plus, splat } from "./kernel-elementary";
import { ONE_OVER_SQRT_TWO_PI } from "./kernel-normal";

/**
 * A step of third order (Householder's) from s, where b(x, s) = b with the bell e^{-(h²+t²)/2}, towards `beta`; never
 * below half of s. Its sign says on which side of s the root lies; it is infinite where b or its slope has underflown.
 * @param isLow lanes that go by 1/ln b - 1/ln beta, which is nearly linear where b falls like e^{-x²/2s²}
 * @param isHigh lanes that go by the logarithm of the distance to the bound; the others go by b - beta
 * @param perLogBeta 1/ln beta, read in lanes of `isLow`
 */
export function householderStep(
  beta: v128,
  perLogBeta: v128,
  bound: v128,
  s: v128,
  inverse: v128,
  h: v128,
  bell: v128,
  b: v128,
  isLow: v128,
  isHigh: v128,
): v128 {
  const slope = f64x2.mul(splat(ONE_OVER_SQRT_TWO_PI), bell);
  const turn = f64x2.mul(h, inverse);
  const curvature = f64x2.sub(f64x2.mul(h, turn), f64x2.mul(splat(0.25), s));
  const missing = f64x2.sub(beta, b);
  let newton = f64x2.div(missing, slope);
  let halley = curvature;
  let third = f64x2.sub(f64x2.mul(curvature, curvature), plus(splat(0.25), splat(3), f64x2.mul(turn, turn)));
  if (v128.any_true(isLow)) {
    const logB = log(b);
    // One division for the reciprocals of both.
    const perBoth = f64x2.div(splat(1), f64x2.mul(logB, slope));
    const part = f64x2.mul(perBoth, slope);
    const rate = f64x2.div(slope, b);
    const distance = f64x2.mul(logB, f64x2.sub(splat(1), f64x2.mul(logB, perLogBeta)));
    const lowNewton = f64x2.mul(distance, f64x2.mul(f64x2.mul(perBoth, logB), b));
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
  const held = f64x2.pmax(change, f64x2.mul(splat(-0.5), s));
  const isLost = v128.or(f64x2.le(b, splat(0)), f64x2.le(bell, splat(0)));
  const far = v128.bitselect(splat(Infinity), splat(-Infinity), f64x2.gt(missing, splat(0)));
  return v128.bitselect(far, held, isLost);
}
