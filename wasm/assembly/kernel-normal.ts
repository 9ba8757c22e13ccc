/**
 * The standard normal distribution, two arguments a vector, with `domain/pricing/normal.ts` as the oracle. All of it
 * comes from e^{x²} erfc(x): one rational function serves the centre and the flanks, one the far tail, and both have
 * positive coefficients only, so that nothing cancels. Fitted in 50 digits.
 */
import { log, plus, splat, term } from "./kernel-elementary";

export const ONE_OVER_SQRT_TWO_PI: f64 = 0.3989422804014327;
export const SQRT_HALF: f64 = 0.7071067811865476;
/** From here on the tail's function is the better one: 8.5 standard deviations. */
const TAIL: f64 = 6;

/** e^{x²} erfc(x) for 0 <= x <= 6, highest power first; off by 1e-17. */
const NEAR_NUMERATOR = memory.data<f64>([
  0.00012732681443544785, 0.0023431721383104986, 0.020567445827725524, 0.11150333164685146,
  0.4069289564604707, 1.0244344385917366, 1.7475377068245899, 1.8718552557230788, 1,
]);
const NEAR_DENOMINATOR = memory.data<f64>([
  0.00022568089832723022, 0.004153164734376059, 0.03656768171235213, 0.1997112253538196, 0.7393756267419145,
  1.9125210275848328, 3.4399758794468127, 4.132939725935783, 3.000234422818594, 1,
]);
/** x e^{x²} erfc(x) in 1/x² for x >= 6, highest power first; off by 1.3e-17. */
const FAR_NUMERATOR = memory.data<f64>([
  8.500003420641612, 49.455747934263634, 39.358487141389496, 8.90101089075896, 0.5641895835477563,
]);
const FAR_DENOMINATOR = memory.data<f64>([
  39.11012427605925, 115.90026637499052, 77.14941761479574, 16.27663103027757, 1,
]);

function horner(table: usize, degree: i32, x: v128): v128 {
  let sum = term(table, 0);
  for (let i = 1; i <= degree; i++) sum = plus(term(table, i), sum, x);
  return sum;
}

/** e^{x²} erfc(x) for x >= 0. */
export function erfcx(x: v128): v128 {
  let p = plus(term(NEAR_NUMERATOR, 1), term(NEAR_NUMERATOR, 0), x);
  p = plus(term(NEAR_NUMERATOR, 2), p, x);
  p = plus(term(NEAR_NUMERATOR, 3), p, x);
  p = plus(term(NEAR_NUMERATOR, 4), p, x);
  p = plus(term(NEAR_NUMERATOR, 5), p, x);
  p = plus(term(NEAR_NUMERATOR, 6), p, x);
  p = plus(term(NEAR_NUMERATOR, 7), p, x);
  p = plus(term(NEAR_NUMERATOR, 8), p, x);
  let q = plus(term(NEAR_DENOMINATOR, 1), term(NEAR_DENOMINATOR, 0), x);
  q = plus(term(NEAR_DENOMINATOR, 2), q, x);
  q = plus(term(NEAR_DENOMINATOR, 3), q, x);
  q = plus(term(NEAR_DENOMINATOR, 4), q, x);
  q = plus(term(NEAR_DENOMINATOR, 5), q, x);
  q = plus(term(NEAR_DENOMINATOR, 6), q, x);
  q = plus(term(NEAR_DENOMINATOR, 7), q, x);
  q = plus(term(NEAR_DENOMINATOR, 8), q, x);
  q = plus(term(NEAR_DENOMINATOR, 9), q, x);
  const near = f64x2.div(p, q);
  const isFar = f64x2.gt(x, splat(TAIL));
  return v128.any_true(isFar) ? v128.bitselect(erfcxFar(x), near, isFar) : near;
}

function erfcxFar(x: v128): v128 {
  const y = f64x2.div(splat(1), f64x2.mul(x, x));
  return f64x2.div(horner(FAR_NUMERATOR, 4, y), f64x2.mul(horner(FAR_DENOMINATOR, 4, y), x));
}

/** N(-|z|), given e^{-z²/2}. */
export function lowerTail(z: v128, bell: v128): v128 {
  return f64x2.mul(f64x2.mul(splat(0.5), bell), erfcx(f64x2.mul(f64x2.abs(z), splat(SQRT_HALF))));
}
