/** Textbook Black-Scholes in plain JavaScript, as one would write it first: what peers of the analyses compute with. */

export interface TextbookLeg {
  readonly type: "CE" | "PE";
  readonly strike: number;
  readonly iv: number;
  /** signed units */
  readonly quantity: number;
  readonly price: number;
}

/** Abramowitz and Stegun 26.2.17, which the packages on npm use: right to seven digits. */
function cdf(x: number): number {
  const k = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    0.3989422804014327 *
    Math.exp((-x * x) / 2) *
    k *
    (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}

export function value({ type, strike, iv }: TextbookLeg, forward: number, years: number): number {
  const v = iv * Math.sqrt(years);
  if (!(v > 0)) return Math.max(0, type === "CE" ? forward - strike : strike - forward);
  const d1 = Math.log(forward / strike) / v + v / 2;
  return type === "CE" ? forward * cdf(d1) - strike * cdf(d1 - v) : strike * cdf(v - d1) - forward * cdf(-d1);
}

export function greeks({ type, strike, iv, quantity }: TextbookLeg, forward: number, years: number) {
  const v = iv * Math.sqrt(years);
  const d1 = Math.log(forward / strike) / v + v / 2;
  const density = Math.exp((-d1 * d1) / 2) * 0.3989422804014327;
  return {
    delta: quantity * (type === "CE" ? cdf(d1) : cdf(d1) - 1),
    gamma: (quantity * density) / (forward * v),
    vega: (quantity * forward * density * Math.sqrt(years)) / 100,
    theta: (-quantity * forward * density * iv) / (2 * Math.sqrt(years) * 365),
  };
}
