import { exp, plus, splat } from "./kernel-elementary";

/** The logarithm of 0.02425: below that probability the tail's function is the better one. */
const LOG_TAIL: f64 = -3.7193386;

/**
 * z with N(z) = p for 0 < p <= 0.5, from ln p, to 1e-9 relative (P. J. Acklam, "An algorithm for computing the inverse
 * normal cumulative distribution function", 2003): enough for a guess that two steps of third order follow.
 */
export function inverseNormalCdf(logP: v128): v128 {
  const isTail = f64x2.lt(logP, splat(LOG_TAIL));
  if (i64x2.all_true(isTail)) return quantileTail(logP);
  const middle = quantileMiddle(exp(logP));
  return v128.any_true(isTail) ? v128.bitselect(quantileTail(logP), middle, isTail) : middle;
}

function quantileTail(logP: v128): v128 {
  const q = f64x2.sqrt(f64x2.mul(splat(-2), logP));
  let c = plus(splat(-3.223964580411365e-1), splat(-7.784894002430293e-3), q);
  c = plus(splat(-2.400758277161838), c, q);
  c = plus(splat(-2.549732539343734), c, q);
  c = plus(splat(4.374664141464968), c, q);
  c = plus(splat(2.938163982698783), c, q);
  let d = plus(splat(3.224671290700398e-1), splat(7.784695709041462e-3), q);
  d = plus(splat(2.445134137142996), d, q);
  d = plus(splat(3.754408661907416), d, q);
  return f64x2.div(c, plus(splat(1), d, q));
}

function quantileMiddle(p: v128): v128 {
  const q = f64x2.sub(p, splat(0.5));
  const r = f64x2.mul(q, q);
  let a = plus(splat(2.209460984245205e2), splat(-3.969683028665376e1), r);
  a = plus(splat(-2.759285104469687e2), a, r);
  a = plus(splat(1.38357751867269e2), a, r);
  a = plus(splat(-3.066479806614716e1), a, r);
  a = plus(splat(2.506628277459239), a, r);
  let b = plus(splat(1.615858368580409e2), splat(-5.447609879822406e1), r);
  b = plus(splat(-1.556989798598866e2), b, r);
  b = plus(splat(6.680131188771972e1), b, r);
  b = plus(splat(-1.328068155288572e1), b, r);
  return f64x2.div(f64x2.mul(a, q), plus(splat(1), b, r));
}
