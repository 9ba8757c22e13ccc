/**
 * The normalised Black function b(x, s), two options a vector, with `domain/pricing/normalised-black.ts` as the oracle.
 *
 * All exponentials come from two numbers the caller has, since e^{-(h+t)²/2} = bell / bound and
 * e^{-(h-t)²/2} = bell · bound. It costs the bell's rounding, h² ulps of the value in the wings, and none of the
 * volatility: there h² ulps of a price are one of its volatility. Within those ulps two forms are enough where the
 * oracle has four: the Taylor series in t while t and t·h are small, and the difference of two scaled tails elsewhere.
 */
import { exp, logOfRatio, plus, splat } from "./kernel-elementary";
import { erfcx, ONE_OVER_SQRT_TWO_PI, SQRT_HALF } from "./kernel-normal";

const SQRT_HALF_PI: f64 = 1.2533141373155003;
/** The series: up to this t nine terms reach rounding, up to this -h·t its recurrence loses no more than the bell. */
const SERIES_T: f64 = 0.35;
const SERIES_HT: f64 = 1.2;

/** e^{-(h²+t²)/2}: the slope ∂b/∂s of the normalised Black function, times √2π. */
export function bellOf(h: v128, t: v128): v128 {
  return exp(f64x2.mul(splat(-0.5), plus(f64x2.mul(h, h), t, t)));
}

/** b(x, s) for x <= 0 and s > 0, with h = x/s, t = s/2, bell = e^{-(h²+t²)/2} and bound = e^{x/2}. */
export function normalisedBlack(h: v128, t: v128, bell: v128, bound: v128): v128 {
  const isSeries = v128.and(f64x2.lt(t, splat(SERIES_T)), f64x2.gt(f64x2.mul(h, t), splat(-SERIES_HT)));
  let value: v128;
  if (i64x2.all_true(isSeries)) value = series(h, t, bell);
  else {
    value = difference(h, t, bell, bound);
    if (v128.any_true(isSeries)) value = v128.bitselect(series(h, t, bell), value, isSeries);
  }
  // Where h overflows the forms are no numbers.
  return v128.andnot(value, f64x2.lt(f64x2.add(h, t), splat(-39)));
}

/** Odd Taylor series in t: each coefficient is w/((n + 1)(n + 2)) of the one before, times the next odd integral. */
function series(h: v128, t: v128, bell: v128): v128 {
  const w = f64x2.mul(t, t);
  let even = f64x2.mul(splat(SQRT_HALF_PI), erfcx(f64x2.mul(splat(-SQRT_HALF), h)));
  let odd = plus(splat(1), h, even);
  let sum = odd;
  even = plus(even, h, odd);
  odd = plus(f64x2.add(odd, odd), h, even);
  let power = f64x2.mul(w, splat(1.0 / 6.0));
  sum = plus(sum, power, odd);
  even = plus(f64x2.mul(splat(3), even), h, odd);
  odd = plus(f64x2.mul(splat(4), odd), h, even);
  power = f64x2.mul(power, f64x2.mul(w, splat(1.0 / 20.0)));
  sum = plus(sum, power, odd);
  even = plus(f64x2.mul(splat(5), even), h, odd);
  odd = plus(f64x2.mul(splat(6), odd), h, even);
  power = f64x2.mul(power, f64x2.mul(w, splat(1.0 / 42.0)));
  let last = f64x2.mul(power, odd);
  sum = f64x2.add(sum, last);
  for (let n: f64 = 7; n < 19 && v128.any_true(f64x2.gt(last, f64x2.mul(splat(1e-17), sum))); n += 2) {
    even = plus(f64x2.mul(splat(n), even), h, odd);
    odd = plus(f64x2.mul(splat(n + 1), odd), h, even);
    power = f64x2.mul(power, f64x2.mul(w, splat(1 / ((n + 1) * (n + 2)))));
    last = f64x2.mul(power, odd);
    sum = f64x2.add(sum, last);
  }
  return f64x2.mul(f64x2.mul(splat(2 * ONE_OVER_SQRT_TWO_PI), bell), f64x2.mul(t, sum));
}

/** Both terms of the definition as scaled tails; where h + t > 0 the first is the bound less its tail. */
function difference(h: v128, t: v128, bell: v128, bound: v128): v128 {
  const upper = f64x2.add(h, t);
  const isPast = f64x2.gt(upper, splat(0));
  const tail = erfcx(f64x2.mul(splat(SQRT_HALF), f64x2.abs(upper)));
  const signed = v128.xor(tail, v128.and(isPast, splat(-0.0)));
  const lower = erfcx(f64x2.mul(splat(SQRT_HALF), f64x2.sub(t, h)));
  return plus(v128.and(bound, isPast), f64x2.mul(splat(0.5), bell), f64x2.sub(signed, lower));
}

/**
 * Undiscounted values of calls (`isCall` all ones) or puts (all zeros) by Black-76: intrinsic where v = σ√T is 0, NaN
 * where any input is. As in `domain/pricing/black76.ts` the time value comes from the out-of-the-money side.
 */
export function optionValue(isCall: v128, forward: v128, strike: v128, v: v128): v128 {
  const above = f64x2.sub(forward, strike);
  const signed = v128.bitselect(above, f64x2.neg(above), isCall);
  const intrinsic = f64x2.pmax(signed, splat(0));
  const isCertain = v128.or(
    f64x2.le(v, splat(0)),
    v128.not(v128.and(f64x2.gt(forward, splat(0)), f64x2.gt(strike, splat(0)))),
  );
  if (i64x2.all_true(isCertain)) return intrinsic;
  const middle = f64x2.sqrt(f64x2.mul(forward, strike));
  const h = f64x2.div(f64x2.neg(f64x2.abs(logOfRatio(forward, strike))), v);
  const t = f64x2.mul(splat(0.5), v);
  const bound = f64x2.div(f64x2.pmin(forward, strike), middle);
  const value = normalisedBlack(h, t, bellOf(h, t), bound);
  return f64x2.add(intrinsic, v128.andnot(f64x2.mul(middle, value), isCertain));
}
