/**
 * The standard normal distribution, accurate to about 1e-15 relative everywhere, tails included.
 *
 * The complementary error function follows W. J. Cody, "Rational Chebyshev approximations for the error
 * function", Math. Comp. 23 (1969), scaled form. The factor e^{-z²/2} is formed with the rounding error of z²
 * carried along, because that rounding alone would cost three digits at z = -37.
 */

export const SQRT_TWO_PI = 2.5066282746310002;
export const ONE_OVER_SQRT_TWO_PI = 0.3989422804014327;
const SQRT_HALF = Math.SQRT1_2;
const ONE_OVER_SQRT_PI = 0.56418958354775628695;

/** Past this e^{-z²/2} is below the smallest subnormal. */
const GAUSSIAN_UNDERFLOW = 38.6;
/** Veltkamp's constant 2^27 + 1 splits a double into two halves whose products are exact. */
const SPLIT = 134217729;

/** e^{-z²/2} to within an ulp or so for every z; 0 where it underflows; NaN for NaN. */
export function gaussian(z: number): number {
  if (z > GAUSSIAN_UNDERFLOW || z < -GAUSSIAN_UNDERFLOW) return 0;
  const square = z * z;
  const scaled = SPLIT * z;
  const high = scaled - (scaled - z);
  const low = z - high;
  const lost = high * high - square + 2 * high * low + low * low;
  return Math.exp(-0.5 * square) * (1 - 0.5 * lost);
}

/** erf(x)/x for |x| <= 0.46875, from y = x². */
function erfOverX(y: number): number {
  const p =
    (((0.185777706184603153 * y + 3.1611237438705656) * y + 113.864154151050156) * y + 377.485237685302021) *
      y +
    3209.37758913846947;
  const q =
    (((y + 23.6012909523441209) * y + 244.024637934444173) * y + 1282.61652607737228) * y +
    2844.23683343917062;
  return p / q;
}

/** e^{x²} erfc(x) for x >= 0.46875. */
function erfcxTail(x: number): number {
  if (x <= 4) {
    let p = 2.15311535474403846e-8 * x + 0.564188496988670089;
    p = p * x + 8.88314979438837594;
    p = p * x + 66.1191906371416295;
    p = p * x + 298.635138197400131;
    p = p * x + 881.95222124176909;
    p = p * x + 1712.04761263407058;
    p = p * x + 2051.07837782607147;
    p = p * x + 1230.33935479799725;
    let q = x + 15.7449261107098347;
    q = q * x + 117.693950891312499;
    q = q * x + 537.181101862009858;
    q = q * x + 1621.38957456669019;
    q = q * x + 3290.79923573345963;
    q = q * x + 4362.61909014324716;
    q = q * x + 3439.36767414372164;
    q = q * x + 1230.33935480374942;
    return p / q;
  }
  const y = 1 / (x * x);
  let p = 0.0163153871373020978 * y + 0.305326634961232344;
  p = p * y + 0.360344899949804439;
  p = p * y + 0.125781726111229246;
  p = p * y + 0.0160837851487422766;
  p = p * y + 6.58749161529837803e-4;
  let q = y + 2.56852019228982242;
  q = q * y + 1.87295284992346725;
  q = q * y + 0.527905102951428412;
  q = q * y + 0.0605183413124413191;
  q = q * y + 0.00233520497626869185;
  return (ONE_OVER_SQRT_PI - (y * p) / q) / x;
}

/** Scaled complementary error function e^{x²} erfc(x). Overflows to Infinity below about -26.6. */
export function erfcx(x: number): number {
  if (x >= 0.46875) return erfcxTail(x);
  const y = x * x;
  if (x > -0.46875) return Math.exp(y) * (1 - x * erfOverX(y));
  return 2 * Math.exp(y) - erfcxTail(-x);
}

/** N(z), the standard normal distribution function. NaN for NaN. */
export function normalCdf(z: number): number {
  return normalCdfGiven(z, z > -0.66 && z < 0.66 ? 1 : gaussian(z));
}

/**
 * N(z) for a caller that already holds e^{-z²/2}: one exponential then serves the density and the
 * distribution. The second argument is not read for |z| < 0.66.
 */
export function normalCdfGiven(z: number, gaussianOfZ: number): number {
  const x = z * SQRT_HALF;
  if (x > -0.46875 && x < 0.46875) return 0.5 + 0.5 * x * erfOverX(x * x);
  if (x < 0) return 0.5 * gaussianOfZ * erfcxTail(-x);
  return 1 - 0.5 * gaussianOfZ * erfcxTail(x);
}

/** Standard normal density n(z). */
export function normalPdf(z: number): number {
  return ONE_OVER_SQRT_TWO_PI * gaussian(z);
}

/**
 * z with N(z) = p, to about 1e-15 relative (M. J. Wichura, algorithm AS 241, Applied Statistics 37, 1988).
 * @returns -Infinity at 0, Infinity at 1, NaN outside [0, 1]
 */
export function inverseNormalCdf(p: number): number {
  const q = p - 0.5;
  if (q >= -0.425 && q <= 0.425) {
    const r = 0.180625 - q * q;
    let a = 2509.0809287301226727 * r + 33430.575583588128105;
    a = a * r + 67265.770927008700853;
    a = a * r + 45921.953931549871457;
    a = a * r + 13731.693765509461125;
    a = a * r + 1971.5909503065514427;
    a = a * r + 133.14166789178437745;
    a = a * r + 3.387132872796366608;
    let b = 5226.495278852854561 * r + 28729.085735721942674;
    b = b * r + 39307.89580009271061;
    b = b * r + 21213.794301586595867;
    b = b * r + 5394.1960214247511077;
    b = b * r + 687.1870074920579083;
    b = b * r + 42.313330701600911252;
    return (q * a) / (b * r + 1);
  }
  const tail = q < 0 ? p : 1 - p;
  if (!(tail > 0)) return tail === 0 ? Math.sign(q) * Infinity : Number.NaN;
  const root = Math.sqrt(-Math.log(tail));
  const magnitude = root <= 5 ? quantileMiddle(root - 1.6) : quantileFar(root - 5);
  return q < 0 ? -magnitude : magnitude;
}

function quantileMiddle(r: number): number {
  let c = 7.7454501427834140764e-4 * r + 0.0227238449892691845833;
  c = c * r + 0.24178072517745061177;
  c = c * r + 1.27045825245236838258;
  c = c * r + 3.64784832476320460504;
  c = c * r + 5.7694972214606914055;
  c = c * r + 4.6303378461565452959;
  c = c * r + 1.42343711074968357734;
  let d = 1.05075007164441684324e-9 * r + 5.475938084995344946e-4;
  d = d * r + 0.0151986665636164571966;
  d = d * r + 0.14810397642748007459;
  d = d * r + 0.68976733498510000455;
  d = d * r + 1.6763848301838038494;
  d = d * r + 2.05319162663775882187;
  return c / (d * r + 1);
}

function quantileFar(r: number): number {
  let e = 2.01033439929228813265e-7 * r + 2.71155556874348757815e-5;
  e = e * r + 0.0012426609473880784386;
  e = e * r + 0.026532189526576123093;
  e = e * r + 0.29656057182850489123;
  e = e * r + 1.7848265399172913358;
  e = e * r + 5.4637849111641143699;
  e = e * r + 6.6579046435011037772;
  let f = 2.04426310338993978564e-15 * r + 1.4215117583164458887e-7;
  f = f * r + 1.8463183175100546818e-5;
  f = f * r + 7.868691311456132591e-4;
  f = f * r + 0.0148753612908506148525;
  f = f * r + 0.13692988092273580531;
  f = f * r + 0.59983220655588793769;
  return e / (f * r + 1);
}
