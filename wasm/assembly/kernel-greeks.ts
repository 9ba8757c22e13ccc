/** Greeks in batches: the twin of `referenceKernel.greeks` in `domain/pricing/reference-kernel.ts`, two strikes a vector. */
import { normalisedBlack } from "./kernel-black";
import { exp, logOfRatio, plus, splat } from "./kernel-elementary";
import { lowerTail, ONE_OVER_SQRT_TWO_PI } from "./kernel-normal";
import {
  KERNEL_CALL_DELTA,
  KERNEL_CALL_THETA,
  KERNEL_CAPACITY,
  KERNEL_GAMMA,
  KERNEL_PUT_DELTA,
  KERNEL_PUT_THETA,
  KERNEL_STRIKE,
  KERNEL_VEGA,
  KERNEL_VOLATILITY,
} from "./memory";

const PER_DAY: f64 = 1.0 / 365.0;

/** Of the call and the put at every strike, from KERNEL_VOLATILITY. Options past the capacity are not touched. */
export function greeks(count: u32, forward: f64, years: f64, rate: f64): void {
  const end: usize = (<usize>min(count, KERNEL_CAPACITY)) << 3;
  const root: f64 = years > 0 ? Math.sqrt(years) : 0;
  const discount: f64 = years > 0 ? f64x2.extract_lane(exp(splat(-rate * years)), 0) : 1;
  const f = splat(forward);
  const one = splat(1);
  const d = splat(discount);
  const perForward = splat(1 / forward);
  const vegaScale = splat(root * 0.01);
  const thetaScale = splat((-0.5 * PER_DAY) / root);
  for (let at: usize = 0; at < end; at += 16) {
    const strike = v128.load(at, KERNEL_STRIKE);
    const sigma = v128.load(at, KERNEL_VOLATILITY);
    const v = f64x2.mul(sigma, splat(root));
    const x = logOfRatio(f, strike);
    const inverse = f64x2.div(one, v);
    const half = f64x2.mul(splat(0.5), v);
    const d1 = plus(half, x, inverse);
    const bell = exp(f64x2.mul(splat(-0.5), f64x2.mul(d1, d1)));
    const tail = lowerTail(d1, bell);
    const isBelow = f64x2.lt(d1, splat(0));
    const rest = f64x2.sub(one, tail);
    const density = f64x2.mul(bell, splat(discount * ONE_OVER_SQRT_TWO_PI));
    const slope = f64x2.mul(f, density);
    let callDelta = f64x2.mul(d, v128.bitselect(tail, rest, isBelow));
    let putDelta = f64x2.neg(f64x2.mul(d, v128.bitselect(rest, tail, isBelow)));
    let gamma = f64x2.mul(density, f64x2.mul(inverse, perForward));
    let vega = f64x2.mul(slope, vegaScale);
    let callTheta = f64x2.mul(slope, f64x2.mul(sigma, thetaScale));
    let putTheta = callTheta;
    if (rate != 0) {
      const middle = f64x2.sqrt(f64x2.mul(f, strike));
      const bound = f64x2.div(f64x2.pmin(f, strike), middle);
      // F n(d1) = K n(d2), and both are √(F K) times the slope of the normalised value.
      const bellOfBoth = f64x2.mul(bell, f64x2.div(middle, strike));
      const h = f64x2.mul(f64x2.neg(f64x2.abs(x)), inverse);
      const timeValue = f64x2.mul(middle, normalisedBlack(h, half, bellOfBoth, bound));
      const above = f64x2.sub(f, strike);
      const interest = splat(rate * discount * PER_DAY);
      callTheta = plus(callTheta, interest, f64x2.add(timeValue, f64x2.pmax(above, splat(0))));
      putTheta = plus(putTheta, interest, f64x2.add(timeValue, f64x2.pmax(f64x2.neg(above), splat(0))));
    }
    const isCertain = v128.or(f64x2.le(v, splat(0)), i64x2.splat(root == 0 ? -1 : 0));
    if (v128.any_true(isCertain)) {
      const above = v128.and(f64x2.gt(f, strike), splat(0.5));
      const below = v128.and(f64x2.lt(f, strike), splat(0.5));
      const exercised = f64x2.add(splat(0.5), f64x2.sub(above, below));
      callDelta = v128.bitselect(f64x2.mul(d, exercised), callDelta, isCertain);
      putDelta = v128.bitselect(f64x2.mul(d, f64x2.sub(exercised, one)), putDelta, isCertain);
      gamma = v128.andnot(gamma, isCertain);
      vega = v128.andnot(vega, isCertain);
      callTheta = v128.andnot(callTheta, isCertain);
      putTheta = v128.andnot(putTheta, isCertain);
    }
    v128.store(at, callDelta, KERNEL_CALL_DELTA);
    v128.store(at, putDelta, KERNEL_PUT_DELTA);
    v128.store(at, gamma, KERNEL_GAMMA);
    v128.store(at, vega, KERNEL_VEGA);
    v128.store(at, callTheta, KERNEL_CALL_THETA);
    v128.store(at, putTheta, KERNEL_PUT_THETA);
  }
}
