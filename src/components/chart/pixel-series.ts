/**
 * A growing series as a chart so many pixels wide can show it. Points lie in buckets of one count, no more of them than twice
 * the pixels; of each bucket the lowest and the highest are kept, in the order they came. An append touches the last bucket
 * alone; when there are too many, each two become one. Extremes are never lost, and memory is bounded however long it grows.
 */
interface PixelSeries {
  /** @param x rises from point to point @returns whether anything drawn changed: a point within its pixel's extremes adds nothing */
  append(x: number, y: number): boolean;
  /** What to draw, valid until the next append: at most two points a bucket, `x` rising. */
  readonly drawn: readonly [x: Float64Array, y: Float64Array];
  /** Points appended so far. */
  readonly points: number;
}

/** @param width CSS pixels of the plot */
export function createPixelSeries(width: number): PixelSeries {
  const most = Math.max(4, Math.ceil(width)) * 2;
  // Lowest and highest of each bucket by value, with where they lie.
  const lowX = new Float64Array(most);
  const lowY = new Float64Array(most);
  const highX = new Float64Array(most);
  const highY = new Float64Array(most);
  const outX = new Float64Array(most * 2);
  const outY = new Float64Array(most * 2);
  let buckets = 0;
  let perBucket = 1;
  let inLast = 0;
  let points = 0;
  /** Where the last bucket's points begin in what is drawn, and where they end. */
  let lastAt = 0;
  let length = 0;

  function write(bucket: number): void {
    lastAt = length;
    const [x1, x2] = [lowX[bucket]!, highX[bucket]!];
    const isLowFirst = x1 <= x2;
    outX[length] = isLowFirst ? x1 : x2;
    outY[length++] = isLowFirst ? lowY[bucket]! : highY[bucket]!;
    if (x1 === x2) return;
    outX[length] = isLowFirst ? x2 : x1;
    outY[length++] = isLowFirst ? highY[bucket]! : lowY[bucket]!;
  }

  function widen(bucket: number, from: number): void {
    if (lowY[from]! < lowY[bucket]!) {
      lowY[bucket] = lowY[from]!;
      lowX[bucket] = lowX[from]!;
    }
    if (highY[from]! > highY[bucket]!) {
      highY[bucket] = highY[from]!;
      highX[bucket] = highX[from]!;
    }
  }

  function take(bucket: number, from: number): void {
    lowX[bucket] = lowX[from]!;
    lowY[bucket] = lowY[from]!;
    highX[bucket] = highX[from]!;
    highY[bucket] = highY[from]!;
  }

  /** Each two buckets become one of twice the points. */
  function halve(): void {
    const next = buckets / 2;
    length = 0;
    for (let i = 0; i < next; i++) {
      take(i, i * 2);
      widen(i, i * 2 + 1);
      write(i);
    }
    buckets = next;
    perBucket *= 2;
    inLast = perBucket;
  }

  return {
    append(x, y) {
      if (!Number.isFinite(x) || !Number.isFinite(y)) return false;
      points++;
      if (buckets === most && inLast === perBucket) halve();
      if (buckets === 0 || inLast === perBucket) {
        lowX[buckets] = x;
        lowY[buckets] = y;
        highX[buckets] = x;
        highY[buckets] = y;
        write(buckets++);
        inLast = 1;
        return true;
      }
      inLast++;
      const last = buckets - 1;
      if (y >= lowY[last]! && y <= highY[last]!) return false;
      if (y < lowY[last]!) {
        lowY[last] = y;
        lowX[last] = x;
      } else {
        highY[last] = y;
        highX[last] = x;
      }
      length = lastAt;
      write(last);
      return true;
    },
    get drawn() {
      return [outX.subarray(0, length), outY.subarray(0, length)] as const;
    },
    get points() {
      return points;
    },
  };
}
