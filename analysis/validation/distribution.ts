/** What the errors of many figures look like together. */

/** Errors from `from` up to `to`: their number. */
interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface Distribution {
  readonly count: number;
  /** mean of the errors with their signs */
  readonly bias: number;
  /** the other four are of sizes, signs left out */
  readonly meanAbsolute: number;
  readonly median: number;
  readonly p99: number;
  readonly largest: number;
  /** sizes by powers of ten (exact ones first), or errors with their signs in equal steps */
  readonly scale: "decades" | "linear";
  readonly bins: readonly Bin[];
}

/** The smallest of ascending values that at least `share` of them do not exceed (nearest rank). */
export function nearestRank(ascending: Float64Array, share: number): number {
  const rank = Math.ceil(share * ascending.length);
  return ascending[Math.max(1, rank) - 1] ?? Number.NaN;
}

/** Smaller relative errors than this are a double's last bit: one bin. */
const LEAST_DECADE = -17;

function decades(sizes: Float64Array): Bin[] {
  const exact = sizes.reduce((count, size) => count + (size === 0 ? 1 : 0), 0);
  const bins: Bin[] = [{ from: 0, to: 0, count: exact }];
  if (exact === sizes.length) return bins;
  const decadeOf = (size: number): number => Math.max(LEAST_DECADE, Math.floor(Math.log10(size)));
  const counts = new Map<number, number>();
  for (const size of sizes) if (size > 0) counts.set(decadeOf(size), (counts.get(decadeOf(size)) ?? 0) + 1);
  const last = Math.max(...counts.keys());
  for (let decade = Math.min(...counts.keys()); decade <= last; decade++) {
    const from = decade === LEAST_DECADE ? 0 : 10 ** decade;
    bins.push({ from, to: 10 ** (decade + 1), count: counts.get(decade) ?? 0 });
  }
  return bins;
}

/** Odd, so that one bin lies around no error at all. */
const LINEAR_BINS = 21;

/** Bins reach as far as 99 of 100 errors; what is beyond stands in the outermost. */
function linear(errors: Float64Array, p99: number): Bin[] {
  const width = (2 * p99) / LINEAR_BINS;
  // Not of the smallest doubles either: a step of theirs is no number.
  if (width === 0) return [{ from: 0, to: 0, count: errors.length }];
  const counts = new Array<number>(LINEAR_BINS).fill(0);
  for (const error of errors) {
    const at = Math.floor((error + p99) / width);
    counts[Math.min(LINEAR_BINS - 1, Math.max(0, at))]! += 1;
  }
  return counts.map((count, i) => ({ from: -p99 + i * width, to: -p99 + (i + 1) * width, count }));
}

/** @returns null without a single error */
export function distributionOf(errors: readonly number[], scale: Distribution["scale"]): Distribution | null {
  const count = errors.length;
  if (count === 0) return null;
  const sizes = Float64Array.from(errors, Math.abs).sort();
  const mean = (values: Iterable<number>): number => {
    let sum = 0;
    for (const value of values) sum += value;
    return sum / count;
  };
  const p99 = nearestRank(sizes, 0.99);
  return {
    count,
    bias: mean(errors),
    meanAbsolute: mean(sizes),
    median: nearestRank(sizes, 0.5),
    p99,
    largest: sizes[count - 1]!,
    scale,
    bins: scale === "decades" ? decades(sizes) : linear(Float64Array.from(errors), p99),
  };
}
