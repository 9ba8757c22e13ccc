/**
 * Shape-preserving rational cubic interpolation (R. Delbourgo and J. A. Gregory, SIAM J. Sci. Stat. Comput. 6,
 * 1985), with the control parameter chosen as in P. Jäckel, "Let's Be Rational", section 5: it meets a second
 * derivative at one end as far as monotonicity and convexity allow.
 */

const MINIMUM_CONTROL = -(1 - Math.sqrt(Number.EPSILON));
const MAXIMUM_CONTROL = 2 / (Number.EPSILON * Number.EPSILON);

/** Value at x of the interpolant through (xl, yl) and (xr, yr) with slopes dl, dr and control parameter r. */
export function rationalCubic(
  x: number,
  xl: number,
  xr: number,
  yl: number,
  yr: number,
  dl: number,
  dr: number,
  r: number,
): number {
  const width = xr - xl;
  if (!(Math.abs(width) > 0)) return 0.5 * (yl + yr);
  const t = (x - xl) / width;
  const u = 1 - t;
  if (r >= MAXIMUM_CONTROL) return yr * t + yl * u;
  const cubic =
    yr * t * t * t + (r * yr - width * dr) * t * t * u + (r * yl + width * dl) * t * u * u + yl * u * u * u;
  return cubic / (1 + (r - 3) * t * u);
}

function quotientOrLimit(numerator: number, denominator: number): number {
  if (numerator === 0) return 0;
  if (denominator === 0) return numerator > 0 ? MAXIMUM_CONTROL : MINIMUM_CONTROL;
  return numerator / denominator;
}

function minimumControl(dl: number, dr: number, secant: number, preferShape: boolean): number {
  const monotonic = dl * secant >= 0 && dr * secant >= 0;
  const convex = dl <= secant && secant <= dr;
  const concave = dl >= secant && secant >= dr;
  if (!monotonic && !convex && !concave) return MINIMUM_CONTROL;
  let forMonotonicity = -Number.MAX_VALUE;
  let forConvexity = -Number.MAX_VALUE;
  if (monotonic) {
    if (secant !== 0) forMonotonicity = (dr + dl) / secant;
    else if (preferShape) forMonotonicity = MAXIMUM_CONTROL;
  }
  if (convex || concave) {
    if (secant !== dl && dr !== secant) {
      forConvexity = Math.max(Math.abs((dr - dl) / (dr - secant)), Math.abs((dr - dl) / (secant - dl)));
    } else if (preferShape) forConvexity = MAXIMUM_CONTROL;
  } else if (preferShape) forConvexity = MAXIMUM_CONTROL;
  return Math.max(MINIMUM_CONTROL, forMonotonicity, forConvexity);
}

/** Control parameter that meets the second derivative `d2` at the left end, within the shape limits. */
export function controlFromLeft(
  xl: number,
  xr: number,
  yl: number,
  yr: number,
  dl: number,
  dr: number,
  d2: number,
  preferShape: boolean,
): number {
  const width = xr - xl;
  const secant = (yr - yl) / width;
  const r = quotientOrLimit(0.5 * width * d2 + (dr - dl), secant - dl);
  return Math.max(r, minimumControl(dl, dr, secant, preferShape));
}

/** Control parameter that meets the second derivative `d2` at the right end, within the shape limits. */
export function controlFromRight(
  xl: number,
  xr: number,
  yl: number,
  yr: number,
  dl: number,
  dr: number,
  d2: number,
  preferShape: boolean,
): number {
  const width = xr - xl;
  const secant = (yr - yl) / width;
  const r = quotientOrLimit(0.5 * width * d2 + (dr - dl), dr - secant);
  return Math.max(r, minimumControl(dl, dr, secant, preferShape));
}
