/**
 * The normalised Black function of P. Jäckel, "Let's Be Rational" (Wilmott, 2015), section 6:
 *
 *   b(x, s) = e^{x/2} N(x/s + s/2) - e^{-x/2} N(x/s - s/2),   x = ln(F/K) <= 0,  s = σ√T,
 *
 * the undiscounted out-of-the-money call divided by √(F K). By symmetry it is the out-of-the-money put too,
 * with x = -|ln(F/K)|. Four branches keep it accurate where the plain difference cancels.
 */

import { erfcx, gaussian, normalCdf, ONE_OVER_SQRT_TWO_PI } from "./normal.ts";

const SQRT_HALF = Math.SQRT1_2;
const SQRT_HALF_PI = 1.2533141373155003;

/** Below this x/s the asymptotic series of N has seventeen useful terms. */
const ASYMPTOTIC_H = -10;
/** 2 ε^(1/16): up to this t = s/2 the odd Taylor series in t ends below rounding after eight terms. */
const SMALL_T = 0.21132486540518713;
/** Above this h + t the two terms of the plain formula no longer cancel noticeably. */
const PLAIN_FORM = 0.85;

/**
 * b(x, s) for x <= 0 and s >= 0; 0 when s is 0 or the value underflows.
 * Relative accuracy: a few 1e-16 times max(1, (x/s)²), which is what the inputs themselves carry.
 */
export function normalisedBlack(x: number, s: number): number {
  if (!(s > 0)) return s === 0 ? 0 : Number.NaN;
  const h = x / s;
  const t = 0.5 * s;
  if (h < -39 - t) return 0;
  if (h < ASYMPTOTIC_H && h + t < ASYMPTOTIC_H + SMALL_T) return asymptotic(h, t);
  if (t < SMALL_T) return smallT(h, t);
  if (h + t > PLAIN_FORM) return Math.exp(0.5 * x) * normalCdf(h + t) - Math.exp(-0.5 * x) * normalCdf(h - t);
  return 0.5 * gaussian(h) * gaussian(t) * (erfcx(-SQRT_HALF * (h + t)) - erfcx(-SQRT_HALF * (h - t)));
}

/** ∂b/∂s, for any sign of x. */
export function normalisedVega(x: number, s: number): number {
  if (!(s > 0)) return x === 0 && s === 0 ? ONE_OVER_SQRT_TWO_PI : 0;
  return ONE_OVER_SQRT_TWO_PI * gaussian(x / s) * gaussian(0.5 * s);
}

/**
 * With Y = N/n, b = n(h) e^{-t²/2} (Y(h+t) - Y(h-t)). Its nth derivative is I_n = ∫ uⁿ e^{hu - u²/2} du, so the
 * difference is 2 Σ I_{2j+1} t^{2j+1}/(2j+1)!, and I_{n+1} = n I_{n-1} + h I_n.
 */
function smallT(h: number, t: number): number {
  let previous = SQRT_HALF_PI * erfcx(-SQRT_HALF * h);
  let current = 1 + h * previous;
  const w = t * t;
  let power = 1;
  let sum = current;
  for (let n = 1; n < 15; n += 2) {
    previous = n * previous + h * current;
    current = (n + 1) * current + h * previous;
    power *= w / ((n + 1) * (n + 2));
    const term = power * current;
    sum += term;
    if (!(term > 1e-17 * sum)) break;
  }
  return ONE_OVER_SQRT_TWO_PI * gaussian(h) * gaussian(t) * 2 * t * sum;
}

const ASYMPTOTIC_TERMS = 18;
/** Row k holds C(2k+1, 2m+1) for m = 0..k: the odd part of (h + t)^{2k+1} - (h - t)^{2k+1}. */
const ODD_BINOMIALS: readonly Float64Array[] = oddBinomials(ASYMPTOTIC_TERMS);

function oddBinomials(rows: number): Float64Array[] {
  const table: Float64Array[] = [];
  for (let k = 0; k < rows; k++) {
    const row = new Float64Array(k + 1);
    const n = 2 * k + 1;
    let binomial = 1;
    for (let j = 0; j <= n; j++) {
      if (j % 2 === 1) row[(j - 1) / 2] = binomial;
      binomial = Math.round((binomial * (n - j)) / (j + 1));
    }
    table.push(row);
  }
  return table;
}

/**
 * Y(z) ~ -1/z Σ (-1)^k (2k-1)!! z^{-2k} at h + t and h - t, the two series subtracted term by term:
 * Y(h+t) - Y(h-t) = 2t/r Σ (-1)^k (2k-1)!! (h/r)^{2k} P_k(e), r = h² - t², e = (t/h)².
 */
function asymptotic(h: number, t: number): number {
  const e = (t / h) * (t / h);
  const r = (h + t) * (h - t);
  const q = (h / r) * (h / r);
  let coefficient = 1;
  let sum = 1;
  for (let k = 1; k < ASYMPTOTIC_TERMS; k++) {
    coefficient *= -(2 * k - 1) * q;
    const row = ODD_BINOMIALS[k]!;
    let polynomial = row[k]!;
    for (let m = k - 1; m >= 0; m--) polynomial = polynomial * e + row[m]!;
    const term = coefficient * polynomial;
    sum += term;
    if (Math.abs(term) < 1e-17 * sum) break;
  }
  return (ONE_OVER_SQRT_TWO_PI * gaussian(h) * gaussian(t) * 2 * t * sum) / r;
}
