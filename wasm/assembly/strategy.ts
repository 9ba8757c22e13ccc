/**
 * Strategies in batches: the twin of `referenceStrategyKernel` in `domain/pricing/strategy-kernel-port.ts`, two prices or two
 * scenarios a vector. Padding lanes are computed and never read.
 */
import { optionValue } from "./kernel-black";
import { exp, splat } from "./kernel-elementary";
import {
  STRATEGY_BASIS,
  STRATEGY_FORWARD,
  STRATEGY_KIND,
  STRATEGY_MOVE,
  STRATEGY_OUT,
  STRATEGY_QUANTITY,
  STRATEGY_RATE,
  STRATEGY_SHIFT,
  STRATEGY_SIGMA,
  STRATEGY_SPOT,
  STRATEGY_STRIKE,
  STRATEGY_YEARS,
} from "./memory";

const LEG_CALL: u8 = 0;
const LEG_LINEAR: u8 = 2;

function discountOf(rate: f64, years: f64): f64 {
  return years > 0 ? f64x2.extract_lane(exp(splat(-rate * years)), 0) : 1;
}

/**
 * Writes the strategy's value at `points` spots and `dates` dates to STRATEGY_OUT, a row of `points` doubles a date;
 * `points` is even. Figures by date and leg lie at date × count + leg.
 */
export function payoffGrid(count: u32, points: u32, dates: u32, leastForward: f64): void {
  const least = splat(leastForward);
  const width: usize = (<usize>points) << 3;
  for (let date: u32 = 0; date < dates; date++) {
    const out = STRATEGY_OUT + <usize>date * width;
    for (let at: usize = 0; at < width; at += 16) v128.store(out + at, splat(0));
    for (let leg: u32 = 0; leg < count; leg++) {
      const byLeg: usize = (<usize>leg) << 3;
      const byDate: usize = (<usize>(date * count + leg)) << 3;
      const basis = v128.load64_splat(STRATEGY_BASIS + byDate);
      const quantity = v128.load64_splat(STRATEGY_QUANTITY + byLeg);
      const kind = load<u8>(STRATEGY_KIND + leg);
      const years = load<f64>(STRATEGY_YEARS + byDate);
      const strike = v128.load64_splat(STRATEGY_STRIKE + byLeg);
      const isCall = i64x2.splat(kind == LEG_CALL ? -1 : 0);
      const v = splat(years > 0 ? load<f64>(STRATEGY_SIGMA + byDate) * Math.sqrt(years) : 0);
      const discount = splat(discountOf(load<f64>(STRATEGY_RATE + byLeg), years));
      for (let at: usize = 0; at < width; at += 16) {
        const forward = f64x2.max(least, f64x2.add(v128.load(STRATEGY_SPOT + at), basis));
        const value =
          kind == LEG_LINEAR ? forward : f64x2.mul(discount, optionValue(isCall, forward, strike, v));
        v128.store(out + at, f64x2.add(v128.load(out + at), f64x2.mul(quantity, value)));
      }
    }
  }
}

/** Writes the change of the legs' value under each scenario to STRATEGY_OUT; `scenarios` is even. */
export function scenarioScan(count: u32, scenarios: u32, leastForward: f64, leastSigma: f64): void {
  const width: usize = (<usize>scenarios) << 3;
  for (let at: usize = 0; at < width; at += 16) v128.store(STRATEGY_OUT + at, splat(0));
  for (let leg: u32 = 0; leg < count; leg++) {
    const byLeg: usize = (<usize>leg) << 3;
    const kind = load<u8>(STRATEGY_KIND + leg);
    const years = load<f64>(STRATEGY_YEARS + byLeg);
    const quantity = v128.load64_splat(STRATEGY_QUANTITY + byLeg);
    const strike = v128.load64_splat(STRATEGY_STRIKE + byLeg);
    const forward = v128.load64_splat(STRATEGY_FORWARD + byLeg);
    const sigma = v128.load64_splat(STRATEGY_SIGMA + byLeg);
    const isCall = i64x2.splat(kind == LEG_CALL ? -1 : 0);
    const root = splat(years > 0 ? Math.sqrt(years) : 0);
    // An unknown volatility is nothing to an option that has expired.
    const discount = splat(discountOf(load<f64>(STRATEGY_RATE + byLeg), years));
    const before =
      kind == LEG_LINEAR
        ? forward
        : f64x2.mul(discount, optionValue(isCall, forward, strike, totalOf(sigma, root)));
    for (let at: usize = 0; at < width; at += 16) {
      const moved = f64x2.max(splat(leastForward), f64x2.add(forward, v128.load(STRATEGY_MOVE + at)));
      const shifted = f64x2.max(splat(leastSigma), f64x2.add(sigma, v128.load(STRATEGY_SHIFT + at)));
      const after =
        kind == LEG_LINEAR
          ? moved
          : f64x2.mul(discount, optionValue(isCall, moved, strike, totalOf(shifted, root)));
      const out = STRATEGY_OUT + at;
      v128.store(out, f64x2.add(v128.load(out), f64x2.mul(quantity, f64x2.sub(after, before))));
    }
  }
}

/** σ√T, 0 of an expired option whatever its σ. */
function totalOf(sigma: v128, root: v128): v128 {
  return v128.and(f64x2.mul(sigma, root), f64x2.gt(root, splat(0)));
}
