/** Below this probability the tail's function is the better one. */
const TAIL: f64 = 0.02425;

/**
 * z with N(z) = p for 0 < p <= 0.5, given ln p, to 1e-9 relative (P. J. Acklam, "An algorithm for computing the inverse
 * normal cumulative distribution function", 2003): enough for a guess that two steps of third order follow.
 */
export function inverseNormalCdf(p: f64, logP: f64): f64 {
  if (p < TAIL) {
    const q = Math.sqrt(-2 * logP);
    const c =
      ((((-7.784894002430293e-3 * q - 3.223964580411365e-1) * q - 2.400758277161838) * q -
        2.549732539343734) *
        q +
        4.374664141464968) *
        q +
      2.938163982698783;
    const d =
      (((7.784695709041462e-3 * q + 3.224671290700398e-1) * q + 2.445134137142996) * q + 3.754408661907416) *
        q +
      1;
    return c / d;
  }
  const q = p - 0.5;
  const r = q * q;
  const a =
    ((((-3.969683028665376e1 * r + 2.209460984245205e2) * r - 2.759285104469687e2) * r + 1.38357751867269e2) *
      r -
      3.066479806614716e1) *
      r +
    2.506628277459239;
  const b =
    ((((-5.447609879822406e1 * r + 1.615858368580409e2) * r - 1.556989798598866e2) * r +
      6.680131188771972e1) *
      r -
      1.328068155288572e1) *
      r +
    1;
  return (a * q) / b;
}
