/**
 * Batch pricing over the fixed columns of memory.ts: the twin of `referenceKernel` in `domain/pricing/kernel.ts`, with
 * its rules for expired options, certain ones and prices out of bounds. One forward and one expiry a call.
 */
import { logMoneyness, normalisedBlack } from "./kernel-black";
import { gaussian, lowerTail, ONE_OVER_SQRT_TWO_PI } from "./kernel-normal";
import { normalisedImpliedVolatility } from "./kernel-volatility";
import {
  KERNEL_CALL_DELTA,
  KERNEL_CALL_THETA,
  KERNEL_CAPACITY,
  KERNEL_GAMMA,
  KERNEL_IS_CALL,
  KERNEL_PRICE,
  KERNEL_PUT_DELTA,
  KERNEL_PUT_THETA,
  KERNEL_STRIKE,
  KERNEL_VEGA,
  KERNEL_VOLATILITY,
} from "./memory";

/** Time value below this fraction of the forward is rounding, not a price. */
const LEAST_TIME_VALUE: f64 = 1e-12;

/** Options past the capacity are not touched: the host splits longer batches. */
export function impliedVolatility(count: u32, forward: f64, years: f64): void {
  const end: usize = min(count, KERNEL_CAPACITY);
  const root = Math.sqrt(years);
  let near: f64 = NaN;
  for (let i: usize = 0; i < end; i++) {
    const at = i << 3;
    const price = load<f64>(KERNEL_PRICE + at);
    const strike = load<f64>(KERNEL_STRIKE + at);
    const isCall = load<u8>(KERNEL_IS_CALL + i) == 1;
    const s = solve(price, forward, strike, years, isCall, near);
    if (s > 0) near = s;
    store<f64>(KERNEL_VOLATILITY + at, s / root);
  }
}

/** σ√T of one option, NaN when its price has none. */
function solve(price: f64, forward: f64, strike: f64, years: f64, isCall: bool, near: f64): f64 {
  if (!(years > 0) || !(forward > 0) || !(strike > 0)) return NaN;
  const signed = isCall ? forward - strike : strike - forward;
  const intrinsic: f64 = signed > 0 ? signed : 0;
  // A NaN price fails this one.
  if (!(price > intrinsic + LEAST_TIME_VALUE * forward)) return NaN;
  if (price >= (isCall ? forward : strike)) return NaN;
  const beta = (price - intrinsic) / Math.sqrt(forward * strike);
  const bound = Math.sqrt(forward < strike ? forward / strike : strike / forward);
  return normalisedImpliedVolatility(beta, -Math.abs(logMoneyness(forward, strike)), bound, near);
}

/** Greeks of the call and the put at every strike, from KERNEL_VOLATILITY. */
export function greeks(count: u32, forward: f64, years: f64, rate: f64): void {
  const end: usize = (<usize>min(count, KERNEL_CAPACITY)) << 3;
  const root = years > 0 ? Math.sqrt(years) : 0;
  const discount = years > 0 ? Math.exp(-rate * years) : 1;
  const perDay: f64 = 1.0 / 365.0;
  const halfRate = 0.5 / root;
  for (let at: usize = 0; at < end; at += 8) {
    const strike = load<f64>(KERNEL_STRIKE + at);
    const sigma = load<f64>(KERNEL_VOLATILITY + at);
    const v = sigma * root;
    if (v <= 0 || root == 0) {
      const exercised: f64 = forward > strike ? 1 : forward < strike ? 0 : 0.5;
      store<f64>(KERNEL_CALL_DELTA + at, discount * exercised);
      store<f64>(KERNEL_PUT_DELTA + at, -discount * (1 - exercised));
      store<f64>(KERNEL_GAMMA + at, 0);
      store<f64>(KERNEL_VEGA + at, 0);
      store<f64>(KERNEL_CALL_THETA + at, 0);
      store<f64>(KERNEL_PUT_THETA + at, 0);
      continue;
    }
    const x = logMoneyness(forward, strike);
    const d1 = x / v + 0.5 * v;
    const bell = gaussian(d1);
    const density = discount * ONE_OVER_SQRT_TWO_PI * bell;
    const tail = lowerTail(-Math.abs(d1), bell);
    store<f64>(KERNEL_CALL_DELTA + at, discount * (d1 < 0 ? tail : 1 - tail));
    store<f64>(KERNEL_PUT_DELTA + at, -discount * (d1 < 0 ? 1 - tail : tail));
    store<f64>(KERNEL_GAMMA + at, density / (forward * v));
    const slope = forward * density;
    store<f64>(KERNEL_VEGA + at, slope * root * 0.01);
    const decay = -slope * sigma * halfRate;
    if (rate == 0) {
      store<f64>(KERNEL_CALL_THETA + at, decay * perDay);
      store<f64>(KERNEL_PUT_THETA + at, decay * perDay);
      continue;
    }
    const middle = Math.sqrt(forward * strike);
    const bound = (forward < strike ? forward : strike) / middle;
    const value = normalisedBlack(-Math.abs(x) / v, 0.5 * v, bell * (middle / strike), bound);
    const timeValue = middle * value;
    const call = discount * (timeValue + (forward > strike ? forward - strike : 0));
    const put = discount * (timeValue + (forward < strike ? strike - forward : 0));
    store<f64>(KERNEL_CALL_THETA + at, (decay + rate * call) * perDay);
    store<f64>(KERNEL_PUT_THETA + at, (decay + rate * put) * perDay);
  }
}
