/**
 * Batch pricing over the fixed columns of memory.ts: the twin of `referenceKernel` in `domain/pricing/reference-kernel.ts`, with
 * its rules for expired options, certain ones and prices out of bounds. One forward and one expiry a call.
 */
import { exp, logOfRatio, splat } from "./kernel-elementary";
import { greeks } from "./kernel-greeks";
import { fillSmile } from "./kernel-smile";
import { normalisedVolatility, volatilityNear } from "./kernel-volatility";
import { KERNEL_CAPACITY, KERNEL_IS_CALL, KERNEL_PRICE, KERNEL_STRIKE, KERNEL_VOLATILITY } from "./memory";

/** Time value below this fraction of the forward is rounding, not a price. */
const LEAST_TIME_VALUE: f64 = 1e-12;
/** Neighbours that differ by a greater share are no help to those after them. */
const SMOOTH: f64 = 0.05;

/** The last s = σ√T found, NaN for none, and how it differs from the one before. */
let near: f64 = NaN;
let change: f64 = NaN;

/**
 * σ to KERNEL_VOLATILITY, NaN where a price has none. Options past the capacity are not touched: the host splits longer
 * batches.
 */
export function impliedVolatility(count: u32, forward: f64, years: f64): void {
  const size = min(count, KERNEL_CAPACITY);
  const end: usize = (<usize>size) << 3;
  // Beside an odd last option is none.
  if (size & 1) store<f64>(KERNEL_PRICE + end, NaN);
  const perRoot = splat(years > 0 ? 1 / Math.sqrt(years) : NaN);
  near = NaN;
  for (let at: usize = 0; at < end; at += 16) {
    const s = solve(at, splat(forward));
    remember(f64x2.extract_lane(s, 0));
    remember(f64x2.extract_lane(s, 1));
    v128.store(at, f64x2.mul(s, perRoot), KERNEL_VOLATILITY);
  }
}

/** σ√T of two options, NaN where the price has none. */
function solve(at: usize, forward: v128): v128 {
  const price = v128.load(at, KERNEL_PRICE);
  const strike = v128.load(at, KERNEL_STRIKE);
  const calls = i8x16.eq(v128.load16_splat(KERNEL_IS_CALL + (at >> 3)), i8x16.splat(1));
  const isCall = v128.shuffle<i8>(calls, calls, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
  const above = f64x2.sub(forward, strike);
  const intrinsic = f64x2.pmax(v128.bitselect(above, f64x2.neg(above), isCall), splat(0));
  const least = f64x2.add(intrinsic, f64x2.mul(splat(LEAST_TIME_VALUE), forward));
  // Comparisons with a price, forward or strike that is no number fail.
  const isWithin = v128.and(f64x2.gt(price, least), f64x2.lt(price, v128.bitselect(forward, strike, isCall)));
  const isPositive = v128.and(f64x2.gt(forward, splat(0)), f64x2.gt(strike, splat(0)));
  const isSolvable = v128.and(isWithin, isPositive);
  if (!v128.any_true(isSolvable)) return splat(NaN);
  const perMiddle = f64x2.div(splat(1), f64x2.sqrt(f64x2.mul(forward, strike)));
  let beta = f64x2.mul(f64x2.sub(price, intrinsic), perMiddle);
  let x = f64x2.neg(f64x2.abs(logOfRatio(forward, strike)));
  let bound = f64x2.mul(f64x2.pmin(forward, strike), perMiddle);
  const isPair = i64x2.all_true(isSolvable);
  if (!isPair) {
    beta = orOther(beta, isSolvable);
    x = orOther(x, isSolvable);
    bound = orOther(bound, isSolvable);
  }
  let s = splat(NaN);
  // On the line through the last two.
  if (Math.abs(change) < SMOOTH * near) {
    s = volatilityNear(beta, x, bound, f64x2.replace_lane(splat(near + change), 1, near + 2 * change));
  }
  const isFound = f64x2.gt(s, splat(0));
  if (!i64x2.all_true(isFound)) {
    s = v128.bitselect(s, normalisedVolatility(beta, x, bound), isFound);
  }
  return isPair ? s : v128.bitselect(s, splat(NaN), isSolvable);
}

/** A lane without a solution does its neighbour's sum. */
function orOther(value: v128, isOwn: v128): v128 {
  return v128.bitselect(value, v128.shuffle<i64>(value, value, 1, 0), isOwn);
}

function remember(s: f64): void {
  if (!(s > 0)) return;
  change = s - near;
  near = s;
}

/** IV of the priced strikes, the smile through them, the greeks of all: an expiry in one call. */
export function solveChain(count: u32, forward: f64, years: f64, rate: f64, fallback: f64): void {
  impliedVolatility(count, forward, years);
  fillSmile(min(count, KERNEL_CAPACITY), fallback);
  greeks(count, forward, years, rate);
}

/**
 * The solver by itself, which reaches further down than rupees do: s of normalised prices in KERNEL_PRICE at
 * x = -|ln(F/K)| in KERNEL_STRIKE, to KERNEL_VOLATILITY. All of them 0 < beta < e^{x/2}; `count` is even.
 */
export function normalisedVolatilities(count: u32): void {
  const end: usize = (<usize>min(count, KERNEL_CAPACITY)) << 3;
  for (let at: usize = 0; at < end; at += 16) {
    const x = v128.load(at, KERNEL_STRIKE);
    const bound = exp(f64x2.mul(splat(0.5), x));
    v128.store(at, normalisedVolatility(v128.load(at, KERNEL_PRICE), x, bound), KERNEL_VOLATILITY);
  }
}
