/**
 * How often a duration was how long, without keeping the durations: buckets 5 % wide from 10 µs to 100 s (as HdrHistogram,
 * but of one array), so that a percentile is at most 2.5 % off and recording allocates nothing.
 */
export interface Histogram {
  /** @param ms below zero, which only two clocks can make of a duration, counts as zero; NaN is not counted */
  record(ms: number): void;
  clear(): void;
  /** @param q in [0, 1] @returns ms; NaN when nothing was recorded */
  percentile(q: number): number;
  /** Counts in `bars` bands of equal ratio between two durations; what lies beyond is in the first and the last. */
  shape(fromMs: number, toMs: number, bars: number): number[];
  readonly count: number;
  /** ms, exact; NaN when nothing was recorded. */
  readonly mean: number;
  readonly max: number;
}

const LEAST_MS = 0.01;
const MOST_MS = 100_000;
const STEP = Math.log(1.05);
/** Bucket 0 holds what is below the least, the last what is above the most. */
const BUCKETS = Math.ceil(Math.log(MOST_MS / LEAST_MS) / STEP) + 2;

const bucketOf = (ms: number): number =>
  ms < LEAST_MS ? 0 : Math.min(1 + Math.floor(Math.log(ms / LEAST_MS) / STEP), BUCKETS - 1);

/** The geometric middle of a bucket. */
const middleOf = (bucket: number): number => (bucket === 0 ? 0 : LEAST_MS * Math.exp((bucket - 0.5) * STEP));

export function createHistogram(): Histogram {
  const counts = new Uint32Array(BUCKETS);
  let count = 0;
  let sum = 0;
  let least = Infinity;
  let most = Number.NEGATIVE_INFINITY;

  return {
    record(ms) {
      if (Number.isNaN(ms)) return;
      const value = Math.max(ms, 0);
      counts[bucketOf(value)]!++;
      count++;
      sum += value;
      least = Math.min(least, value);
      most = Math.max(most, value);
    },
    clear() {
      counts.fill(0);
      count = 0;
      sum = 0;
      least = Infinity;
      most = Number.NEGATIVE_INFINITY;
    },
    percentile(q) {
      if (count === 0) return Number.NaN;
      const rank = Math.max(1, Math.ceil(q * count));
      let seen = 0;
      let bucket = 0;
      while (bucket < BUCKETS - 1 && (seen += counts[bucket]!) < rank) bucket++;
      // A bucket's middle may lie beyond what was ever recorded.
      return Math.min(Math.max(middleOf(bucket), least), most);
    },
    shape(fromMs, toMs, bars) {
      const heights = new Array<number>(bars).fill(0);
      const width = Math.log(toMs / fromMs) / bars;
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        if (counts[bucket] === 0) continue;
        const bar = Math.floor(Math.log(Math.max(middleOf(bucket), fromMs) / fromMs) / width);
        heights[Math.min(bar, bars - 1)]! += counts[bucket]!;
      }
      return heights;
    },
    get count() {
      return count;
    },
    get mean() {
      return count === 0 ? Number.NaN : sum / count;
    },
    get max() {
      return count === 0 ? Number.NaN : most;
    },
  };
}
