import { BUCKETS } from "./day-plan.ts";
import { KIND, type MarketState } from "./state.ts";

/**
 * Book changes a second, beside trades, of the most watched contract; and the lots a day that make it one.
 */
const WATCHED_CHANGES = 0.9;
const WATCHED_LOTS = 2500;

/** Events a second of a row's book at rhythm 1, its trades among them. */
export function eventRate(state: MarketState, row: number): number {
  const watched = -Math.expm1(-state.dayLots[row]! / WATCHED_LOTS);
  return 1.4 * state.rate[row]! + WATCHED_CHANGES * watched;
}

/** Rows drawn in proportion to the events of their books: a chain (or all that is not an option) first, then a row of it. */
export interface Activity {
  /** Events a second of a bucket at rhythm 1. */
  total(bucket: number): number;
  /** A row of the bucket for a uniform draw; -1 when the bucket is idle. */
  pick(bucket: number, u: number): number;
  /** Takes over new paces of a chain's rows. */
  refresh(chain: number): void;
}

interface Segment {
  readonly bucket: number;
  readonly rows: Int32Array;
  readonly cumulative: Float64Array;
}

/** First position whose sum exceeds x. */
function search(cumulative: Float64Array, count: number, x: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle]! > x) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function createActivity(state: MarketState): Activity {
  const segments: Segment[] = state.chains.map((chain) => {
    const rows = Int32Array.from([...chain.callIndex, ...chain.putIndex].filter((row) => row >= 0));
    return { bucket: state.bucket[rows[0]!]!, rows, cumulative: new Float64Array(rows.length) };
  });
  for (let bucket = 0; bucket < BUCKETS.length; bucket++) {
    const rows: number[] = [];
    for (let row = 0; row < state.rows; row++) {
      const isLinear = state.kind[row] === KIND.SHARE || state.kind[row] === KIND.FUTURE;
      if (isLinear && state.bucket[row] === bucket) rows.push(row);
    }
    if (rows.length > 0) {
      segments.push({ bucket, rows: Int32Array.from(rows), cumulative: new Float64Array(rows.length) });
    }
  }
  const sum = (segment: Segment): number => {
    let total = 0;
    for (let i = 0; i < segment.rows.length; i++) {
      total += eventRate(state, segment.rows[i]!);
      segment.cumulative[i] = total;
    }
    return total;
  };
  /** by bucket: its segments and the running sums of their paces */
  const members = BUCKETS.map((_, bucket) => segments.filter((segment) => segment.bucket === bucket));
  const sums = members.map((list) => new Float64Array(list.length));
  const rebuild = (bucket: number): void => {
    let total = 0;
    members[bucket]!.forEach((segment, i) => {
      total += segment.cumulative[segment.rows.length - 1]!;
      sums[bucket]![i] = total;
    });
  };
  for (const segment of segments) sum(segment);
  for (let bucket = 0; bucket < BUCKETS.length; bucket++) rebuild(bucket);
  const total = (bucket: number): number => sums[bucket]![sums[bucket]!.length - 1] ?? 0;

  return {
    total,
    pick(bucket, u) {
      const list = members[bucket]!;
      const all = total(bucket);
      if (!(all > 0)) return -1;
      const s = search(sums[bucket]!, list.length, u * all);
      const segment = list[s]!;
      const before = s > 0 ? sums[bucket]![s - 1]! : 0;
      return segment.rows[search(segment.cumulative, segment.rows.length, u * all - before)]!;
    },
    refresh(chain) {
      const segment = segments[chain]!;
      sum(segment);
      rebuild(segment.bucket);
    },
  };
}
