/** Shape-preserving rational cubic interpolation: the twin of `domain/pricing/rational-cubic.ts`, which explains it. */

const SQRT_EPSILON: f64 = 1.4901161193847656e-8;
const MINIMUM_CONTROL: f64 = -(1 - SQRT_EPSILON);
const MAXIMUM_CONTROL: f64 = 2 / (f64.EPSILON * f64.EPSILON);

/** Value at x of the interpolant through (xl, yl) and (xr, yr) with slopes dl, dr and control parameter r. */
export function rationalCubic(x: f64, xl: f64, xr: f64, yl: f64, yr: f64, dl: f64, dr: f64, r: f64): f64 {
  const width = xr - xl;
  if (!(Math.abs(width) > 0)) return 0.5 * (yl + yr);
  const t = (x - xl) / width;
  const u = 1 - t;
  if (r >= MAXIMUM_CONTROL) return yr * t + yl * u;
  const cubic =
    yr * t * t * t + (r * yr - width * dr) * t * t * u + (r * yl + width * dl) * t * u * u + yl * u * u * u;
  return cubic / (1 + (r - 3) * t * u);
}

function quotientOrLimit(numerator: f64, denominator: f64): f64 {
  if (numerator == 0) return 0;
  if (denominator == 0) return numerator > 0 ? MAXIMUM_CONTROL : MINIMUM_CONTROL;
  return numerator / denominator;
}

function minimumControl(dl: f64, dr: f64, secant: f64, preferShape: bool): f64 {
  const monotonic = dl * secant >= 0 && dr * secant >= 0;
  const convex = dl <= secant && secant <= dr;
  const concave = dl >= secant && secant >= dr;
  if (!monotonic && !convex && !concave) return MINIMUM_CONTROL;
  let forMonotonicity = -f64.MAX_VALUE;
  let forConvexity = -f64.MAX_VALUE;
  if (monotonic) {
    if (secant != 0) forMonotonicity = (dr + dl) / secant;
    else if (preferShape) forMonotonicity = MAXIMUM_CONTROL;
  }
  if (convex || concave) {
    if (secant != dl && dr != secant) {
      forConvexity = Math.max(Math.abs((dr - dl) / (dr - secant)), Math.abs((dr - dl) / (secant - dl)));
    } else if (preferShape) forConvexity = MAXIMUM_CONTROL;
  } else if (preferShape) forConvexity = MAXIMUM_CONTROL;
  return Math.max(Math.max(MINIMUM_CONTROL, forMonotonicity), forConvexity);
}

/** Control parameter that meets the second derivative `d2` at the left end, within the shape limits. */
export function controlFromLeft(
  xl: f64,
  xr: f64,
  yl: f64,
  yr: f64,
  dl: f64,
  dr: f64,
  d2: f64,
  preferShape: bool,
): f64 {
  const width = xr - xl;
  const secant = (yr - yl) / width;
  const r = quotientOrLimit(0.5 * width * d2 + (dr - dl), secant - dl);
  return Math.max(r, minimumControl(dl, dr, secant, preferShape));
}

/** Control parameter that meets the second derivative `d2` at the right end, within the shape limits. */
export function controlFromRight(
  xl: f64,
  xr: f64,
  yl: f64,
  yr: f64,
  dl: f64,
  dr: f64,
  d2: f64,
  preferShape: bool,
): f64 {
  const width = xr - xl;
  const secant = (yr - yl) / width;
  const r = quotientOrLimit(0.5 * width * d2 + (dr - dl), dr - secant);
  return Math.max(r, minimumControl(dl, dr, secant, preferShape));
}
