/** What the closes of a stretch of time say together: the highest, the lowest and their mean (quant.md §7). Pure. */

/** A known close. */
export interface RangeEnd {
  /** position in the column */
  readonly at: number;
  readonly iv: number;
}

export interface IvRange {
  /** the earliest of several as high; null where nothing is known */
  readonly high: RangeEnd | null;
  readonly low: RangeEnd | null;
  /** of the known ones, a fraction; NaN where nothing is known */
  readonly mean: number;
  /** known ones */
  readonly count: number;
}

/** @param closes fractions, oldest first; null not known @param from position of the first that counts @param to of the one after the last */
export function ivRange(closes: readonly (number | null)[], from = 0, to = closes.length): IvRange {
  let high: RangeEnd | null = null;
  let low: RangeEnd | null = null;
  let sum = 0;
  let count = 0;
  for (let at = Math.max(0, from); at < Math.min(to, closes.length); at++) {
    const iv = closes[at] ?? Number.NaN;
    if (Number.isNaN(iv)) continue;
    sum += iv;
    count++;
    if (high === null || iv > high.iv) high = { at, iv };
    if (low === null || iv < low.iv) low = { at, iv };
  }
  return { high, low, mean: count === 0 ? Number.NaN : sum / count, count };
}
