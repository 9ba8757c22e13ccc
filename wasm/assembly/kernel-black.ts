/**
 * The normalised Black function: the twin of `domain/pricing/normalised-black.ts`, which explains the four branches.
 * Value and slope come from one call, because they share their two exponentials.
 */
import { erfcx, gaussian, normalCdf, ONE_OVER_SQRT_TWO_PI, SQRT_HALF } from "./kernel-normal";
import { KERNEL_BINOMIALS } from "./memory";

const SQRT_HALF_PI: f64 = 1.2533141373155003;
const ASYMPTOTIC_H: f64 = -10;
const SMALL_T: f64 = 0.21132486540518713;
const PLAIN_FORM: f64 = 0.85;

/** ∂b/∂s at the arguments of the last `normalisedBlack`. */
export let normalisedVega: f64 = 0;

/** ln(F/K), keeping its digits near the money. */
export function logMoneyness(forward: f64, strike: f64): f64 {
  const excess = (forward - strike) / strike;
  return excess > -0.5 && excess < 1 ? Math.log1p(excess) : Math.log(forward / strike);
}

/** b(x, s) for x <= 0 and s >= 0; also sets `normalisedVega`. */
export function normalisedBlack(x: f64, s: f64): f64 {
  if (!(s > 0)) {
    normalisedVega = x == 0 && s == 0 ? ONE_OVER_SQRT_TWO_PI : 0;
    return s == 0 ? 0 : NaN;
  }
  const h = x / s;
  const t = 0.5 * s;
  const gaussianOfH = gaussian(h);
  const gaussianOfT = gaussian(t);
  normalisedVega = ONE_OVER_SQRT_TWO_PI * gaussianOfH * gaussianOfT;
  if (h < -39 - t) return 0;
  if (h < ASYMPTOTIC_H && h + t < ASYMPTOTIC_H + SMALL_T) return asymptotic(h, t);
  if (t < SMALL_T) return smallT(h, t);
  if (h + t > PLAIN_FORM) return Math.exp(0.5 * x) * normalCdf(h + t) - Math.exp(-0.5 * x) * normalCdf(h - t);
  return 0.5 * gaussianOfH * gaussianOfT * (erfcx(-SQRT_HALF * (h + t)) - erfcx(-SQRT_HALF * (h - t)));
}

/** Odd Taylor series in t. */
function smallT(h: f64, t: f64): f64 {
  let previous = SQRT_HALF_PI * erfcx(-SQRT_HALF * h);
  let current = 1 + h * previous;
  const w = t * t;
  let power: f64 = 1;
  let sum = current;
  for (let n: f64 = 1; n < 15; n += 2) {
    previous = n * previous + h * current;
    current = (n + 1) * current + h * previous;
    power *= w / ((n + 1) * (n + 2));
    const term = power * current;
    sum += term;
    if (!(term > 1e-17 * sum)) break;
  }
  return normalisedVega * 2 * t * sum;
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
function asymptotic(h: f64, t: f64): f64 {
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
  return (normalisedVega * 2 * t * sum) / r;
}
