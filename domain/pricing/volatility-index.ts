/**
 * A volatility index in the style of India VIX: the variance of an expiry replicated from its out-of-the-money
 * quotes (Cboe, "Volatility Index Methodology"; NSE, "India VIX: computation methodology", whose natural cubic
 * spline fills missing quotes).
 */

const THIRTY_DAYS = 30 / 365;
/** Fewer out-of-the-money quotes than this do not make a strip. */
const LEAST_QUOTES = 4;

/**
 * Annual variance of one expiry from the middles of its out-of-the-money quotes.
 * @param strikes rupees, ascending; @param callMid, putMid rupees, NaN where there is no two-sided quote
 * @param forward the future's price; @param years to expiry
 * @returns NaN without four quotes, a strike at or below the forward, or time
 */
export function replicatedVariance(
  strikes: ArrayLike<number>,
  callMid: ArrayLike<number>,
  putMid: ArrayLike<number>,
  forward: number,
  years: number,
  rate: number,
): number {
  let middle = -1;
  for (let i = 0; i < strikes.length && strikes[i]! <= forward; i++) middle = i;
  if (middle < 0 || !(years > 0)) return Number.NaN;
  const quotes = Array.from({ length: strikes.length }, (_, i) =>
    i < middle ? putMid[i]! : i > middle ? callMid[i]! : 0.5 * (callMid[i]! + putMid[i]!),
  );
  const known = quotes.flatMap((quote, i) => (quote > 0 ? [i] : []));
  if (known.length < LEAST_QUOTES) return Number.NaN;
  const first = known[0]!;
  const last = known[known.length - 1]!;
  if (middle < first || middle > last) return Number.NaN;
  const spline = naturalSpline(
    known.map((i) => strikes[i]!),
    known.map((i) => quotes[i]!),
  );
  let sum = 0;
  for (let i = first; i <= last; i++) {
    const strike = strikes[i]!;
    const quote = quotes[i]! > 0 ? quotes[i]! : Math.max(0, spline(strike));
    const below = strikes[Math.max(first, i - 1)]!;
    const above = strikes[Math.min(last, i + 1)]!;
    const width = i === first || i === last ? above - below : 0.5 * (above - below);
    sum += (width / (strike * strike)) * quote;
  }
  const excess = forward / strikes[middle]! - 1;
  return (2 * Math.exp(rate * years) * sum - excess * excess) / years;
}

/**
 * The index in per cent a year: total variance of the near and next expiry, linear in time, at 30 days.
 * @param near, next annual variance of each expiry (`replicatedVariance`) and years to it
 * @returns NaN when either is unknown or they expire together
 */
export function volatilityIndex(
  near: { variance: number; years: number },
  next: { variance: number; years: number },
): number {
  const weight = (next.years - THIRTY_DAYS) / (next.years - near.years);
  const total = near.variance * near.years * weight + next.variance * next.years * (1 - weight);
  return total > 0 && Number.isFinite(total) ? 100 * Math.sqrt(total / THIRTY_DAYS) : Number.NaN;
}

/** Natural cubic spline through ascending knots (second derivative 0 at both ends). */
function naturalSpline(xs: readonly number[], ys: readonly number[]): (x: number) => number {
  const n = xs.length;
  const curvature = new Float64Array(n);
  const carried = new Float64Array(n);
  for (let i = 1; i < n - 1; i++) {
    const left = xs[i]! - xs[i - 1]!;
    const both = xs[i + 1]! - xs[i - 1]!;
    const share = left / both;
    const pivot = share * curvature[i - 1]! + 2;
    const bend = (ys[i + 1]! - ys[i]!) / (xs[i + 1]! - xs[i]!) - (ys[i]! - ys[i - 1]!) / left;
    curvature[i] = (share - 1) / pivot;
    carried[i] = ((6 * bend) / both - share * carried[i - 1]!) / pivot;
  }
  curvature[n - 1] = 0;
  for (let i = n - 2; i >= 0; i--) curvature[i] = curvature[i]! * curvature[i + 1]! + carried[i]!;
  return (x) => {
    let right = 1;
    while (right < n - 1 && xs[right]! < x) right++;
    const width = xs[right]! - xs[right - 1]!;
    const a = (xs[right]! - x) / width;
    const b = 1 - a;
    const bend = (a * a * a - a) * curvature[right - 1]! + (b * b * b - b) * curvature[right]!;
    return a * ys[right - 1]! + b * ys[right]! + (bend * width * width) / 6;
  };
}
