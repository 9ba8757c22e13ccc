/**
 * The implied volatility index of the simulated market: Cboe's variance formula (Cboe Volatility Index mathematics
 * methodology, "VIX calculation step by step") on NIFTY's out-of-the-money mids, two expiries around thirty calendar
 * days, forwards from futures, r = 0; missing quotes by a natural cubic spline (NSE, "India VIX computation
 * methodology").
 */
export interface VolatilityTerm {
  readonly years: number;
  readonly forward: number;
  /** Ascending, rupees. */
  readonly strikes: Float64Array;
  /** Mid of the out-of-the-money side (their average at the first strike below the forward); NaN without one. */
  readonly mid: Float64Array;
}

const THIRTY_DAYS = 30 / 365;

/** Replaces NaN between known points by a natural cubic spline through them, in place; outside them it stays. */
export function fillBySpline(x: Float64Array, y: Float64Array): void {
  const known: number[] = [];
  for (let i = 0; i < y.length; i++) if (Number.isFinite(y[i])) known.push(i);
  const n = known.length;
  if (n < 3) return;
  // Second derivatives at the knots, by the tridiagonal algorithm; zero at both ends.
  const second = new Float64Array(n);
  const upper = new Float64Array(n);
  for (let i = 1; i < n - 1; i++) {
    const [a, b, c] = [known[i - 1]!, known[i]!, known[i + 1]!];
    const share = (x[b]! - x[a]!) / (x[c]! - x[a]!);
    const pivot = share * second[i - 1]! + 2;
    second[i] = (share - 1) / pivot;
    const bend = (y[c]! - y[b]!) / (x[c]! - x[b]!) - (y[b]! - y[a]!) / (x[b]! - x[a]!);
    upper[i] = ((6 * bend) / (x[c]! - x[a]!) - share * upper[i - 1]!) / pivot;
  }
  second[n - 1] = 0;
  for (let i = n - 2; i >= 0; i--) second[i] = second[i]! * second[i + 1]! + upper[i]!;
  for (let k = 0; k + 1 < n; k++) {
    const [a, b] = [known[k]!, known[k + 1]!];
    const width = x[b]! - x[a]!;
    for (let i = a + 1; i < b; i++) {
      const p = (x[b]! - x[i]!) / width;
      const q = 1 - p;
      y[i] = Math.max(
        0,
        p * y[a]! +
          q * y[b]! +
          (((p ** 3 - p) * second[k]! + (q ** 3 - q) * second[k + 1]!) * width * width) / 6,
      );
    }
  }
}

/** Annualised variance of one expiry; NaN with fewer than three quoted strikes. */
export function termVariance(term: VolatilityTerm): number {
  const { strikes, forward, years } = term;
  const mid = Float64Array.from(term.mid);
  fillBySpline(strikes, mid);
  let below = -1;
  let used = 0;
  let sum = 0;
  for (let i = 0; i < strikes.length; i++) {
    if (strikes[i]! <= forward) below = i;
    const price = mid[i]!;
    if (!Number.isFinite(price)) continue;
    const low = strikes[Math.max(0, i - 1)]!;
    const high = strikes[Math.min(strikes.length - 1, i + 1)]!;
    const width = i === 0 || i === strikes.length - 1 ? high - low : (high - low) / 2;
    sum += (width / strikes[i]! ** 2) * price;
    used += 1;
  }
  if (used < 3 || below < 0 || !(years > 0)) return Number.NaN;
  return (2 * sum - (forward / strikes[below]! - 1) ** 2) / years;
}

/**
 * Thirty-day index level in vol points from the expiries around thirty days (or the only one); NaN when neither is
 * quoted.
 */
export function volatilityIndex(near: VolatilityTerm, next: VolatilityTerm | null): number {
  const v1 = termVariance(near);
  const v2 = next === null ? Number.NaN : termVariance(next);
  let variance: number;
  if (next === null || !Number.isFinite(v2) || next.years <= near.years) variance = v1;
  else if (!Number.isFinite(v1)) variance = v2;
  else {
    const w1 = (near.years * v1 * (next.years - THIRTY_DAYS)) / (next.years - near.years);
    const w2 = (next.years * v2 * (THIRTY_DAYS - near.years)) / (next.years - near.years);
    variance = (w1 + w2) / THIRTY_DAYS;
  }
  return variance > 0 ? 100 * Math.sqrt(variance) : Number.NaN;
}
