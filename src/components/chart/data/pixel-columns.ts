/**
 * Several growing series over one x as a chart so many pixels wide can show them. Points lie in buckets of one count, shared by all
 * series and no more of them than twice the pixels; of each bucket every series keeps its lowest and its highest, in the order they
 * came, and whether it was unknown there. An append touches the last bucket alone, and extremes and gaps are never lost.
 */

/** null is a gap; undefined says nothing: a line goes on past it. */
type Drawn = (number | null | undefined)[];
export type Column = ArrayLike<number | null>;

export interface PixelColumns {
  /** These figures of the columns, each a point at its place there. */
  append(from: number, until: number, columns: readonly Column[]): void;
  /** A point of which nothing is known. */
  appendGap(x: number): void;
  /** What to draw, x first, valid until the next append: one row of a single point, else two a bucket, five where a line breaks in it. */
  readonly drawn: readonly [x: number[], ...columns: Drawn[]];
}

/** What of a series is unknown in a bucket. */
const STARTS_UNKNOWN = 1;
const ENDS_UNKNOWN = 2;
const IS_BROKEN = 4;
const IS_KNOWN = 8;
const NOTHING: Column = [null];
/** Two figures, and a place before, between and after them. */
const MIXED_ROWS = 5;

/** Buckets that a chart has room for. @param width CSS pixels of the plot */
export const mostBuckets = (width: number): number => Math.max(4, Math.ceil(width)) * 2;

/** Points of a bucket, a power of two, so that so many buckets at most hold so many points. */
export function pointsPerBucket(points: number, most: number): number {
  let each = 1;
  while (each * most < points) each *= 2;
  return each;
}

/** Views beside one another that are kept, where there is more than is in view: one is moved among them without a look at its bars. */
const VIEWS = 3;

export const keptViews = (bars: number, inView: number): number =>
  Math.min(VIEWS, Math.max(1, Math.ceil(bars / Math.max(1, inView))));

/** @param most buckets that there are; @param count of series; @param each points of a bucket */
export function createPixelColumns(most: number, count: number, each: number): PixelColumns {
  const firstX = new Float64Array(most);
  const lastX = new Float64Array(most);
  // By bucket and series.
  const low = new Float64Array(most * count);
  const high = new Float64Array(most * count);
  const lowX = new Float64Array(most * count);
  const highX = new Float64Array(most * count);
  const flags = new Uint8Array(most * count);
  const x: number[] = [];
  const columns: Drawn[] = Array.from({ length: count }, () => []);
  const drawn = [x, ...columns] as const;
  let buckets = 0;
  let inLast = 0;
  /** Rows before those of the last bucket, and whether those are of all its points. */
  let rowsBefore = 0;
  let isWritten = true;

  const cut = (rows: number): void => {
    for (const column of drawn) column.length = rows;
  };

  function settle(): void {
    if (isWritten) return;
    cut(rowsBefore);
    write(buckets - 1);
    isWritten = true;
  }

  /** Whether a line breaks inside of the bucket, or begins or ends there. */
  function isMixed(bucket: number): boolean {
    for (let s = bucket * count; s < (bucket + 1) * count; s++) {
      if ((flags[s]! & IS_KNOWN) !== 0 && flags[s] !== IS_KNOWN) return true;
    }
    return false;
  }

  function write(bucket: number): void {
    rowsBefore = x.length;
    const [from, to] = [firstX[bucket]!, lastX[bucket]!];
    const rows = from === to ? 1 : isMixed(bucket) ? MIXED_ROWS : 2;
    for (let row = 0; row < rows; row++) x.push(rows === 1 ? from : from + ((to - from) * row) / (rows - 1));
    for (let s = 0; s < count; s++) writeColumn(columns[s]!, bucket * count + s, rows);
  }

  function writeColumn(column: Drawn, at: number, rows: number): void {
    const flag = flags[at]!;
    if ((flag & IS_KNOWN) === 0) {
      for (let row = 0; row < rows; row++) column.push(null);
      return;
    }
    if (rows === 1) {
      column.push(low[at]!);
      return;
    }
    const isLowFirst = lowX[at]! <= highX[at]!;
    const a = isLowFirst ? low[at]! : high[at]!;
    const b = isLowFirst ? high[at]! : low[at]!;
    if (rows === 2) {
      column.push(a, b);
      return;
    }
    const first = (flag & STARTS_UNKNOWN) === 0 ? 0 : 1;
    const last = (flag & ENDS_UNKNOWN) === 0 ? rows - 1 : rows - 2;
    if (first === 1) column.push(null);
    column.push(a);
    for (let row = first + 1; row < last; row++) column.push((flag & IS_BROKEN) === 0 ? undefined : null);
    column.push(b);
    if (last < rows - 1) column.push(null);
  }

  /** What two neighbours are together. */
  function joined(a: number, b: number): number {
    const known = (a | b) & IS_KNOWN;
    if (known === 0) return STARTS_UNKNOWN | ENDS_UNKNOWN;
    const isBetween = ((a & ENDS_UNKNOWN) | (b & STARTS_UNKNOWN)) !== 0;
    const isBroken = ((a | b) & IS_BROKEN) !== 0 || isBetween;
    return known | (a & STARTS_UNKNOWN) | (b & ENDS_UNKNOWN) | (isBroken ? IS_BROKEN : 0);
  }

  /** Figures of a series that one bucket has. @param at of bucket and series; @param isFirst the bucket begins with them */
  function add(at: number, column: Column, from: number, until: number, isFirst: boolean): void {
    let flag = isFirst ? 0 : flags[at]!;
    const isOpen = (flag & IS_KNOWN) === 0;
    let least = isOpen ? Number.POSITIVE_INFINITY : low[at]!;
    let highest = isOpen ? Number.NEGATIVE_INFINITY : high[at]!;
    for (let i = from; i < until; i++) {
      const value = column[i];
      const isKnown = value !== null && value !== undefined && Number.isFinite(value);
      if (isKnown && value < least) {
        least = value;
        lowX[at] = i;
      }
      if (isKnown && value > highest) {
        highest = value;
        highX[at] = i;
      }
      if (isKnown && flag === IS_KNOWN) continue;
      const own = isKnown ? IS_KNOWN : STARTS_UNKNOWN | ENDS_UNKNOWN;
      flag = flag === 0 ? own : joined(flag, own);
    }
    flags[at] = flag;
    low[at] = least;
    high[at] = highest;
  }

  /** @returns whether a bucket begins with the point */
  function open(px: number): boolean {
    const isNew = buckets === 0 || inLast === each;
    if (isNew) {
      settle();
      firstX[buckets++] = px;
      inLast = 0;
      rowsBefore = x.length;
    }
    inLast++;
    lastX[buckets - 1] = px;
    isWritten = false;
    return isNew;
  }

  return {
    append(from, until, given) {
      for (let next = from; next < until; ) {
        const isNew = open(next);
        const end = Math.min(until, next + 1 + each - inLast);
        for (let s = 0; s < count; s++) add((buckets - 1) * count + s, given[s]!, next, end, isNew);
        inLast += end - next - 1;
        lastX[buckets - 1] = end - 1;
        next = end;
      }
    },
    appendGap(px) {
      const isNew = open(px);
      for (let s = 0; s < count; s++) add((buckets - 1) * count + s, NOTHING, 0, 1, isNew);
    },
    get drawn() {
      settle();
      return drawn;
    },
  };
}
