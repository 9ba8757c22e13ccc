/**
 * Shape-preserving rational cubic interpolation, two at a time: the twin of `domain/pricing/rational-cubic.ts`, which
 * explains it. What is interpolated is a guess, so corner cases end in a straight line and not in a branch.
 */
import { plus, splat } from "./kernel-elementary";

const MINIMUM_CONTROL: f64 = -0.999999985;
/** So large that the curve is a straight line. */
const MAXIMUM_CONTROL: f64 = 1e30;

/** Value at x of the interpolant through (xl, yl) and (xr, yr) with slopes dl, dr and control parameter r. */
export function rationalCubic(
  x: v128,
  xl: v128,
  xr: v128,
  yl: v128,
  yr: v128,
  dl: v128,
  dr: v128,
  r: v128,
): v128 {
  const width = f64x2.sub(xr, xl);
  const t = f64x2.div(f64x2.sub(x, xl), width);
  const u = f64x2.sub(splat(1), t);
  const tu = f64x2.mul(t, u);
  const ends = plus(f64x2.mul(f64x2.mul(yr, t), f64x2.mul(t, t)), f64x2.mul(yl, u), f64x2.mul(u, u));
  const right = f64x2.mul(t, f64x2.sub(f64x2.mul(r, yr), f64x2.mul(width, dr)));
  const left = f64x2.mul(u, plus(f64x2.mul(r, yl), width, dl));
  const cubic = plus(ends, tu, f64x2.add(right, left));
  return f64x2.div(cubic, plus(splat(1), f64x2.sub(r, splat(3)), tu));
}

function secantOf(xl: v128, xr: v128, yl: v128, yr: v128): v128 {
  return f64x2.div(f64x2.sub(yr, yl), f64x2.sub(xr, xl));
}

/** The least control parameter that keeps the interpolant monotone and convex or concave, where its ends are. */
export function shapeControl(xl: v128, xr: v128, yl: v128, yr: v128, dl: v128, dr: v128): v128 {
  const secant = secantOf(xl, xr, yl, yr);
  const least = splat(MINIMUM_CONTROL);
  const most = splat(MAXIMUM_CONTROL);
  const isMonotone = f64x2.ge(f64x2.mul(dl, dr), splat(0));
  const rises = f64x2.sub(secant, dl);
  const falls = f64x2.sub(dr, secant);
  const isBent = f64x2.ge(f64x2.mul(rises, falls), splat(0));
  const change = f64x2.abs(f64x2.sub(dr, dl));
  const gentler = f64x2.pmin(f64x2.abs(rises), f64x2.abs(falls));
  // A quotient of nothing by nothing is no number, and the straight line.
  const monotone = f64x2.pmin(most, f64x2.div(f64x2.add(dl, dr), secant));
  const bent = f64x2.pmin(most, f64x2.div(change, gentler));
  return f64x2.pmax(v128.bitselect(monotone, least, isMonotone), v128.bitselect(bent, least, isBent));
}

/** Control parameter that meets the second derivative `d2` at the left end, within the shape limits. */
export function controlFromLeft(xl: v128, xr: v128, yl: v128, yr: v128, dl: v128, dr: v128, d2: v128): v128 {
  const rises = f64x2.sub(secantOf(xl, xr, yl, yr), dl);
  const bend = plus(f64x2.sub(dr, dl), f64x2.mul(splat(0.5), f64x2.sub(xr, xl)), d2);
  const wanted = f64x2.pmin(splat(MAXIMUM_CONTROL), f64x2.div(bend, rises));
  return f64x2.pmax(shapeControl(xl, xr, yl, yr, dl, dr), wanted);
}

/** Control parameter that meets the second derivative `d2` at the right end: the same with the ends exchanged. */
export function controlFromRight(xl: v128, xr: v128, yl: v128, yr: v128, dl: v128, dr: v128, d2: v128): v128 {
  return controlFromLeft(xr, xl, yr, yl, dr, dl, d2);
}
