/**
 * Batch pricing over the fixed columns of memory.ts: the twin of `referenceKernel` in `domain/pricing/kernel.ts`, with
 * its rules for expired options, certain ones and prices out of bounds. One forward and one expiry a call.
 */
import { logOfRatio, splat } from "./kernel-elementary";
import { greeks } from "./kernel-greeks";
import { fillSmile } from "./kernel-smile";
import { normalisedImpliedVolatility } from "./kernel-volatility";
import { KERNEL_CAPACITY, KERNEL_IS_CALL, KERNEL_PRICE, KERNEL_STRIKE, KERNEL_VOLATILITY } from "./memory";

/** Time value below this fraction of the forward is rounding, not a price. */
const LEAST_TIME_VALUE: f64 = 1e-12;

/** Where the next pair's s = σ√T is looked for: on the line through the last two solved. */
let near: f64 = NaN;
let change: f64 = 0;

function nearPair(): v128 {
  return f64x2.replace_lane(splat(near + change), 1, near + 2 * change);
}

function remember(solved: v128): void {
  const first = f64x2.extract_lane(solved, 0);
  const second = f64x2.extract_lane(solved, 1);
  change = first > 0 && second > 0 ? second - first : 0;
  if (second > 0) near = second;
  else if (first > 0) near = first;
}

/** σ to KERNEL_VOLATILITY, NaN where a price has none. Options past the capacity are not touched: the host splits longer batches. */
export function impliedVolatility(count: u32, forward: f64, years: f64): void {
  const size = min(count, KERNEL_CAPACITY);
  const end: usize = (<usize>size) << 3;
  // The lane beside an odd last one.
  if (size & 1) store<f64>(KERNEL_PRICE + end, NaN);
  const root = splat(years > 0 ? Math.sqrt(years) : NaN);
  near = NaN;
  change = 0;
  for (let at: usize = 0; at < end; at += 16) {
    const s = solve(at, splat(forward));
    v128.store(at, f64x2.div(s, root), KERNEL_VOLATILITY);
  }
}

/** σ√T of two options, NaN where the price has none. */
function solve(at: usize, forward: v128): v128 {
  const price = v128.load(at, KERNEL_PRICE);
  const strike = v128.load(at, KERNEL_STRIKE);
  const isCall = f64x2.eq(
    f64x2.convert_low_i32x4_u(
      i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load16_splat(KERNEL_IS_CALL + (at >> 3)))),
    ),
    splat(1),
  );
  const above = f64x2.sub(forward, strike);
  const intrinsic = f64x2.pmax(v128.bitselect(above, f64x2.neg(above), isCall), splat(0));
  const least = f64x2.add(intrinsic, f64x2.mul(splat(LEAST_TIME_VALUE), forward));
  // Comparisons with a NaN price, forward or strike fail.
  const isSolvable = v128.and(
    v128.and(f64x2.gt(price, least), f64x2.lt(price, v128.bitselect(forward, strike, isCall))),
    v128.and(f64x2.gt(forward, splat(0)), f64x2.gt(strike, splat(0))),
  );
  if (!v128.any_true(isSolvable)) return splat(NaN);
  const middle = f64x2.sqrt(f64x2.mul(forward, strike));
  let beta = f64x2.div(f64x2.sub(price, intrinsic), middle);
  let x = f64x2.neg(f64x2.abs(logOfRatio(forward, strike)));
  let bound = f64x2.div(f64x2.pmin(forward, strike), middle);
  const isPair = i64x2.all_true(isSolvable);
  if (!isPair) {
    // The lane without a solution does its neighbour's sum.
    beta = orOther(beta, isSolvable);
    x = orOther(x, isSolvable);
    bound = orOther(bound, isSolvable);
  }
  let s = normalisedImpliedVolatility(beta, x, bound, nearPair());
  if (!isPair) s = v128.bitselect(s, splat(NaN), isSolvable);
  remember(s);
  return s;
}

function orOther(value: v128, isOwn: v128): v128 {
  return v128.bitselect(value, v128.shuffle<i64>(value, value, 1, 0), isOwn);
}

/** IV of the priced strikes, the smile through them, the greeks of all: an expiry in one call. */
export function solveChain(count: u32, forward: f64, years: f64, rate: f64, fallback: f64): void {
  impliedVolatility(count, forward, years);
  fillSmile(min(count, KERNEL_CAPACITY), fallback);
  greeks(count, forward, years, rate);
}
