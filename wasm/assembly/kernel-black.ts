/**
 * The normalised Black function: the twin of `domain/pricing/normalised-black.ts`, which explains its branches.
 *
 * The twin spends up to six exponentials on a value and its slope. Here all come from two numbers the caller has,
 * since e^{-(h+t)²/2} = bell / bound and e^{-(h-t)²/2} = bell · bound. It costs the bell's rounding, h² ulps of the
 * value in the wings, and none of the volatility: there h² ulps of a price are one of its volatility.
 */
import { erfcx, erfcxTail, ONE_OVER_SQRT_TWO_PI, SQRT_HALF } from "./kernel-normal";
import { KERNEL_BINOMIALS } from "./memory";

const SQRT_HALF_PI: f64 = 1.2533141373155003;
const ASYMPTOTIC_H: f64 = -10;
const SMALL_T: f64 = 0.21132486540518713;
const PLAIN_FORM: f64 = 0.85;

/** ln(F/K), keeping its digits near the money. */
export function logMoneyness(forward: f64, strike: f64): f64 {
  const excess = (forward - strike) / strike;
  return excess > -0.5 && excess < 1 ? Math.log1p(excess) : Math.log(forward / strike);
}

/** e^{-(h²+t²)/2}: the slope ∂b/∂s of the normalised Black function, times √2π. */
export function bellOf(h: f64, t: f64): f64 {
  return Math.exp(-0.5 * (h * h + t * t));
}

/** b(x, s) for x <= 0 and s > 0, with h = x/s, t = s/2, bell = e^{-(h²+t²)/2} and bound = e^{x/2}. */
export function normalisedBlack(h: f64, t: f64, bell: f64, bound: f64): f64 {
  if (h < -39 - t) return 0;
  if (h < ASYMPTOTIC_H && h + t < ASYMPTOTIC_H + SMALL_T) return asymptotic(h, t, bell);
  if (t < SMALL_T) return smallT(h, t, bell);
  const upper = SQRT_HALF * (h + t);
  const lower = SQRT_HALF * (t - h);
  if (h + t > PLAIN_FORM) return bound - 0.5 * bell * (erfcxTail(upper) + erfcx(lower));
  return 0.5 * bell * (erfcx(-upper) - erfcx(lower));
}

/** Odd Taylor series in t: each coefficient is w/((n + 1)(n + 2)) of the one before, times the next odd integral. */
function smallT(h: f64, t: f64, bell: f64): f64 {
  const w = t * t;
  let even = SQRT_HALF_PI * erfcx(-SQRT_HALF * h);
  let odd = 1 + h * even;
  let sum = odd;
  even += h * odd;
  odd = 2 * odd + h * even;
  let power = w * (1.0 / 6.0);
  sum += power * odd;
  even = 3 * even + h * odd;
  odd = 4 * odd + h * even;
  power *= w * (1.0 / 20.0);
  sum += power * odd;
  even = 5 * even + h * odd;
  odd = 6 * odd + h * even;
  power *= w * (1.0 / 42.0);
  const last = power * odd;
  sum += last;
  if (last > 1e-17 * sum) {
    for (let n: f64 = 7; n < 15; n += 2) {
      even = n * even + h * odd;
      odd = (n + 1) * odd + h * even;
      power *= w / ((n + 1) * (n + 2));
      const term = power * odd;
      sum += term;
      if (!(term > 1e-17 * sum)) break;
    }
  }
  return ONE_OVER_SQRT_TWO_PI * bell * 2 * t * sum;
}

const ASYMPTOTIC_TERMS: i32 = 18;

/** Row k begins at k (k + 1) / 2 and holds C(2k+1, 2m+1) for m = 0..k. */
function fillOddBinomials(): void {
  let at = KERNEL_BINOMIALS;
  for (let k = 0; k < ASYMPTOTIC_TERMS; k++) {
    const n: u64 = 2 * k + 1;
    let binomial: u64 = 1;
    for (let j: u64 = 0; j <= n; j++) {
      if (j & 1) {
        store<f64>(at, <f64>binomial);
        at += 8;
      }
      binomial = (binomial * (n - j)) / (j + 1);
    }
  }
}
fillOddBinomials();

/** The asymptotic series of N at h + t and h - t, subtracted term by term. */
function asymptotic(h: f64, t: f64, bell: f64): f64 {
  const e = (t / h) * (t / h);
  const r = (h + t) * (h - t);
  const q = (h / r) * (h / r);
  let coefficient: f64 = 1;
  let sum: f64 = 1;
  for (let k = 1; k < ASYMPTOTIC_TERMS; k++) {
    coefficient *= -(<f64>(2 * k - 1)) * q;
    const row = KERNEL_BINOMIALS + ((<usize>(k * (k + 1))) << 2);
    let polynomial = load<f64>(row + ((<usize>k) << 3));
    for (let m = k - 1; m >= 0; m--) polynomial = polynomial * e + load<f64>(row + ((<usize>m) << 3));
    const term = coefficient * polynomial;
    sum += term;
    if (Math.abs(term) < 1e-17 * sum) break;
  }
  return (ONE_OVER_SQRT_TWO_PI * bell * 2 * t * sum) / r;
}
