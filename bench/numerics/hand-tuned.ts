/**
 * The best JavaScript we know for an expiry: the WebAssembly kernel's method on plain numbers. One exponential serves a
 * price and its slope, one a delta and a density; a volatility starts from its neighbour's.
 */

import type { GreekColumns } from "#domain/pricing/kernel-port.ts";
import { normalisedImpliedVolatility } from "#domain/pricing/normalised-implied-volatility.ts";
import type { Batch } from "./chains.ts";

const SQRT_HALF = Math.SQRT1_2;
const PER_ROOT_TWO_PI = 0.3989422804014327;
const SQRT_HALF_PI = 1.2533141373155003;

/** e^{x²} erfc(x) for x >= 0: the rational functions of wasm/assembly/kernel-normal.ts. */
function erfcx(x: number): number {
  if (x > 6) {
    const y = 1 / (x * x);
    const p =
      (((8.500003420641612 * y + 49.455747934263634) * y + 39.358487141389496) * y + 8.90101089075896) * y +
      0.5641895835477563;
    const q =
      (((39.11012427605925 * y + 115.90026637499052) * y + 77.14941761479574) * y + 16.27663103027757) * y +
      1;
    return p / (q * x);
  }
  let p = 0.00012732681443544785 * x + 0.0023431721383104986;
  p = p * x + 0.020567445827725524;
  p = p * x + 0.11150333164685146;
  p = p * x + 0.4069289564604707;
  p = p * x + 1.0244344385917366;
  p = p * x + 1.7475377068245899;
  p = p * x + 1.8718552557230788;
  p = p * x + 1;
  let q = 0.00022568089832723022 * x + 0.004153164734376059;
  q = q * x + 0.03656768171235213;
  q = q * x + 0.1997112253538196;
  q = q * x + 0.7393756267419145;
  q = q * x + 1.9125210275848328;
  q = q * x + 3.4399758794468127;
  q = q * x + 4.132939725935783;
  q = q * x + 3.000234422818594;
  q = q * x + 1;
  return p / q;
}

/** With r = 0. */
export function greeks(batch: Batch, sigma: Float64Array, out: GreekColumns): void {
  const { forward, years, strike } = batch;
  const root = Math.sqrt(years);
  for (let i = 0; i < strike.length; i++) {
    const v = sigma[i]! * root;
    const d1 = Math.log(forward / strike[i]!) / v + 0.5 * v;
    const bell = Math.exp(-0.5 * d1 * d1);
    const tail = 0.5 * bell * erfcx(Math.abs(d1) * SQRT_HALF);
    const slope = forward * PER_ROOT_TWO_PI * bell;
    const theta = (slope * sigma[i]!) / (-730 * root);
    out.callDelta[i] = d1 < 0 ? tail : 1 - tail;
    out.putDelta[i] = d1 < 0 ? tail - 1 : -tail;
    out.gamma[i] = (PER_ROOT_TWO_PI * bell) / (forward * v);
    out.vega[i] = slope * root * 0.01;
    out.callTheta[i] = theta;
    out.putTheta[i] = theta;
  }
}

/** b(x, s), with h = x/s, t = s/2, bell = e^{-(h²+t²)/2} and bound = e^{x/2}. */
function black(h: number, t: number, bell: number, bound: number): number {
  if (t < 0.35 && h * t > -1.2) {
    const w = t * t;
    let even = SQRT_HALF_PI * erfcx(-SQRT_HALF * h);
    let odd = 1 + h * even;
    let sum = odd;
    let power = 1;
    for (let n = 1; n < 19; n += 2) {
      even = n * even + h * odd;
      odd = (n + 1) * odd + h * even;
      power *= w / ((n + 1) * (n + 2));
      const term = power * odd;
      sum += term;
      if (!(term > 1e-17 * sum)) break;
    }
    return 2 * PER_ROOT_TWO_PI * bell * t * sum;
  }
  const upper = h + t;
  const tail = erfcx(SQRT_HALF * Math.abs(upper));
  const lower = erfcx(SQRT_HALF * (t - h));
  return upper > 0 ? bound - 0.5 * bell * (tail + lower) : 0.5 * bell * (tail - lower);
}

/** Two steps of third order from a neighbour's s, or NaN when it was too far. */
function refineNear(beta: number, x: number, bound: number, near: number): number {
  const isLow = -x > 0.8 * near;
  const logBeta = isLow ? Math.log(beta) : 0;
  let s = near;
  let trust = 0.05;
  for (let step = 0; step < 2; step++) {
    const inverse = 1 / s;
    const h = x * inverse;
    const t = 0.5 * s;
    const bell = Math.exp(-0.5 * (h * h + t * t));
    const b = black(h, t, bell, bound);
    const slope = PER_ROOT_TWO_PI * bell;
    const turn = h * inverse;
    const curvature = h * turn - 0.25 * s;
    let newton = (beta - b) / slope;
    let halley = curvature;
    let third = curvature * curvature - 3 * turn * turn - 0.25;
    if (isLow) {
      const logB = Math.log(b);
      const part = 1 / logB;
      const rate = slope / b;
      newton = ((logBeta - logB) * logB) / (logBeta * rate);
      third += 2 * rate * rate * (1 + 3 * part * (1 + part)) - 3 * curvature * rate * (1 + 2 * part);
      halley -= rate * (1 + 2 * part);
    }
    const factor = (1 + 0.5 * halley * newton) / (1 + newton * (halley + third * newton * (1 / 6)));
    const change = newton * (factor > 0 ? factor : 1);
    if (!(Math.abs(change) < trust * s)) return Number.NaN;
    s += change;
    if (Math.abs(change) < 4e-4 * s) return s;
    trust = 1e-5;
  }
  return Number.NaN;
}

export function impliedVolatility(batch: Batch, out: Float64Array): void {
  const { forward, years, strike, price } = batch;
  const perRoot = 1 / Math.sqrt(years);
  let near = Number.NaN;
  let change = 0;
  for (let i = 0; i < strike.length; i++) {
    const k = strike[i]!;
    const middle = Math.sqrt(forward * k);
    const beta = price[i]! / middle;
    const x = -Math.abs(Math.log(forward / k));
    let s = refineNear(beta, x, Math.min(forward, k) / middle, near + change);
    if (!(s > 0)) s = normalisedImpliedVolatility(beta, x);
    out[i] = s * perRoot;
    change = i === 0 ? 0 : s - near;
    near = s;
  }
}
