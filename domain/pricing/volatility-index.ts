/**
 * A volatility index in the style of India VIX (quant.md §7): the variance of an expiry replicated from its
 * out-of-the-money quotes (Cboe, "Volatility Index Methodology"), forwards from futures, missing quotes by a natural cubic
 * spline (NSE, "India VIX: computation methodology").
 */

const THIRTY_DAYS = 30 / 365;
/** Fewer out-of-the-money quotes than this do not make a strip. */
const LEAST_QUOTES = 4;

/** What the quotes of one expiry say: annual variance, NaN unknown, and years to it. */
export interface VolatilityTerm {
  readonly variance: number;
  readonly years: number;
}

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
  const quotes = new Float64Array(strikes.length);
  let first = -1;
  let last = -1;
  let count = 0;
  for (let i = 0; i < quotes.length; i++) {
    const quote = i < middle ? putMid[i]! : i > middle ? callMid[i]! : 0.5 * (callMid[i]! + putMid[i]!);
    quotes[i] = quote > 0 ? quote : Number.NaN;
    if (!(quote > 0)) continue;
    if (first < 0) first = i;
    last = i;
    count++;
  }
  if (count < LEAST_QUOTES || middle < first || middle > last) return Number.NaN;
  fillBySpline(strikes, quotes);
  let sum = 0;
  for (let i = first; i <= last; i++) {
    const strike = strikes[i]!;
    const below = strikes[Math.max(first, i - 1)]!;
    const above = strikes[Math.min(last, i + 1)]!;
    const width = i === first || i === last ? above - below : 0.5 * (above - below);
    sum += (width / (strike * strike)) * quotes[i]!;
  }
  const excess = forward / strikes[middle]! - 1;
  return (2 * Math.exp(rate * years) * sum - excess * excess) / years;
}

/**
 * The index in per cent a year: total variance of the near and next expiry, linear in time, at 30 days. Where only one of
 * them is quoted, or listed, its own volatility.
 * @param next null where there is none
 * @returns NaN when neither is known
 */
export function volatilityIndex(near: VolatilityTerm, next: VolatilityTerm | null): number {
  const total = totalAtThirtyDays(near, next);
  return total > 0 && Number.isFinite(total) ? 100 * Math.sqrt(total / THIRTY_DAYS) : Number.NaN;
}

function totalAtThirtyDays(near: VolatilityTerm, next: VolatilityTerm | null): number {
  const isNextKnown = next !== null && Number.isFinite(next.variance) && next.years !== near.years;
  if (!isNextKnown) return near.variance * THIRTY_DAYS;
  if (!Number.isFinite(near.variance)) return next.variance * THIRTY_DAYS;
  const weight = (next.years - THIRTY_DAYS) / (next.years - near.years);
  return near.variance * near.years * weight + next.variance * next.years * (1 - weight);
}

/**
 * Replaces NaN between known points by a natural cubic spline through them (second derivative 0 at both ends), in place
 * and never below 0; outside them, and with fewer than three, it stays.
 */
export function fillBySpline(x: ArrayLike<number>, y: Float64Array): void {
  const known: number[] = [];
  for (let i = 0; i < y.length; i++) if (Number.isFinite(y[i])) known.push(i);
  const n = known.length;
  if (n < 3 || known[n - 1]! - known[0]! === n - 1) return;
  const curvature = new Float64Array(n);
  const carried = new Float64Array(n);
  for (let i = 1; i < n - 1; i++) {
    const [a, b, c] = [known[i - 1]!, known[i]!, known[i + 1]!];
    const share = (x[b]! - x[a]!) / (x[c]! - x[a]!);
    const pivot = share * curvature[i - 1]! + 2;
    const bend = (y[c]! - y[b]!) / (x[c]! - x[b]!) - (y[b]! - y[a]!) / (x[b]! - x[a]!);
    curvature[i] = (share - 1) / pivot;
    carried[i] = ((6 * bend) / (x[c]! - x[a]!) - share * carried[i - 1]!) / pivot;
  }
  curvature[n - 1] = 0;
  for (let i = n - 2; i >= 0; i--) curvature[i] = curvature[i]! * curvature[i + 1]! + carried[i]!;
  for (let k = 0; k + 1 < n; k++) {
    const [left, right] = [known[k]!, known[k + 1]!];
    const width = x[right]! - x[left]!;
    for (let i = left + 1; i < right; i++) {
      const a = (x[right]! - x[i]!) / width;
      const b = 1 - a;
      const bend = (a * a * a - a) * curvature[k]! + (b * b * b - b) * curvature[k + 1]!;
      y[i] = Math.max(0, a * y[left]! + b * y[right]! + (bend * width * width) / 6);
    }
  }
}
