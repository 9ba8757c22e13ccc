/**
 * e^x and the logarithm, two doubles a vector and within about an ulp. The standard library's are one at a time and
 * bring six kilobytes of tables along. Polynomials are near-minimax, fitted in 50 digits with the error stated at each.
 */

export const LOG2_E: f64 = 1.4426950408889634;
/** ln 2 in two parts: the first has zeros enough at its end for exact products with an exponent. */
const LN2_HIGH: f64 = 6.9314718036912381649e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
/** Below this e^x is taken as 0: no subnormals. */
const EXP_UNDERFLOW: f64 = -708;
const EXP_OVERFLOW: f64 = 709;
/** 2^52 + 2^51 + 1023: an integer added to it lies in the low bits, biased as an exponent is. */
const EXPONENT_SHIFTER: f64 = 6755399441056767;

/** (e^r - 1 - r) / r² for |r| <= ln 2 / 2; e^r is off by 4e-18. */
const EXP_TERMS = memory.data<f64>([
  0.5000000000000011, 0.16666666666666477, 0.041666666666525055, 0.008333333333457456, 0.001388888894472164,
  0.00019841269581556993, 2.480149213440562e-5, 2.755752278971704e-6, 2.763055076933018e-7,
  2.5019361663612343e-8,
]);

/** (2 artanh s - 2 s) / s³ in s² for |s| <= 0.2; the logarithm is off by 2e-19. */
const LOG_TERMS = memory.data<f64>([
  0.666666666666666, 0.4000000000005587, 0.28571428555922823, 0.22222224292939488, 0.1818166579347557,
  0.1539112160362248, 0.1317334800339471, 0.13845213173451584,
]);

/** Half of a mantissa's range, as bits: with it a quotient's exponent is rounded and not cut. */
const HALF_EXPONENT: i64 = 0x0008000000000000;
const EXPONENT_MASK: i64 = 0xfff0000000000000;

export function term(table: usize, index: usize): v128 {
  return v128.load64_splat(table + (index << 3));
}

export function splat(value: f64): v128 {
  return f64x2.splat(value);
}

/** `a + b · c` */
export function plus(a: v128, b: v128, c: v128): v128 {
  return f64x2.add(a, f64x2.mul(b, c));
}

/** e^x; 0 below -708, held at e^709 above; NaN for NaN. */
export function exp(x: v128): v128 {
  const power = f64x2.nearest(f64x2.mul(f64x2.pmin(x, splat(EXP_OVERFLOW)), splat(LOG2_E)));
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(power, splat(LN2_HIGH))), f64x2.mul(power, splat(LN2_LOW)));
  const r2 = f64x2.mul(r, r);
  const r4 = f64x2.mul(r2, r2);
  const first = plus(
    plus(term(EXP_TERMS, 0), term(EXP_TERMS, 1), r),
    plus(term(EXP_TERMS, 2), term(EXP_TERMS, 3), r),
    r2,
  );
  const second = plus(
    plus(term(EXP_TERMS, 4), term(EXP_TERMS, 5), r),
    plus(term(EXP_TERMS, 6), term(EXP_TERMS, 7), r),
    r2,
  );
  const third = plus(term(EXP_TERMS, 8), term(EXP_TERMS, 9), r);
  const series = plus(first, plus(second, third, r4), r4);
  const mantissa = f64x2.add(splat(1), plus(r, r2, series));
  const scale = i64x2.shl(f64x2.add(power, splat(EXPONENT_SHIFTER)), 52);
  return v128.andnot(f64x2.mul(mantissa, scale), f64x2.lt(x, splat(EXP_UNDERFLOW)));
}

/**
 * ln(a/b) of positive a and b, keeping its digits where they are close: (a - b) is exact there, and
 * ln(a/b) = 2 artanh((a - b)/(a + b)). Further away b is first scaled by the power of two that brings it near.
 */
export function logOfRatio(a: v128, b: v128): v128 {
  const apart = v128.and(i64x2.add(i64x2.sub(a, b), i64x2.splat(HALF_EXPONENT)), i64x2.splat(EXPONENT_MASK));
  const isNear = !v128.any_true(apart);
  const scaled = isNear ? b : i64x2.add(b, apart);
  const s = f64x2.div(f64x2.sub(a, scaled), f64x2.add(a, scaled));
  const z = f64x2.mul(s, s);
  const z2 = f64x2.mul(z, z);
  const z4 = f64x2.mul(z2, z2);
  const low = plus(
    plus(term(LOG_TERMS, 0), term(LOG_TERMS, 1), z),
    plus(term(LOG_TERMS, 2), term(LOG_TERMS, 3), z),
    z2,
  );
  const high = plus(
    plus(term(LOG_TERMS, 4), term(LOG_TERMS, 5), z),
    plus(term(LOG_TERMS, 6), term(LOG_TERMS, 7), z),
    z2,
  );
  const series = f64x2.mul(f64x2.mul(s, z), plus(low, high, z4));
  const near = f64x2.add(f64x2.add(s, s), series);
  if (isNear) return near;
  // The high halves of both exponents, as two integers and then as two doubles.
  const exponents = i32x4.shr_s(v128.shuffle<i32>(apart, apart, 1, 3, 1, 3), 20);
  const power = f64x2.convert_low_i32x4_s(exponents);
  const tail = plus(near, power, splat(LN2_LOW));
  // A b that is no number would be lost in its scaled bits.
  return f64x2.add(plus(tail, power, splat(LN2_HIGH)), f64x2.sub(b, b));
}

/** ln x of a positive x. */
export function log(x: v128): v128 {
  return logOfRatio(x, splat(1));
}
