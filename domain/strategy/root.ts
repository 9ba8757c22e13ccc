/** Where a function crosses zero inside a bracket: R. P. Brent, "Algorithms for Minimization without Derivatives", ch. 4. */

/** Far beyond what a bracket of doubles needs. */
const MOST_STEPS = 200;

/**
 * @param low @param high ends of the bracket; @param atLow @param atHigh values there, of opposite signs
 * @param tolerance how near the answer must be
 */
export function brentRoot(
  f: (x: number) => number,
  low: number,
  high: number,
  atLow: number,
  atHigh: number,
  tolerance: number,
): number {
  let [a, b, fa, fb] = [low, high, atLow, atHigh];
  let [c, fc] = [a, fa];
  let step = b - a;
  let before = step;
  for (let n = 0; n < MOST_STEPS; n++) {
    if (fb > 0 === fc > 0) {
      [c, fc] = [a, fa];
      step = before = b - a;
    }
    if (Math.abs(fc) < Math.abs(fb)) {
      [a, b, c] = [b, c, b];
      [fa, fb, fc] = [fb, fc, fb];
    }
    const least = 2 * Number.EPSILON * Math.abs(b) + 0.5 * tolerance;
    const half = 0.5 * (c - b);
    if (Math.abs(half) <= least || fb === 0) return b;
    const next = interpolated(a, b, c, fa, fb, fc);
    const isSafe =
      Math.abs(before) >= least &&
      Math.abs(fa) > Math.abs(fb) &&
      Math.abs(next) < Math.min(1.5 * Math.abs(half), 0.5 * Math.abs(before)) &&
      next > 0 === half > 0;
    before = isSafe ? step : half;
    step = isSafe ? next : half;
    [a, fa] = [b, fb];
    b += Math.abs(step) > least ? step : half > 0 ? least : -least;
    fb = f(b);
    if (Number.isNaN(fb)) return fb;
  }
  return b;
}

/** Step from b: inverse quadratic through the three points, the secant while two of them are one. */
function interpolated(a: number, b: number, c: number, fa: number, fb: number, fc: number): number {
  const s = fb / fa;
  if (a === c) return (s * (b - a)) / (1 - s);
  const q = fa / fc;
  const r = fb / fc;
  const p = s * ((c - b) * q * (q - r) - (b - a) * (r - 1));
  return -p / ((q - 1) * (r - 1) * (s - 1));
}
