/** Averages that remember one figure: exponential, and Wilder's. Both begin as the plain mean of the first values. */

/** How an average smooths: `length` values seed it, and from then on each weighs `weight`, 0 to 1. */
export interface Smoothing {
  readonly length: number;
  readonly weight: number;
}

/** Exponential: the newest of n weighs 2 / (n + 1). */
export const exponential = (length: number): Smoothing => ({ length, weight: 2 / (length + 1) });

/** Wilder's: the newest of n weighs 1 / n. */
export const wilder = (length: number): Smoothing => ({ length, weight: 1 / length });

export interface Smoothed {
  /** Values taken in, up to the length of the seed. */
  readonly count: number;
  /** Mean of what was taken in, before the seed is whole. */
  readonly value: number;
}

export const NOTHING_SMOOTHED: Smoothed = { count: 0, value: 0 };

/** The average after one value more. */
export function smooth({ length, weight }: Smoothing, before: Smoothed, value: number): Smoothed {
  const difference = value - before.value;
  if (before.count >= length) return { count: length, value: before.value + difference * weight };
  const count = before.count + 1;
  return { count, value: before.value + difference / count };
}

/** The average; NaN until its seed is whole. */
export const known = ({ length }: Smoothing, { count, value }: Smoothed): number =>
  count < length ? Number.NaN : value;
