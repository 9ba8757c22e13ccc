/** What several contracts cost together: sold is positive, bought negative (quant.md §9). Prices in rupees, unknown is NaN. */

/** A leg of a combined premium. */
export interface PremiumLeg {
  /** −1 bought, +1 sold: a net credit is positive */
  readonly sign: 1 | -1;
  /** its quantity over the greatest common divisor of all of them */
  readonly ratio: number;
}

/** Paise of paise are what binary fractions leave behind. */
const whole = (rupees: number): number => Math.round(rupees * 1e6) / 1e6;

/**
 * Σ sign × ratio × price, rupees.
 * @param price of a leg by its place, the last of the day
 * @returns NaN while a leg has not traded that day
 */
export function combinedPremium(legs: readonly PremiumLeg[], price: (leg: number) => number): number {
  let sum = 0;
  for (let i = 0; i < legs.length; i++) {
    const { sign, ratio } = legs[i]!;
    const own = price(i);
    if (!(own > 0)) return Number.NaN;
    sum += sign * ratio * own;
  }
  return whole(sum);
}

/** Greatest common divisor of whole numbers above 0. */
export function commonDivisor(quantities: readonly number[]): number {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  return quantities.reduce(gcd, 0);
}

/**
 * Average of a premium since the open, weighted by what was traded in its legs: Σ premium × volume ÷ Σ volume. Of each session anew.
 * @returns takes a minute, its premium in rupees and the units traded in it, and answers the average so far: NaN until something was
 * traded, and in a minute whose premium is not known
 */
export function premiumAverage(): (premium: number, volume: number) => number {
  let value = 0;
  let traded = 0;
  return (premium, volume) => {
    if (Number.isNaN(premium)) return Number.NaN;
    if (volume > 0) {
      value += premium * volume;
      traded += volume;
    }
    return traded > 0 ? whole(value / traded) : Number.NaN;
  };
}

/** The middle of what others were at the same moment. */
export interface MiddleHalf {
  /** how many were known */
  readonly count: number;
  /** a quarter is below it */
  readonly low: number;
  readonly median: number;
  /** a quarter is above it */
  readonly high: number;
}

/** Fewer say nothing of what is usual. */
export const FEWEST_COMPARED = 3;

/** Quartiles, between two figures on the straight line (R. Hyndman and Y. Fan, 1996, definition 7); NaN of fewer than three that are known. */
export function middleHalf(values: readonly number[]): MiddleHalf {
  const known = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const count = known.length;
  if (count < FEWEST_COMPARED) {
    return { count, low: Number.NaN, median: Number.NaN, high: Number.NaN };
  }
  const at = (share: number): number => {
    const place = share * (count - 1);
    const below = Math.floor(place);
    const lower = known[below]!;
    return lower + (place - below) * ((known[below + 1] ?? lower) - lower);
  };
  return { count, low: at(0.25), median: at(0.5), high: at(0.75) };
}
