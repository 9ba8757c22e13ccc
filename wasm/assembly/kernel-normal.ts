/**
 * The standard normal distribution: the twin of `domain/pricing/normal.ts`, which explains it (Cody's rational
 * functions, and e^{-z²/2} with the rounding error of z² carried along).
 */

export const ONE_OVER_SQRT_TWO_PI: f64 = 0.3989422804014327;
export const SQRT_HALF: f64 = 0.7071067811865476;
const ONE_OVER_SQRT_PI: f64 = 0.5641895835477563;
const GAUSSIAN_UNDERFLOW: f64 = 38.6;
const SPLIT: f64 = 134217729;

/** e^{-z²/2}; 0 where it underflows; NaN for NaN. */
export function gaussian(z: f64): f64 {
  if (z > GAUSSIAN_UNDERFLOW || z < -GAUSSIAN_UNDERFLOW) return 0;
  const square = z * z;
  const scaled = SPLIT * z;
  const high = scaled - (scaled - z);
  const low = z - high;
  const lost = high * high - square + 2 * high * low + low * low;
  return Math.exp(-0.5 * square) * (1 - 0.5 * lost);
}

/** erf(x)/x for |x| <= 0.46875, from y = x². */
export function erfOverX(y: f64): f64 {
  const p =
    (((0.18577770618460315 * y + 3.1611237438705655) * y + 113.86415415105016) * y + 377.485237685302) * y +
    3209.3775891384694;
  const q =
    (((y + 23.601290952344122) * y + 244.02463793444417) * y + 1282.6165260773723) * y + 2844.236833439171;
  return p / q;
}

/** e^{x²} erfc(x) for x >= 0.46875. */
export function erfcxTail(x: f64): f64 {
  if (x <= 4) {
    let p = 2.1531153547440383e-8 * x + 0.5641884969886701;
    p = p * x + 8.883149794388377;
    p = p * x + 66.11919063714163;
    p = p * x + 298.6351381974001;
    p = p * x + 881.952221241769;
    p = p * x + 1712.0476126340707;
    p = p * x + 2051.0783778260716;
    p = p * x + 1230.3393547979972;
    let q = x + 15.744926110709835;
    q = q * x + 117.6939508913125;
    q = q * x + 537.1811018620099;
    q = q * x + 1621.3895745666903;
    q = q * x + 3290.7992357334597;
    q = q * x + 4362.619090143247;
    q = q * x + 3439.3676741437216;
    q = q * x + 1230.3393548037495;
    return p / q;
  }
  const y = 1 / (x * x);
  let p = 0.016315387137302097 * y + 0.30532663496123236;
  p = p * y + 0.36034489994980445;
  p = p * y + 0.12578172611122926;
  p = p * y + 0.016083785148742275;
  p = p * y + 0.0006587491615298378;
  let q = y + 2.568520192289822;
  q = q * y + 1.8729528499234673;
  q = q * y + 0.5279051029514285;
  q = q * y + 0.06051834131244132;
  q = q * y + 0.0023352049762686918;
  return (ONE_OVER_SQRT_PI - (y * p) / q) / x;
}

/** e^{x²} erfc(x). */
export function erfcx(x: f64): f64 {
  if (x >= 0.46875) return erfcxTail(x);
  const y = x * x;
  if (x > -0.46875) return Math.exp(y) * (1 - x * erfOverX(y));
  return 2 * Math.exp(y) - erfcxTail(-x);
}

/** N(z) for z <= 0, given e^{-z²/2}. */
export function lowerTail(z: f64, gaussianOfZ: f64): f64 {
  const x = z * -SQRT_HALF;
  return x < 0.46875 ? 0.5 - 0.5 * x * erfOverX(x * x) : 0.5 * gaussianOfZ * erfcxTail(x);
}

/** z with N(z) = p. */
export function inverseNormalCdf(p: f64): f64 {
  const q = p - 0.5;
  if (q >= -0.425 && q <= 0.425) {
    const r = 0.180625 - q * q;
    let a = 2509.0809287301227 * r + 33430.57558358813;
    a = a * r + 67265.7709270087;
    a = a * r + 45921.95393154987;
    a = a * r + 13731.69376550946;
    a = a * r + 1971.5909503065513;
    a = a * r + 133.14166789178438;
    a = a * r + 3.3871328727963665;
    let b = 5226.495278852854 * r + 28729.085735721943;
    b = b * r + 39307.89580009271;
    b = b * r + 21213.794301586597;
    b = b * r + 5394.196021424751;
    b = b * r + 687.1870074920579;
    b = b * r + 42.31333070160091;
    return (q * a) / (b * r + 1);
  }
  const tail = q < 0 ? p : 1 - p;
  if (!(tail > 0)) return tail == 0 ? (q < 0 ? -Infinity : Infinity) : NaN;
  const root = Math.sqrt(-Math.log(tail));
  const magnitude = root <= 5 ? quantileMiddle(root - 1.6) : quantileFar(root - 5);
  return q < 0 ? -magnitude : magnitude;
}

function quantileMiddle(r: f64): f64 {
  let c = 0.0007745450142783414 * r + 0.022723844989269184;
  c = c * r + 0.2417807251774506;
  c = c * r + 1.2704582524523684;
  c = c * r + 3.6478483247632045;
  c = c * r + 5.769497221460691;
  c = c * r + 4.630337846156546;
  c = c * r + 1.4234371107496835;
  let d = 1.0507500716444169e-9 * r + 0.0005475938084995345;
  d = d * r + 0.015198666563616457;
  d = d * r + 0.14810397642748008;
  d = d * r + 0.6897673349851;
  d = d * r + 1.6763848301838038;
  d = d * r + 2.053191626637759;
  return c / (d * r + 1);
}

function quantileFar(r: f64): f64 {
  let e = 2.0103343992922881e-7 * r + 0.000027115555687434876;
  e = e * r + 0.0012426609473880784;
  e = e * r + 0.026532189526576124;
  e = e * r + 0.29656057182850487;
  e = e * r + 1.7848265399172913;
  e = e * r + 5.463784911164114;
  e = e * r + 6.657904643501103;
  let f = 2.0442631033899397e-15 * r + 1.421511758316446e-7;
  f = f * r + 0.000018463183175100548;
  f = f * r + 0.0007868691311456133;
  f = f * r + 0.014875361290850615;
  f = f * r + 0.1369298809227358;
  f = f * r + 0.599832206555888;
  return e / (f * r + 1);
}
